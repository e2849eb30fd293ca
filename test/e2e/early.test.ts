import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DECIDED } from '../../src/core/format/records.ts'
import { readItemRecords, runFolder } from '../../src/core/format/runFolder.ts'
import { scoresDocument } from '../../src/core/format/scoresDocument.ts'
import { holdfastHere } from '../command.ts'
import { runVitest } from '../run.ts'
import { once, unwrapped } from './fixtureRun.ts'
import { projectOf } from './ownProject.ts'

// 150 items of a model that fails three in ten, and a rule of them that is far from that.
const FILES: Readonly<Record<string, string>> = {
  'vitest.config.ts': `import { holdfast } from 'holdfast/plugin'
export default { plugins: [holdfast({ model: 'sim:degraded?p=0.3', cache: 'off', concurrency: 2 })], test: { include: ['*.eval.ts'] } }`,
  'words.eval.ts': `import { benchmark, criterion, rubric } from 'holdfast'
const items = Array.from({ length: 150 }, (_, at) => ({ id: 'word ' + at }))
benchmark('words', { items, reference: ({ id }) => 'the ' + id }, async ({ id }, { candidate, expect }) => {
  const same = criterion('the same words', { check: (text) => text === 'the ' + id })
  await expect(await candidate.ask('Say: the ' + id)).toPassRubric(rubric([same]))
})`,
}

const gates = (rules: object) => JSON.stringify({ allowSimulated: true, words: rules })

function project() {
  const root = projectOf(FILES)
  const folder = (name: string) => runFolder(join(root, 'reports', 'runs', name))
  return {
    root,
    run: (name: string, env: Readonly<Record<string, string>>) =>
      runVitest([], { cwd: root, env: { CI: '1', HOLDFAST_OUT: `reports/runs/${name}`, HOLDFAST_DECIDE: 'early', ...env } }),
    folder,
    scores: (name: string) => scoresDocument.parse(JSON.parse(readFileSync(folder(name).scores, 'utf8'))),
    records: (name: string) => readItemRecords(folder(name).items),
    calls: (name: string) => readFileSync(folder(name).calls, 'utf8').trim().split('\n').length,
  }
}

const held = once(async () => {
  const own = project()
  return { ...own, finished: await own.run('one', { HOLDFAST_GATES: gates({ score: { min: 0.3 } }) }) }
})

