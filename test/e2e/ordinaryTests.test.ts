import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { HANGS_AFTER } from '../hangsAfter.ts'
import type { Environment } from '../run.ts'
import { once, readScores, runIn, temporaryFolder } from './fixtureRun.ts'
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

interface Project {
  readonly files: Readonly<Record<string, string>>
  /** Options of test in the configuration. */
  readonly test?: string
  readonly plugin?: boolean
}

async function run({ files, test: settings = '', plugin = true }: Project, args: readonly string[] = [], env: Environment = {}) {
  const plugins = plugin ? `import { holdfast } from 'holdfast/plugin'\nconst plugins = [holdfast({ cache: 'off' })]` : 'const plugins = []'
  const config = `${plugins}\nexport default { plugins, test: { include: ['*.{eval,test}.ts'], ${settings} } }`
  const done = await runIn(projectOf({ 'vitest.config.ts': config, ...files }), { args, env })
  return { ...done, text: stripVTControlCharacters(done.text) }
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
  ['all that are named on the command line', ['verbose', 'dot', 'tap', 'json', 'junit'].map((name) => `--reporter=${name}`), {}, ''],
  ['two in the configuration', [], {}, "reporters: ['default', 'junit']"],
  ['in GitHub Actions, within a coding agent', [], { GITHUB_ACTIONS: 'true', AI_AGENT: 'some' }, ''],
]

describe.concurrent('a run without any file that uses Holdfast', () => {
  test.for(REPORTERS)('prints what it prints without the plugin: %s', async ([, args, env, settings]) => {
    const project = { files: PLAIN, test: `maxWorkers: 1, sequence: { sequencer: undefined }, ${settings}` }
    const [own, plain] = await Promise.all([run(project, args, env), run({ ...project, plugin: false }, args, env)])
    expect([own.code, plain.code]).toEqual([1, 1])
    expect(timeless(own.stdout, own.root)).toBe(timeless(plain.stdout, plain.root))
    expect(timeless(own.stderr, own.root)).toBe(timeless(plain.stderr, plain.root))
  })

  test('prints its own keys as it does without the plugin, and says why a test with .only fails in CI', async () => {
    const prints = `console.log('log', process.env.ACME_API_KEY)\nprocess.stdout.write('raw ' + process.env.ACME_API_KEY)\n${WHOLE}`
    const files = { 'a.test.ts': prints, 'b.test.ts': WHOLE.replace('test(', 'test.only(') }
    const { text, code } = await run({ files }, [], { ACME_API_KEY: 'sk-canary-12345678', CI: '1' })
    expect(text).toContain('log sk-canary-12345678')
    expect(text).toContain('raw sk-canary-12345678')
    expect(code).toBe(1)
    expect(text).toContain('Unexpected .only modifier')
  })
})

