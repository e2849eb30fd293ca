import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { wasNotNeeded } from '../../src/core/format/records.ts'
import { type RunFolder, readItemRecords, runFolder } from '../../src/core/format/runFolder.ts'
import { type ScoresDocument, scoresDocument } from '../../src/core/format/scoresDocument.ts'
import { holdfastHere } from '../command.ts'
import { runVitest } from '../run.ts'
import { once, temporaryFolder, unwrapped } from './fixtureRun.ts'
import { projectOf } from './ownProject.ts'

const ITEMS = 150

/** A benchmark of {@link ITEMS} items whose candidate must say what it was told. */
const benchmarkOf = (name: string) => `import { benchmark, criterion, rubric } from 'holdfast'
const items = Array.from({ length: ${ITEMS} }, (_, at) => ({ id: '${name} ' + at, task: at % 3 === 0 ? 'long' : 'short' }))
benchmark('${name}', { items, task: ({ task }) => task, reference: ({ id }) => 'the ' + id }, async ({ id }, { candidate, expect }) => {
  const same = criterion('the same words', { check: (text) => text === 'the ' + id })
  await expect(await candidate.ask('Say: the ' + id)).toPassRubric(rubric([same]))
})`

// A model that fails three in ten.
const FILES: Readonly<Record<string, string>> = {
  'vitest.config.ts': `import { holdfast } from 'holdfast/plugin'
export default { plugins: [holdfast({ model: 'sim:degraded?p=0.3', cache: 'off', concurrency: 2 })], test: { include: ['*.eval.ts'] } }`,
  'words.eval.ts': benchmarkOf('words'),
  'names.eval.ts': benchmarkOf('names'),
}

const gates = (rules: object) => JSON.stringify({ allowSimulated: true, ...rules })

function project() {
  const root = projectOf(FILES)
  const folder = (name: string) => runFolder(join(root, 'reports', 'runs', name))
  return {
    root,
    folder,
    run: (
      name: string,
      rules: object,
      { args = [], env = {} }: { args?: readonly string[]; env?: Readonly<Record<string, string>> } = {},
    ) =>
      runVitest(args, {
        cwd: root,
        env: {
          CI: '1',
          GITHUB_STEP_SUMMARY: '',
          HOLDFAST_OUT: `reports/runs/${name}`,
          HOLDFAST_DECIDE: 'early',
          HOLDFAST_GATES: gates(rules),
          ...env,
        },
      }),
    scores: (name: string) => scoresOf(folder(name)),
    records: (name: string) => readItemRecords(folder(name).items),
  }
}

function scoresOf({ scores }: RunFolder): ScoresDocument {
  return scoresDocument.parse(JSON.parse(readFileSync(scores, 'utf8')))
}

/** What was decided of each rule and by which items: not what ran beside, which the moment of the decision tells. */
const decisionsOf = ({ gates: rules }: ScoresDocument) =>
  rules.map(({ metric, rule, verdict, early }) => ({ metric, rule, verdict, early }))

/** The share of items with a score that passed, by the records themselves. */
/** Of the items that decided: those under way then count in no figure. */
function passRate(records: ReturnType<typeof readItemRecords>, suite: string, { gates }: Pick<ScoresDocument, 'gates'>): number {
  // It ends with the last of its gates.
  const units = Math.max(...gates.flatMap((gate) => (gate.suite === suite ? (gate.early?.units ?? Number.NaN) : [])))
  const ran = records.filter((record) => record.suite === suite && !wasNotNeeded(record) && (record.unit ?? 0) < units)
  return ran.filter(({ status }) => status === 'passed').length / ran.length
}

describe('blobs of two of Vitest’s own shards that ended early', () => {
  const rules = { words: { pass_rate: { min: 0.3 } }, names: { pass_rate: { min: 0.95 } } }
  const runs = once(async () => {
    const own = project()
    const part = (index: number) => own.run(`part${index}`, rules, { args: ['--reporter=blob', `--shard=${index}/2`] })
    const parts = [await part(1), await part(2)]
    const merged = await own.run('merged', rules, { args: [`--merge-reports=${join(own.root, '.vitest-reports')}`] })
    const whole = await own.run('whole', rules)
    return { ...own, parts, merged, whole }
  })

  test('are merged to the decisions of one process', async () => {
    const { scores, merged, whole } = await runs()
    expect([merged.code, whole.code], merged.stdout + merged.stderr).toEqual([1, 1])
    const [own, one] = [scores('merged'), scores('whole')]
    const byMetric = (document: ScoresDocument) => decisionsOf(document).toSorted((a, b) => (a.metric < b.metric ? -1 : 1))
    expect(byMetric(own)).toEqual(byMetric(one))
    expect(own.gates.map(({ verdict }) => verdict).sort()).toEqual(['broken', 'held'])
  })

  test('have the figures of the items that ran, and say what was saved', async () => {
    const { scores, records, merged } = await runs()
    const { suites, run } = scores('merged')
    const ended = records('merged')
    expect(ended).toEqual(expect.arrayContaining([...records('part1'), ...records('part2')]))
    expect(ended).toHaveLength(2 * ITEMS)
    for (const suite of ['words', 'names']) {
      const leftOut = ended.filter((record) => record.suite === suite && wasNotNeeded(record)).length
      expect(leftOut).toBeGreaterThan(ITEMS / 4)
      expect(suites[suite]).toMatchObject({ items: ITEMS, skipped: leftOut, error: 0 })
      expect(suites[suite]?.metrics.pass_rate?.value).toBeCloseTo(passRate(ended, suite, scores('merged')), 12)
      expect(run.early?.[suite]).toMatchObject({ items: ITEMS - leftOut, ofItems: ITEMS, saved: { calls: leftOut } })
    }
    expect(run.partial).toBe(false)
    expect(unwrapped(merged.stdout)).toMatch(/Ended early: its gate was decided after \d+ of 150 items/)
  })

  test('leave the rule of the suite that the other shard runs open', async () => {
    const { scores, parts } = await runs()
    const told = [scores('part1'), scores('part2')].flatMap(({ gates: rules }) => rules.map(({ verdict }) => verdict))
    expect(told.sort()).toEqual(['broken', 'held', 'pending', 'pending'])
    expect(parts.map(({ code }) => code).sort()).toEqual([0, 1])
  })
})

