import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type ScoresDocument, scoresDocument } from '../../src/core/format/scoresDocument.ts'
import { holdfastHere } from '../command.ts'
import type { Environment } from '../run.ts'
import { once, runIn } from './fixtureRun.ts'
import { projectOf } from './ownProject.ts'

const root = projectOf({
  'vitest.config.ts': `import { holdfast } from 'holdfast/plugin'
import { defineConfig } from 'vitest/config'
export default defineConfig({ plugins: [holdfast()], test: { include: ['*.test.ts'] } })
`,
  // Nobody has heard of it but the test file it stands in, in a describe as tests may be. Its summary is its own; "slow" is better when lower.
  'support.test.ts': `import { benchmark, criterion, metric, rubric } from 'holdfast'
import { describe, expect, test } from 'vitest'
import { questions } from './questions.ts'

test('a plain test beside it', () => expect(questions).toHaveLength(12))

describe('the desk', { repeats: 1, retry: 2 }, () => benchmark(
  'support',
  {
    items: questions,
    roles: ['candidate', 'judge'],
    tags: ({ lang }) => ({ lang }),
    task: ({ task }) => task,
    clusters: ({ thread }) => ({ thread }),
    reference: ({ reference }) => reference,
    planned: ({ question }) => {
      const use = { calls: 1, promptTokens: question.length, completionTokens: 8 }
      return { roles: { candidate: use, judge: { ...use, most: { ...use, completionTokens: 80 } } } }
    },
    summary: ({ items, mean }) => ({
      solved: { ...mean(items), range: [0, 1] },
      german: { ...mean(items.where({ lang: 'de' })), range: [0, 1], compared: false },
      slow: metric(1 - mean(items).value, { range: [0, 1], better: 'lower' }),
    }),
  },
  async ({ question, reference }, { dialogue, expect }) => {
    await dialogue.ask(question)
    await expect(dialogue).toPassRubric(rubric([criterion('right', { check: (text) => text.includes(reference) })]))
  },
))
`,
  'questions.ts': `export const questions = Array.from({ length: 12 }, (_, n) => ({
  id: 'q' + n, lang: n % 3 === 0 ? 'de' : 'en', thread: 't' + (n % 6), task: n % 2 ? 'odd' : 'even',
  question: \`What is \${n} + \${n}?\`, reference: \`It is \${2 * n}.\`,
}))
`,
})

const BASE = { HOLDFAST_MODEL: 'sim:degraded?p=0.3' }
const gates = (rules: object) => ({ HOLDFAST_GATES: JSON.stringify({ allowSimulated: true, support: rules }) })
const HELD = gates({ solved: { min: 0.5 }, slow: { max: 0.5 } })
const BROKEN = gates({ solved: { min: 0.5 }, slow: { max: 0.05 } })

const folderOf = (name: string) => join(root, 'reports', 'runs', name)
const scoresOf = (name: string): ScoresDocument =>
  scoresDocument.parse(JSON.parse(readFileSync(join(folderOf(name), 'scores.json'), 'utf8')))

const runAs = (name: string, env: Environment = {}) => runIn(root, { env: { ...BASE, ...HELD, HOLDFAST_OUT: folderOf(name), ...env } })

const command = (args: readonly string[], env: Environment = HELD) => holdfastHere(args, root, { HOLDFAST_CACHE: 'off', ...BASE, ...env })

const whole = once(() => runAs('whole'))
const parts = once(() => Promise.all([1, 2].map((part) => runAs(`part-${part}`, { HOLDFAST_SHARD: `${part}/2` }))))
const merged = once(async () => {
  await parts()
  return command(['merge', folderOf('part-1'), folderOf('part-2'), '--suite', 'support', '--json', '--out', folderOf('merged')])
})

