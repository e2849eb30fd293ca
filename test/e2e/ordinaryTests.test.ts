import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { Limiter } from '../../src/models/limiter.ts'
import { HANGS_AFTER } from '../hangsAfter.ts'
import { type Environment, type Finished, runVitest } from '../run.ts'
import { projectOf } from './ownProject.ts'

// Other people's tests in a project with the plugin, beside files that use it and without any.

const BENCHMARK = `import { benchmark, criterion, rubric } from 'holdfast'
benchmark('words', { items: [{ id: 'one' }, { id: 'two' }], reference: ({ id }) => id }, async ({ id }, { candidate, expect }) => {
  await expect(await candidate.ask(id)).toPassRubric(rubric([criterion('says one', { check: /one/ })]))
})`
const DIALOGUE = `import { test } from 'holdfast'
import { expect } from 'vitest'
test('talks', async ({ candidate, dialogue }) => {
  await dialogue.ask('Say yes.', { reference: 'yes' })
  expect(dialogue.turns[0].assistant).toBe('yes')
})`
const BROKEN = `import { expect, test } from 'vitest'
test('equal titles', () => { expect({ a: 1 }).toEqual({ a: 2 }) })`
const WHOLE = `import { expect, test } from 'vitest'
test('equal titles', () => { expect(1).toBe(1) })`

/** Two such files pass only where both run at the same time. */
const meets = (own: string, other: string) => `import { existsSync, writeFileSync } from 'node:fs'
import { test } from 'vitest'
test('meets the other', async () => {
  writeFileSync('${own}', '')
  while (!existsSync('${other}')) await new Promise((resolve) => setTimeout(resolve, 20))
}, ${HANGS_AFTER})`

const limiter = new Limiter(2)

interface Run extends Finished {
  readonly text: string
  readonly root: string
}

interface Project {
  readonly files: Readonly<Record<string, string>>
  /** Options of test in the configuration. */
  readonly test?: string
  readonly plugin?: boolean
}

function run({ files, test: settings = '', plugin = true }: Project, args: readonly string[] = [], env: Environment = {}): Promise<Run> {
  const plugins = plugin ? `import { holdfast } from 'holdfast/plugin'\nconst plugins = [holdfast({ cache: 'off' })]` : 'const plugins = []'
  const config = `${plugins}\nexport default { plugins, test: { include: ['*.{eval,test}.ts'], ${settings} } }`
  const root = projectOf({ 'vitest.config.ts': config, ...files })
  return limiter.run(async () => {
    const finished = await runVitest(args, { cwd: root, env })
    return { ...finished, text: stripVTControlCharacters(finished.stdout + finished.stderr), root }
  })
}

/** A text without what differs from run to run: times, the folder and the order in which files end. */
const timeless = (text: string, root: string) =>
  stripVTControlCharacters(text)
    .replaceAll(root, '<root>')
    .replace(/\d+(\.\d+)?m?s\b/g, '<time>')
    .replace(/Start at .*/g, 'Start at <time>')
    .replace(/"(startTime|endTime|duration)":[\d.]+/g, '"$1":0')
    .replace(/(time|timestamp)="[^"]*"/g, '$1=""')

const PLAIN = { 'a.test.ts': WHOLE, 'b.test.ts': BROKEN }
const REPORTERS: readonly (readonly [string, readonly string[], Environment, string])[] = [
  ['no reporter named', [], {}, ''],
  ['verbose', ['--reporter=verbose'], {}, ''],
  ['dot', ['--reporter=dot'], {}, ''],
  ['json', ['--reporter=json'], {}, ''],
  ['junit', ['--reporter=junit'], {}, ''],
  ['tap', ['--reporter=tap'], {}, ''],
  ['two in the configuration', [], {}, "reporters: ['default', 'junit']"],
  ['in GitHub Actions', [], { GITHUB_ACTIONS: 'true' }, ''],
  ['within a coding agent', [], { AI_AGENT: 'some' }, ''],
]

describe.concurrent('a run without any file that uses Holdfast', () => {
  test.for(REPORTERS)('prints what it prints without the plugin: %s', async ([, args, env, settings]) => {
    const project = { files: PLAIN, test: `maxWorkers: 1, sequence: { sequencer: undefined }, ${settings}` }
    const [own, plain] = await Promise.all([run(project, args, env), run({ ...project, plugin: false }, args, env)])
    expect(own.code).toBe(plain.code)
    expect(timeless(own.stdout, own.root)).toBe(timeless(plain.stdout, plain.root))
    expect(timeless(own.stderr, own.root)).toBe(timeless(plain.stderr, plain.root))
  })

  test('prints its own keys as it does without the plugin', async () => {
    const prints = `console.log('log', process.env.ACME_API_KEY)\nprocess.stdout.write('raw ' + process.env.ACME_API_KEY)\n${WHOLE}`
    const { text } = await run({ files: { 'a.test.ts': prints } }, [], { ACME_API_KEY: 'sk-canary-12345678' })
    expect(text).toContain('log sk-canary-12345678')
    expect(text).toContain('raw sk-canary-12345678')
  })

  test('says why a test with .only fails in CI', async () => {
    const { text, code } = await run({ files: { 'a.test.ts': WHOLE.replace('test(', 'test.only(') } }, [], { CI: '1' })
    expect(code).toBe(1)
    expect(text).toContain('Unexpected .only modifier')
  })
})

