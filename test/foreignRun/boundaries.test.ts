import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { isThere } from '../hasTool.ts'

// What each thing that may harm is done by, in one place. A line below says why a file does it by itself.

const SOURCES = ['src', 'matchers', 'suites'].flatMap((folder) =>
  readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name).replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts') && !/\.test(-d)?\.ts$|\/(?:test|e2e)\//.test(name))
    .map((name) => ({ name, text: readFileSync(join(packageRoot, name), 'utf8') })),
)

const RULES: readonly {
  readonly what: string
  readonly found: RegExp
  readonly allowed: readonly (readonly [file: string, why: string])[]
}[] = [
  {
    what: 'JSON of others is parsed by parseJson, which bounds how deep it is',
    found: /(?<![\w`])JSON\.parse\(/,
    allowed: [
      ['src/core/base/data/parseJson.ts', 'is parseJson'],
      ['src/core/base/secrets/secretsIn.ts', 'a variable of the user; a failure is caught'],
      ['src/core/config/beginRun.ts', 'what it has written itself'],
      ['src/core/config/optionTypes.ts', 'a variable of the user'],
      ['src/core/config/resolve.ts', 'our package.json'],
      ['src/core/config/withPrice.ts', 'the package.json of a dependency'],
      ['src/core/format/runFolder.ts', 'a failure is caught'],
      ['src/core/format/runLock.ts', 'at most 4096 bytes; a failure is caught'],
      ['src/cli/init.ts', 'the package.json of the user'],
      ['src/cli/program.ts', 'our package.json'],
      ['src/deciding/conclude.ts', 'what it has written itself'],
      ['src/deciding/estimate.ts', 'a failure is caught'],
      ['src/deciding/lastRun.ts', 'what it has made itself'],
      ['src/deciding/liveRun.ts', 'what it has written itself'],
      ['src/deciding/gates/ruleForecast.ts', 'what it has written itself'],
      ['src/running/newLines.ts', 'a text of our own journal; a failure is caught'],
      ['src/models/cache/responseCache.ts', 'a failure is caught'],
      ['src/models/createEmbedder.ts', 'vectors of the journal, by a schema'],
      ['src/models/endpointFailure.ts', 'walked to a depth of 20'],
      ['src/models/shared/livingParts.ts', 'a failure is caught'],
      ['src/models/shared/sharedPurse.ts', 'what parts of the job wrote, by a schema'],
      ['src/reports/page/client/judgements.ts', 'in a browser; a failure is caught'],
      ['src/reports/page/client/page.ts', 'in a browser, of the same page'],
      ['src/tools/people/ratingPage/client/rating.ts', 'in a browser, of the same page'],
      ['src/tools/people/ratingPage/shared/ratingState.ts', 'in a browser; a failure is caught'],
      ['src/tools/shrink/caseProcess.ts', 'what our command says'],
    ],
  },
  {
    what: 'files are written by writeWhole and LineAppender, which follow no link',
    found: /\b(?:writeFileSync|writeFile|appendFileSync|appendFile|createWriteStream|copyFileSync|cpSync)\(/,
    allowed: [
      ['src/core/base/files/writeWhole.ts', 'is writeWhole'],
      ['src/core/base/files/fileLock.ts', 'makes a file that is not there'],
      ['src/core/format/reserve.ts', 'makes a file that is not there'],
      ['src/cli/init.ts', 'makes files that are not there, and edits a checkout of ours'],
      ['src/models/cache/responseCache.ts', 'a new file in the cache of the user'],
      ['src/running/commands/output.ts', 'where the user said, by --out'],
      ['src/running/vitest/runReport.ts', 'the summary of a GitHub job'],
      ['src/running/worker/decideEarly.ts', 'what parts of the same job share'],
      ['src/deciding/baseline/answers.ts', 'makes a file that is not there'],
      ['src/tools/batch/batchApi.ts', 'makes a file that is not there'],
      ['src/tools/exchange/everyEvalEver/writeEveryEvalEver.ts', 'makes a file that is not there'],
    ],
  },
  {
    what: 'a command to be pasted is made by holdfastCommand, each text a word of it',
    found: /npx holdfast [^`'\n]*\$\{/,
    allowed: [],
  },
  {
    what: 'a key that may be missing is optional: z.unknown() demands it',
    found: /\w: z\.unknown\(\)(?!\.)/,
    allowed: [['src/tools/data/draft/reviewFile.ts', 'a draft without its item is none']],
  },
  {
    what: 'a process is started by childRun, which hands signals on',
    found: /from 'node:child_process'/,
    allowed: [
      ['src/running/commands/childRun.ts', 'is childRun'],
      ['src/running/commands/output.ts', 'the browser, which goes on'],
    ],
  },
]

test.for(RULES)('$what', ({ found, allowed }) => {
  const files = SOURCES.filter(({ text }) => text.split('\n').some((line) => !/^\s*(?:\*|\/\/|\/\*)/.test(line) && found.test(line)))
  // Both ways: what is allowed and is done no more is taken from the list.
  expect(files.map(({ name }) => name).sort()).toEqual(
    allowed
      .map(([file]) => file)
      .filter(isThere)
      .sort(),
  )
})

test('no workflow of ours or of an example names an action by what can be moved, or has more rights than it needs', () => {
  const texts = ['.github', 'docs', 'examples', 'skills', 'templates'].flatMap((folder) =>
    readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:ya?ml|md)$/.test(name) && !name.includes('node_modules'))
      .map((name) => ({ name: join(folder, name), text: readFileSync(join(packageRoot, folder, name), 'utf8') })),
  )
  const using = texts.filter(({ text }) => /^\s*(?:- )?uses: /m.test(text))
  expect(using.length).toBeGreaterThan(3)
  for (const { name, text } of using) {
    for (const [, action] of text.matchAll(/^\s*(?:- )?uses: (\S+)/gm)) expect(action, name).toMatch(/^[\w-]+\/[\w/-]+@[0-9a-f]{40}$/)
    if (/^jobs:/m.test(text)) expect(text, name).toMatch(/^permissions:\n/m)
  }
})

test('SECURITY.md names for each promise tests that are there', () => {
  const [, promised = ''] = /## What is promised\n([\s\S]*?)\n## /.exec(readFileSync(join(packageRoot, 'SECURITY.md'), 'utf8')) ?? []
  const promises = promised.split(/^\d+\. /m).slice(1)
  expect(promises.length).toBeGreaterThan(8)
  for (const promise of promises) {
    const tests = [...promise.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, name = '']) => name)
    expect(tests.length, promise).toBeGreaterThan(0)
    for (const name of tests.filter(isThere))
      expect(readFileSync(join(packageRoot, name), 'utf8'), name).toMatch(/\btest(?:\.for|\.each)?\(/)
  }
})