describe.concurrent('a benchmark that stands in a test file alone', () => {
  test('is gated on its own metrics', async () => {
    expect((await whole()).code).toBe(0)
    expect(scoresOf('whole').gates.map(({ metric, verdict }) => `${metric} ${verdict}`)).toEqual([
      'support solved held',
      'support slow held',
    ])
  })

  test('asks each item once, whatever its describe says of repeats', async () => {
    await whole()
    expect(
      readFileSync(join(folderOf('whole'), 'calls.jsonl'), 'utf8')
        .trimEnd()
        .split('\n'),
    ).toHaveLength(12)
  })

  test('in two shards and merged has the figures, gates and exit code of the whole run', async () => {
    await whole()
    expect((await parts()).map(({ code }) => code)).toEqual([0, 0])
    expect([1, 2].map((part) => scoresOf(`part-${part}`).gates[0]?.verdict)).toEqual(['pending', 'pending'])
    expect(await merged()).toMatchObject({ code: 0 })
    const [one, other] = [scoresOf('whole'), scoresOf('merged')]
    for (const key of ['suites', 'gates', 'presentation', 'usage', 'exitCode'] as const) expect(other[key], key).toEqual(one[key])
    expect(other.run.partial).toBe(false)
  })

  test('breaks the same rule, whole and merged', async () => {
    await merged()
    const [live, later] = await Promise.all([
      runAs('broken', BROKEN),
      command(['merge', folderOf('part-1'), folderOf('part-2'), '--suite', 'support', '--json'], BROKEN),
    ])
    expect([live.code, later.code]).toEqual([1, 1])
    const document = JSON.parse(later.stdout) as ScoresDocument
    expect(document.gates).toEqual(scoresOf('broken').gates)
    expect(document.gates.map(({ verdict }) => verdict)).toEqual(['held', 'broken'])
  })

  test('of which a shard is missing is partial, and exits 1', async () => {
    await parts()
    const { code, stdout, stderr } = await command(['merge', folderOf('part-1'), '--suite', 'support', '--json'])
    expect(code).toBe(1)
    expect(stderr).toContain('incomplete: shard 2/2 missing')
    expect(JSON.parse(stdout)).toMatchObject({
      exitCode: 1,
      run: { partial: true },
      gates: [{ verdict: 'pending' }, { verdict: 'pending' }],
    })
  })

  test('is compared on its own metrics, with their directions', async () => {
    await whole()
    await runAs('worse', { HOLDFAST_MODEL: 'sim:null' })
    const { code, stdout } = await command(['compare', 'whole', 'worse', '--json'])
    expect(code).toBe(0)
    const [{ suite, metrics }] = JSON.parse(stdout).suites
    expect(suite).toBe('support')
    expect(metrics.map(({ key, verdict }: { key: string; verdict: string }) => [key, verdict])).toEqual([
      ['solved', 'worse'],
      ['slow', 'worse'],
    ])
    const [a, b] = ['whole', 'worse'].map((name) => scoresOf(name).suites.support?.metrics)
    expect(metrics.map(({ a, b }: { a: number; b: number }) => [a, b])).toEqual([
      [a?.solved?.value, b?.solved?.value],
      [a?.slow?.value, b?.slow?.value],
    ])
  })

  test('is judged again to the same figures and exit code', async () => {
    await merged()
    const again = await command(['judge', 'again', 'merged', '--judge', 'sim:judge', '--json'])
    expect(again).toMatchObject({ code: 0 })
    const document = JSON.parse(again.stdout) as ScoresDocument
    expect(document.suites).toEqual(scoresOf('whole').suites)
    expect(document.gates).toEqual(scoresOf('whole').gates)
    expect(await command(['judge', 'again', 'merged', '--judge', 'sim:judge'], BROKEN)).toMatchObject({ code: 1 })
  })

  test('is finished where it was broken off, to the same figures', async () => {
    await whole()
    const [complete, folder] = [folderOf('whole'), folderOf('broken-off')]
    mkdirSync(folder, { recursive: true })
    // As a power cut leaves it: half of the calls, a third of the items, no scores.
    for (const [file, kept] of [
      ['calls.jsonl', 0.5],
      ['items.jsonl', 0.3],
      ['run.json', 1],
    ] as const) {
      const lines = readFileSync(join(complete, file), 'utf8').split('\n')
      writeFileSync(join(folder, file), `${lines.slice(0, Math.ceil(kept * lines.length)).join('\n')}\n`)
    }
    const resumed = await runAs('broken-off', { HOLDFAST_RESUME: folder })
    expect(resumed, resumed.stdout + resumed.stderr).toMatchObject({ code: 0 })
    expect(scoresOf('broken-off').suites).toEqual(scoresOf('whole').suites)
    // No call is made twice.
    const callsOf = (path: string) => readFileSync(join(path, 'calls.jsonl'), 'utf8').trimEnd().split('\n')
    expect(callsOf(folder)).toHaveLength(callsOf(complete).length)
    expect(callsOf(folder).slice(0, 6)).toEqual(callsOf(complete).slice(0, 6))
  })

  test('is planned without a call', async () => {
    const { code, stdout } = await command(['plan', 'support', '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      suite: 'support',
      roles: ['candidate', 'judge'],
      estimate: {
        roles: {
          candidate: { calls: 12, completionTokens: 96, free: 'simulated' },
          judge: { calls: 12, completionTokens: 96, most: { calls: 12, completionTokens: 960 } },
        },
        usd: [0, 0],
      },
      tasks: [
        { task: 'even', items: 6 },
        { task: 'odd', items: 6 },
      ],
    })
  })

  test('has its metrics in its page', async () => {
    await whole()
    const page = readFileSync(join(folderOf('whole'), 'index.html'), 'utf8')
    for (const key of ['solved', 'german', 'slow']) expect(page).toContain(`>${key}<`)
  })

  test('whose name nobody declares is an error that says so', async () => {
    const { code, stderr } = await command(['plan', 'nobody'])
    expect(code).toBe(2)
    expect(stderr).toContain('Failed to find the suite "nobody"')
  })
})