describe('a run whose gates are decided early', () => {
  test('ends with exit code 0 where they hold, and says how sure and what was saved', async () => {
    const { finished, scores, calls } = await held()
    const { run, suites, gates: rules, exitCode } = scores('one')
    const { skipped = 0 } = suites.words ?? {}
    const text = unwrapped(finished.stdout)
    expect([finished.code, exitCode]).toEqual([0, 0])
    expect(skipped).toBeGreaterThan(75)
    expect(calls('one')).toBe(150 - skipped)
    expect(rules).toMatchObject([{ verdict: 'held', early: { ofItems: 150 } }])
    expect(run.early?.words).toMatchObject({ items: 150 - skipped, ofItems: 150, saved: { calls: skipped } })
    expect(text).toContain('decide early: no further item begins once its gate is decided')
    expect(text).toMatch(/Ended early: its gate was decided after \d+ of 150 items/)
    expect(text).toContain(`About ${skipped} calls saved`)
    expect(text).toContain('1/1 gates decided')
    expect(text).toContain('exit 0: decided early, all gates held.')
  })

  test('begins no more than the decision is likely to need, however many calls may be in flight', async () => {
    const { run, scores, calls } = project()
    const { code } = await run('wide', { HOLDFAST_CONCURRENCY: '64', HOLDFAST_GATES: gates({ score: { min: 0.3 } }) })
    expect(code).toBe(0)
    expect(scores('wide').suites.words?.skipped).toBeGreaterThan(75)
    expect(calls('wide')).toBeLessThan(75)
  })

  test('begins what is drawn first before the rest, although items share beginnings', async () => {
    const root = projectOf({
      ...FILES,
      'words.eval.ts': FILES['words.eval.ts']?.replace('{ items,', '{ items, prefix: ({ id }) => id.slice(-1),') ?? '',
    })
    const env = { CI: '1', HOLDFAST_OUT: 'reports/runs/few', HOLDFAST_CONCURRENCY: '4', HOLDFAST_DECIDE: 'early' }
    const { code } = await runVitest([], { cwd: root, env: { ...env, HOLDFAST_GATES: gates({ score: { min: 0.3 } }) } })
    expect(code).toBe(0)
    const { run, gates: rules } = scoresDocument.parse(JSON.parse(readFileSync(join(root, 'reports/runs/few/scores.json'), 'utf8')))
    expect((run.early?.words?.items ?? 0) - (rules[0]?.early?.items ?? 0)).toBeLessThanOrEqual(4)
  })

  test('goes by its own order where tests are shuffled', async () => {
    const own = project()
    const env = { CI: '1', HOLDFAST_OUT: 'reports/runs/mixed', HOLDFAST_DECIDE: 'early', HOLDFAST_GATES: gates({ score: { min: 0.3 } }) }
    const { code } = await runVitest(['--sequence.shuffle.tests', '--sequence.seed=7'], { cwd: own.root, env })
    expect([code, own.calls('mixed') < 75]).toEqual([0, true])
  })

  test('with a filter all that it names run at once, for nothing is decided', async () => {
    const own = project()
    const env = { CI: '1', HOLDFAST_OUT: 'reports/runs/some', HOLDFAST_DECIDE: 'early', HOLDFAST_GATES: gates({ score: { min: 0.3 } }) }
    await runVitest(['-t', 'word 1'], { cwd: own.root, env })
    // 1, 10 to 19 and 100 to 149.
    expect(own.calls('some')).toBe(61)
  })

  test('says so in report.md and on the page', async () => {
    const { folder } = await held()
    const [markdown, page] = [readFileSync(folder('one').markdown, 'utf8'), readFileSync(folder('one').page, 'utf8')]
    for (const text of [markdown, page]) {
      expect(text).toMatch(/Ended early: its gate was decided after \d+ of 150 items/)
      expect(text).toMatch(/held after \d+ of 150 items, the whole run would say otherwise in at most/)
      expect(text).toContain('ended early')
    }
  })

  test('summarized again comes to the same gates', async () => {
    const { root, scores, folder } = await held()
    const env = { HOLDFAST_GATES: gates({ score: { min: 0.3 } }) }
    const { code, stdout } = await holdfastHere(['merge', folder('one').path, '--suite', 'words', '--json'], root, env)
    const document = scoresDocument.parse(JSON.parse(stdout))
    expect(code).toBe(0)
    expect([document.gates, document.run.early, document.suites]).toEqual([
      scores('one').gates,
      scores('one').run.early,
      scores('one').suites,
    ])
  })

  test('finished once more asks nothing and decides the same', async () => {
    const own = await held()
    const env = { HOLDFAST_GATES: gates({ score: { min: 0.3 } }) }
    cpSync(own.folder('one').path, own.folder('again').path, { recursive: true })
    const [calls, { gates: rules, suites }] = [own.calls('again'), own.scores('again')]
    const { code } = await own.run('again', { ...env, HOLDFAST_RESUME: 'reports/runs/again' })
    expect(code).toBe(0)
    expect(own.calls('again')).toBe(calls)
    expect([own.scores('again').gates, own.scores('again').suites]).toEqual([rules, suites])
    const refused = await runVitest([], { cwd: own.root, env: { HOLDFAST_RESUME: 'reports/runs/one' } })
    expect(refused.code).toBe(1)
    expect(unwrapped(refused.stdout + refused.stderr)).toContain('decide was "early", is not set')
  })

  test('is no baseline, and is not judged again', async () => {
    const { root } = await held()
    const baseline = await holdfastHere(['compare', 'reports/runs/one', '--keep', 'main'], root)
    expect([baseline.code, baseline.stderr]).toEqual([2, expect.stringContaining('a run that ended early')])
    const rejudged = await holdfastHere(['judge', 'again', 'reports/runs/one', '--judge', 'sim:judge'], root)
    expect([rejudged.code, rejudged.stderr]).toEqual([2, expect.stringContaining('it ended early')])
  })
})

test('parts that know nothing of each other run every item, and are decided when they are merged', async () => {
  const own = project()
  const env = { HOLDFAST_GATES: gates({ score: { min: 0.3 } }) }
  const parts = await Promise.all(['1', '2'].map((part) => own.run(`part${part}`, { ...env, HOLDFAST_SHARD: `${part}/2` })))
  expect(parts.map(({ code }) => code)).toEqual([0, 0])
  expect(unwrapped(parts[0]?.stdout ?? '')).toContain('decide not in a part of a run')
  const merged = ['merge', own.folder('part1').path, own.folder('part2').path, '--suite', 'words', '--json']
  const { code, stdout } = await holdfastHere(merged, own.root, env)
  const document = scoresDocument.parse(JSON.parse(stdout))
  expect([code, document.suites.words?.skipped, document.gates[0]?.verdict]).toEqual([0, 0, 'held'])
  expect([...own.records('part1'), ...own.records('part2')].some(({ reason }) => reason === DECIDED)).toBe(false)
})