describe.concurrent('ordinary tests beside a benchmark and a dialogue', () => {
  // One of them stands in the file of the benchmark.
  const INSIDE = `\nimport { test as plain, expect } from 'vitest'\nplain('in its file', () => {\n  expect({ a: 1 }).toEqual({ a: 2 })\n})`
  const MIXED = { ...PLAIN, 'words.eval.ts': BENCHMARK + INSIDE, 'talk.test.ts': DIALOGUE }
  const byDefault = once(() => run({ files: MIXED }))

  test('are told with file, diff, code frame and line; items are not', async () => {
    const { text, code } = await byDefault()
    expect(code).toBe(1)
    expect(text).toContain('FAIL  b.test.ts > equal titles')
    expect(text).toMatch(/- {3}"a": 2,\n\+ {3}"a": 1,/)
    expect(text).toContain('❯ b.test.ts:2:')
    expect(text).toMatch(/^ {2,}\| +\^$/m)
    expect(text).not.toMatch(/FAIL .*two/)
    expect(text).toMatch(/Test Files {2}1 failed \| 2 passed \(3\)/)
    expect(text).toContain(' x two')
    expect(text).toContain('exit 1: 2 failures that are no scores.')
  })

  test('are told so in the file of a benchmark too', async () => {
    const { text } = await byDefault()
    expect(text).toContain('words.eval.ts > in its file')
    expect(text).toMatch(/^ +- {3}"a": 2,\n +\+ {3}"a": 1,/m)
    // The line of the assertion with two above and one below, and a mark under it.
    expect(text).toMatch(
      /❯ words\.eval\.ts:7:20\n +5\| import .*\n +6\| plain\(.*\n +7\| {3}expect\(\{ a: 1 \}\)\.toEqual\(\{ a: 2 \}\)\n +\| {20}\^\n +8\| \}\)/,
    )
  })

  test('are annotated in GitHub Actions, and told as a coding agent wants it; items are in few lines', async () => {
    const { text, stdout } = await run({ files: { ...MIXED, 'words.eval.ts': BENCHMARK } }, [], {
      GITHUB_ACTIONS: 'true',
      AI_AGENT: 'some',
    })
    expect(stdout.match(/^::error file=[^,]*,/gm)).toHaveLength(1)
    expect(stdout).toMatch(/^::error file=[^,]*b\.test\.ts,/m)
    expect(text.match(/^ FAIL /gm)).toHaveLength(1)
    expect(text).toContain('exit 1: 1 failure that is no score.')
  })

  // As `vitest run --reporter=json | jq` needs it.
  test('leave stdout to the document of a machine', async () => {
    const { stdout, stderr } = await run({ files: MIXED }, ['--reporter=json'])
    expect(JSON.parse(stdout)).toMatchObject({ numTotalTests: 6, numFailedTests: 3 })
    expect(stderr).toContain('exit 1: 2 failures that are no scores.')
  })

  test('are shown by reporters that the configuration names', async () => {
    const { text } = await run({ files: MIXED, test: "reporters: ['verbose', 'junit']" })
    expect(text).toContain('<testsuites')
    expect(text).toContain('FAIL  b.test.ts > equal titles')
    expect(text).toContain('✓ talk.test.ts > talks')
    expect(text).toContain(' x two')
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
})

describe.concurrent('items that fail', () => {
  const files = { 'words.eval.ts': BENCHMARK }

  test('are exit 0 under reporters that the command line names, which print them too', async () => {
    const file = join(temporaryFolder(), 'junit.xml')
    const done = await run({ files }, ['--reporter=dot', '--reporter=junit', `--outputFile.junit=${file}`])
    expect(done.code).toBe(0)
    expect(done.stdout).toMatch(/1 failed.* \| .*1 passed/)
    expect(readFileSync(file, 'utf8')).toMatch(/<testsuites .*tests="2" failures="1"/)
    expect(done.text).toContain('exit 0: complete, no gates configured.')
    expect(readScores(done).suites.words).toMatchObject({ passed: 1, failed: 1 })
  })

  test('break a gate under any of them, and a file gets a whole document', async () => {
    const file = join(temporaryFolder(), 'report.json')
    const HOLDFAST_GATES = '{"allowSimulated":true,"words":{"score":{"min":0.9}}}'
    const { code } = await run({ files }, ['--reporter=json', `--outputFile=${file}`], { HOLDFAST_GATES })
    expect(code).toBe(1)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ numTotalTests: 2, numFailedTests: 1 })
  })
})

test('tests with dialogues let no key and no control sequence of an answer reach a reporter', async () => {
  const ANSWER = '"key " + process.env.ACME_API_KEY + "\\u001b[2J\\u001b]0;owned\\u0007\\u001b[8m"'
  const files = {
    'agent.ts': `export const ask = async () => { console.log('log', process.env.ACME_API_KEY); return ${ANSWER} }`,
    'talk.test.ts': `import { test } from 'holdfast'
import { expect } from 'vitest'
test('quotes an answer', async ({ candidate }) => { expect((await candidate.ask('q')).content).toBe('x') })`,
  }
  const env = { HOLDFAST_MODEL: 'module:./agent.ts#ask', ACME_API_KEY: 'sk-canary-12345678', FORCE_COLOR: '1' }
  const names = ['default', 'verbose', 'json', 'junit', 'tap']
  const { stdout, stderr, code } = await run(
    { files },
    names.map((name) => `--reporter=${name}`),
    env,
  )
  expect(code).toBe(1)
  const text = stdout + stderr
  expect(text).not.toContain('sk-canary')
  for (const sequence of ['\u001b[2J', '\u001b]0;', '\u0007', '\u001b[8m']) expect(text).not.toContain(sequence)
  // Each of them told of it.
  const told = [/FAIL .*quotes an answer/, /"numFailedTests":1/, /<testsuites .*failures="1"/, /^ *not ok .*quotes an answer/m]
  for (const pattern of told) expect(stripVTControlCharacters(text)).toMatch(pattern)
  expect(text.match(/\[redacted\]/g)?.length).toBeGreaterThanOrEqual(names.length)
})