test('several such benchmarks are asked by one start of Vitest, however many questions there are', async () => {
  const suite = (name: string) => `import { benchmark, criterion, rubric } from 'holdfast'
benchmark('${name}', {
  items: ['a', 'b', 'c', 'd'].map((id) => ({ id })), reference: ({ id }) => id, summary: ({ items, mean }) => ({ ${name}_solved: mean(items), solved: mean(items) }),
}, async ({ id }, { candidate, expect }) => {
  await expect(await candidate.ask(id)).toPassRubric(rubric([criterion('right', { check: (text) => text === id })]))
})
`
  const config = `import { appendFileSync } from 'node:fs'
import { holdfast } from 'holdfast/plugin'
appendFileSync(new URL('starts', import.meta.url), '.')
export default { plugins: [holdfast()] }
`
  const own = projectOf({ 'vitest.config.ts': config, 'one.test.ts': suite('one'), 'two.test.ts': suite('two') })
  const starts = () => readFileSync(join(own, 'starts'), 'utf8').length
  const folders = ['first', 'second', 'third'].map((name) => join(own, name))
  for (const out of folders) await runIn(own, { env: { HOLDFAST_MODEL: 'sim:degraded?p=0.5', HOLDFAST_OUT: out } })
  const [first = '', second = ''] = folders
  for (const args of [
    ['compare', first, second, '--json'],
    ['compare', first, second, '--metric', 'solved'],
    ['compare', ...folders, '--metric', 'one_solved'],
    ['compare', '--over-time', ...folders, '--metric', 'solved'],
    ['compare', ...folders, '--board'],
    ['compare', ...folders.slice(1), first, '--page'],
    ['compare', first, second, '--page'],
  ]) {
    const before = starts()
    const { code, stderr } = await holdfastHere(args, own)
    expect({ code, stderr, starts: starts() - before }, args.join(' ')).toEqual({ code: 0, stderr: '', starts: 1 })
  }
})

test('a plan at the root of a workspace says which package has the settings of the suite', async () => {
  const root = projectOf({
    'vitest.config.ts': `export default { test: { projects: ['packages/bot'] } }\n`,
    'packages/bot/package.json': '{"type":"module"}',
    'packages/bot/vitest.config.ts': `import { holdfast } from 'holdfast/plugin'\nexport default { plugins: [holdfast({ seed: 7 })] }\n`,
    'packages/bot/one.test.ts': `import { benchmark } from 'holdfast'\nbenchmark('one', { items: [{ id: 'a' }] }, async () => undefined)\n`,
  })
  const { code, stderr } = await holdfastHere(['plan', 'one'], root)
  expect([code, stderr]).toEqual([0, 'one runs by packages/bot/vitest.config.ts: for its settings type the command in packages/bot.\n'])
  expect(await holdfastHere(['plan', 'one'], join(root, 'packages/bot'))).toMatchObject({ code: 0, stderr: '' })
})