describe.concurrent('ordinary tests beside a benchmark and a dialogue', () => {
  const MIXED = { ...PLAIN, 'words.eval.ts': BENCHMARK, 'talk.test.ts': DIALOGUE }

  test('are told with file, diff, code frame and line; items are not', async () => {
    const { text, code } = await run({ files: MIXED })
    expect(code).toBe(1)
    expect(text).toContain('FAIL  b.test.ts > equal titles')
    expect(text).toMatch(/- {3}"a": 2,\n\+ {3}"a": 1,/)
    expect(text).toContain('❯ b.test.ts:2:')
    expect(text).toMatch(/^ {2,}\| +\^$/m)
    expect(text).not.toMatch(/FAIL .*words/)
    expect(text).toMatch(/Test Files {2}1 failed \| 2 passed \(3\)/)
    expect(text).toContain(' x two')
    expect(text).toContain('exit 1: 1 failure that is no score.')
  })

  test('are told so in the file of a benchmark too', async () => {
    const ordinary = `\nimport { test as plain, expect } from 'vitest'\nplain('equal titles', () => {\n  expect({ a: 1 }).toEqual({ a: 2 })\n})`
    const { text, code } = await run({ files: { 'words.eval.ts': BENCHMARK + ordinary } })
    expect(code).toBe(1)
    expect(text).toContain('words.eval.ts > equal titles')
    expect(text).toMatch(/^ +- {3}"a": 2,\n +\+ {3}"a": 1,/m)
    // The line of the assertion with two above and one below, and a mark under it.
    expect(text).toMatch(
      /❯ words\.eval\.ts:7:20\n +5\| import .*\n +6\| plain\(.*\n +7\| {3}expect\(\{ a: 1 \}\)\.toEqual\(\{ a: 2 \}\)\n +\| {20}\^\n +8\| \}\)/,
    )
  })

  test('are annotated in GitHub Actions; items are not', async () => {
    const { stdout } = await run({ files: MIXED }, [], { GITHUB_ACTIONS: 'true' })
    expect(stdout.match(/^::error file=[^,]*,/gm)).toHaveLength(1)
    expect(stdout).toMatch(/^::error file=[^,]*b\.test\.ts,/m)
  })

  test('are told as a coding agent wants it, and items in few lines', async () => {
    const { text } = await run({ files: MIXED }, [], { AI_AGENT: 'some' })
    expect(text.match(/^ FAIL /gm)).toHaveLength(1)
    expect(text).toContain('exit 1: 1 failure that is no score.')
  })

  test('leave stdout to the document of a machine', async () => {
    const { stdout } = await run({ files: MIXED }, ['--reporter=json'])
    expect(JSON.parse(stdout)).toMatchObject({ numTotalTests: 5, numFailedTests: 2 })
  })

  test('keep a reporter that the configuration names beside others', async () => {
    const { text } = await run({ files: MIXED, test: "reporters: ['default', 'junit']" })
    expect(text).toContain('<testsuites')
    expect(text).toContain('FAIL  b.test.ts > equal titles')
  })

  test('run as many at once as the user lets them', async () => {
    const files = { 'a.test.ts': meets('a', 'b'), 'b.test.ts': meets('b', 'a'), 'words.eval.ts': BENCHMARK }
    expect((await run({ files }, ['--maxWorkers=2'])).code).toBe(0)
  })

  test('stop the run where the user wants that, which failing items do not', async () => {
    const bailed = await run({ files: { ...MIXED, 'c.test.ts': WHOLE } }, ['--bail=1', '--maxWorkers=1', '--no-file-parallelism'])
    expect(bailed.code).toBe(1)
    expect(bailed.text).not.toContain('exit 0')
    const items = await run({ files: { 'words.eval.ts': BENCHMARK, 'talk.test.ts': DIALOGUE } }, ['--bail=1'])
    expect(items.code).toBe(0)
    expect(items.text).toContain('✓ talk.test.ts')
  })

  test('are shown by another reporter alone or with ours', async () => {
    const { text } = await run({ files: MIXED }, ['--reporter=verbose'])
    expect(text).toContain('✓ talk.test.ts > talks')
    expect(text).toContain(' x two')
  })
})

describe.concurrent('tests with dialogues', () => {
  const ANSWER = '"key " + process.env.ACME_API_KEY + "\\u001b[2J\\u001b]0;owned\\u0007\\u001b[8m"'
  const files = {
    'agent.ts': `export const ask = async () => { console.log('log', process.env.ACME_API_KEY); return ${ANSWER} }`,
    'talk.test.ts': `import { test } from 'holdfast'
import { expect } from 'vitest'
test('quotes an answer', async ({ candidate }) => { expect((await candidate.ask('q')).content).toBe('x') })`,
  }

  test.each(['default', 'verbose', 'json', 'junit', 'tap'])(
    'let no key and no control sequence of an answer reach %s',
    async (reporter) => {
      const env = { HOLDFAST_MODEL: 'module:./agent.ts#ask', ACME_API_KEY: 'sk-canary-12345678', FORCE_COLOR: '1' }
      const { stdout, stderr, code } = await run({ files }, reporter === 'default' ? [] : [`--reporter=${reporter}`], env)
      expect(code).toBe(1)
      expect(stdout + stderr).toContain('[redacted]')
      expect(stdout + stderr).not.toContain('sk-canary')
      for (const sequence of ['\u001b[2J', '\u001b]0;', '\u0007', '\u001b[8m']) expect(stdout + stderr).not.toContain(sequence)
    },
  )
})

describe.concurrent('options of Vitest', () => {
  test('-t without a match says so', async () => {
    const { text, code } = await run({ files: { 'words.eval.ts': BENCHMARK } }, ['-t', 'thre'])
    expect(code).toBe(1)
    expect(text).toContain('no item ran: none of 2 has "thre" in its name (-t)')
  })

  test('-t runs some items, and says how the rest is run', async () => {
    const { text, code } = await run({ files: { 'words.eval.ts': BENCHMARK } }, ['-t', 'two'])
    expect(code).toBe(1)
    expect(text).toMatch(/1 of 2 items ran/)
  })
})