describe('parts of one run that share a folder, each a process', () => {
  const rules = { words: { pass_rate: { min: 0.3, max: 0.95 } } }
  const runs = once(async () => {
    const own = project()
    const shared = temporaryFolder()
    const part = (index: number) =>
      own.run(`part${index}`, rules, {
        args: ['words', '--reporter=blob', `--outputFile.blob=blobs/${index}.json`],
        env: { HOLDFAST_SHARD: `${index}/2`, HOLDFAST_JOB_FOLDER: shared },
      })
    const parts = await Promise.all([part(1), part(2)])
    const args = ['merge', own.folder('part1').path, own.folder('part2').path, '--suite', 'words', '--json', '--out', 'reports/runs/merged']
    const merged = await holdfastHere(args, own.root, { HOLDFAST_GATES: gates(rules) })
    const whole = await own.run('whole', rules, { args: ['words'] })
    const blobs = await own.run('blobs', rules, { args: ['--merge-reports=blobs'] })
    rmSync(join(own.root, 'blobs', '2.json'))
    const half = await own.run('half', rules, { args: ['--merge-reports=blobs'] })
    return { ...own, parts, merged, whole, blobs, half }
  })

  test('end, and are merged to the decisions of one process', async () => {
    const { scores, parts, merged, whole } = await runs()
    expect(
      [...parts, merged, whole].map(({ code }) => code),
      merged.stderr,
    ).toEqual([0, 0, 0, 0])
    expect(decisionsOf(scores('merged'))).toEqual(decisionsOf(scores('whole')))
    expect(scores('merged').gates).toMatchObject([{ verdict: 'held', early: { ofItems: ITEMS } }, { verdict: 'held' }])
  })

  test('have the figures of the items that ran', async () => {
    const { scores, records } = await runs()
    const ended = [...records('part1'), ...records('part2')]
    const leftOut = ended.filter(wasNotNeeded).length
    expect(ended).toHaveLength(ITEMS)
    // Whichever part ends the last of the items that decide knows of all of them, and has most of its own before it.
    expect(leftOut).toBeGreaterThan(ITEMS / 4)
    const { suites, run } = scores('merged')
    expect(suites.words).toMatchObject({ items: ITEMS, skipped: leftOut, error: 0 })
    expect(suites.words?.metrics.pass_rate?.value).toBeCloseTo(passRate(ended, 'words', scores('merged')), 12)
    expect(run.early?.words).toMatchObject({ items: ITEMS - leftOut, ofItems: ITEMS, saved: { calls: leftOut } })
  })

  test('come to the same by their blobs', async () => {
    const { scores, blobs } = await runs()
    expect(blobs.code, blobs.stdout + blobs.stderr).toBe(0)
    const [own, merged] = [scores('blobs'), scores('merged')]
    expect(decisionsOf(own)).toEqual(decisionsOf(merged))
    expect([own.suites, own.run.early]).toEqual([merged.suites, merged.run.early])
    expect(blobs.stdout).toMatch(/ 100 % {2}\d+\/150 items, \d+ not needed/)
  })

  test('are not taken for the whole where a blob is missing', async () => {
    const { half, scores } = await runs()
    expect(half.code).toBe(1)
    // Its figures are of a part, and decide nothing.
    expect(scores('half')).toMatchObject({
      run: { partial: true, incomplete: {} },
      gates: [{ verdict: 'pending' }, { verdict: 'pending' }],
    })
    expect(unwrapped(half.stdout)).toContain('shard 2/2 of words missing')
  })

  test('say that the items of all parts decide', async () => {
    for (const { stdout } of (await runs()).parts)
      expect(unwrapped(stdout)).toContain(
        'no further item begins once one of its 2 gates is broken or all are decided by the items of all parts',
      )
  })
})
