import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { fbBenchQuestions } from '../../../../suites/fb-bench/questions.ts'
import { fbBenchSuite } from '../../../../suites/fb-bench/suite.ts'
import { holdfastHere } from '../../../../test/command.ts'
import { writeRun } from '../../../../test/outcome.ts'
import { runSuite, type SuiteOutcome } from '../../../../test/runSuite.ts'
import { sharedTemporaryFolder } from '../../../../test/temporaryFolder.ts'
import { random } from '../../../core/base/random.ts'
import type { ScoresDocument } from '../../../core/format/scoresDocument.ts'
import { runFigures } from '../../../deciding/figures.ts'
import type { Label } from '../labels/label.ts'
import { ANN_AGREES, labelsOfRun } from './labelsOfRun.ts'

const root = sharedTemporaryFolder()

/** The same answers judged rightly and by a judge that errs in a quarter of its verdicts: the first is what people would say. */
let people: SuiteOutcome
let judged: SuiteOutcome
/** What people say of every criterion, by item. */
const all = new Map<string, Label[]>()

beforeAll(async () => {
  const environment = { HOLDFAST_LIMIT: '12' }
  people = await runSuite(fbBenchSuite, { model: 'sim:degraded?p=0.4', judge: 'sim:judge' }, environment)
  judged = await runSuite(fbBenchSuite, { model: 'sim:degraded?p=0.4', judge: 'sim:judge?noise=0.25' }, environment)
  await writeRun(people, join(root, 'right'))
  await writeRun(judged, join(root, 'run'))
  for (const label of labelsOfRun(people, join(root, 'right'), fbBenchQuestions, ANN_AGREES))
    all.set(label.item, [...(all.get(label.item) ?? []), label])
})

const scoredItems = () => judged.records.filter(({ status }) => status === 'passed' || status === 'failed').map(({ item }) => item)

/** The labels of so many items, drawn from all. */
const labelsOf = (count: number) =>
  random('labels', 1)
    .sample(scoredItems(), count)
    .flatMap((item) => all.get(item) ?? [])

/** The figures of the run with these labels in the project. */
async function summarized(labels: readonly object[], gates?: object) {
  mkdirSync(join(root, 'reports', 'labels'), { recursive: true })
  writeFileSync(join(root, 'reports', 'labels', 'ann.jsonl'), labels.map((line) => `${JSON.stringify(line)}\n`).join(''))
  if (gates) process.env.HOLDFAST_GATES = JSON.stringify({ allowSimulated: true, ...gates })
  try {
    const { code, stdout, stderr } = await holdfastHere(['merge', 'run', '--suite', 'fb-bench', '--json'], root)
    return { code, stderr, document: JSON.parse(stdout) as ScoresDocument }
  } finally {
    delete process.env.HOLDFAST_GATES
  }
}

const metricOf = ({ document }: { document: ScoresDocument }, key: string) => document.suites['fb-bench']?.metrics[key]

describe('a run with labels of people', () => {
  test('is corrected to exactly what people say where they labelled all of it, and not in what no judge decides', async () => {
    const run = await summarized(scoredItems().flatMap((item) => all.get(item) ?? []))
    expect(metricOf(run, 'corrected.overall')?.value).toBeCloseTo(people.figures.metrics.overall?.value as number, 9)
    expect(metricOf(run, 'corrected.rm.task.math')?.value).toEqual(people.figures.metrics['rm.task.math']?.value)
    expect(metricOf(run, 'overall')?.value).toBe(judged.figures.metrics.overall?.value)
    expect(run.document.run.labels).toEqual({
      'fb-bench': { labelled: scoredItems().length, unlabelled: 0, incomplete: 0, withoutChance: 0, ofOthers: 0 },
    })
    const keys = Object.keys(run.document.suites['fb-bench']?.metrics ?? {}).filter((key) => key.startsWith('corrected.'))
    expect(keys).toContain('corrected.pass_rate')
    expect(keys.filter((key) => /unscored_rate|cut_rate|agreement/.test(key))).toEqual([])
  })

  test('is corrected from a part of it, with an interval that holds what people say of all', async () => {
    const run = await summarized(labelsOf(90))
    const corrected = metricOf(run, 'corrected.overall')
    const truth = people.figures.metrics.overall?.value as number
    const raw = judged.figures.metrics.overall
    expect(corrected?.n).toBe(90)
    expect(corrected?.ci95?.[0]).toBeLessThan(truth)
    expect(corrected?.ci95?.[1]).toBeGreaterThan(truth)
    // The judge alone is sure of another figure.
    expect(raw?.ci95?.[1]).toBeLessThan(truth)
    expect(corrected?.ofLabels).toBeGreaterThan(0)
  })
})

describe('a sheet of which some answers changed since', () => {
  const keyOf = (labels: readonly Label[]) =>
    labels.map(({ rater: _rater, value: _value, ...asked }) => ({
      ...asked,
      kind: 'criterion',
      task: 'ec/Coding',
      cluster: asked.item,
      probability: 0.5,
    }))
  const keyFile = () => join(root, 'reports', 'labels', 'sheet.key.jsonl')
  const write = (key: readonly object[]) => writeFileSync(keyFile(), key.map((line) => `${JSON.stringify(line)}\n`).join(''))
  afterEach(() => rmSync(keyFile(), { force: true }))

  test('corrects nothing: the labels of those that did not change are no sample', async () => {
    const labels = labelsOf(30)
    const [first, ...rest] = keyOf(labels)
    write([{ ...first, sha256: 'e'.repeat(64) }, ...rest])
    const run = await summarized(labels)
    expect(metricOf(run, 'corrected.overall')).toBeUndefined()
    expect(run.document.run.labels?.['fb-bench']).toMatchObject({ labelled: 30, withoutChance: 30 })
  })

  test('counts all the same where some on it have no score in this run', async () => {
    const labels = labelsOf(30)
    write(keyOf([...labels, { ...(labels[0] as Label), item: 'of another part' }]))
    const run = await summarized(labels)
    expect(metricOf(run, 'corrected.overall')?.n).toBe(30)
    expect(run.document.run.labels?.['fb-bench']).toMatchObject({ labelled: 30, withoutChance: 0 })
  })

  test('counts what was drawn and has no label, reaches over it, and leaves a gate on the corrected figure open', async () => {
    const [drawn, labels] = [labelsOf(40), labelsOf(30)]
    const missing = new Set(drawn.map(({ item }) => item)).size - new Set(labels.map(({ item }) => item)).size
    write(keyOf([...drawn, ...labels.filter(({ item }) => !drawn.some((one) => one.item === item))]))
    const gates = { 'fb-bench': { 'corrected.overall': { min: 2 }, 'corrected.error_correction': { min: 2, decide: 'lenient' } } }
    const run = await summarized(labels, gates)
    const figure = metricOf(run, 'corrected.overall')
    const unlabelled = run.document.run.labels?.['fb-bench']?.unlabelled ?? 0
    expect(unlabelled).toBeGreaterThanOrEqual(missing)
    const [low = 0, high = 0] = figure?.bounds ?? []
    expect(low).toBeLessThan(figure?.value as number)
    expect(high).toBeGreaterThan(figure?.value as number)
    expect(figure?.ci95?.[0]).toBeLessThan(low)
    const because = expect.stringContaining(`${30 + unlabelled} drawn, ${unlabelled} without a label. People skip what is hard`)
    expect(run.document.gates).toMatchObject([0, 1].map(() => ({ verdict: 'undecided', because })))
    expect(run.code).toBe(1)
  })

  test('does not keep another sheet, all of which is of the run, from counting', async () => {
    const labels = labelsOf(30)
    write(keyOf(labels))
    writeFileSync(
      join(root, 'reports', 'labels', 'older.key.jsonl'),
      `${JSON.stringify({ ...keyOf(labels)[0], sha256: 'e'.repeat(64) })}\n`,
    )
    const run = await summarized(labels)
    rmSync(join(root, 'reports', 'labels', 'older.key.jsonl'))
    expect(metricOf(run, 'corrected.overall')?.n).toBe(30)
    expect(run.document.run.labels?.['fb-bench']).toMatchObject({ labelled: 30, withoutChance: 0 })
  })
})

describe('a gate on a corrected figure', () => {
  const gateOf = ({ document }: { document: ScoresDocument }) => document.gates[0]

  test('goes by what people say, where the judge alone would decide otherwise', async () => {
    const truth = people.figures.metrics.overall?.value as number
    const raw = judged.figures.metrics.overall?.value as number
    // The judge finds more faults than there are.
    const bound = (truth + raw) / 2
    expect(raw).toBeLessThan(bound)
    const gates = { 'fb-bench': { overall: { min: bound }, 'corrected.overall': { min: bound } } }
    const { document, code } = await summarized(labelsOf(90), gates)
    expect(document.gates.map(({ metric, verdict }) => [metric, verdict])).toEqual([
      ['fb-bench overall', 'broken'],
      ['fb-bench corrected.overall', 'held'],
    ])
    expect(code).toBe(1)
  })

  test('says how many labels would decide it', async () => {
    const bound = (people.figures.metrics.overall?.value as number) - 4
    const run = await summarized(labelsOf(30), { 'fb-bench': { 'corrected.overall': { min: bound, decide: 'strict' } } })
    expect(gateOf(run)).toMatchObject({ verdict: 'undecided' })
    expect(gateOf(run)?.because).toMatch(/^30 of \d+ items have a label\. .* of 5 runs where the figure is one point \(1\) from the bound/)
  })

  test('is broken where nobody labelled this run, and says what to do', async () => {
    const gates = { 'fb-bench': { 'corrected.overall': { min: 10 } } }
    const none = await summarized([], gates)
    expect(gateOf(none)).toMatchObject({
      verdict: 'broken',
      value: null,
      because: 'the project has no labels of it. Label 10 items or more, better 50: npx holdfast judge label latest',
    })
    const others = labelsOf(20).map((label) => ({ ...label, sha256: 'f'.repeat(64) }))
    const ofOthers = await summarized(others, gates)
    expect(gateOf(ofOthers)?.because).toBe(
      `0 items of this run are labelled (not counted: ${others.length} labels of another text). Label 10 or more, better 50: npx holdfast judge label latest`,
    )
  })

  test('does not measure a drop', async () => {
    const run = await summarized(labelsOf(20), { baseline: 'main', 'fb-bench': { 'corrected.overall': { maxDrop: 1 } } })
    expect(gateOf(run)?.because).toMatch(/^a drop is not told of a corrected figure/)
  })
})

test('a file of labels that cannot be read is named with its line and field', async () => {
  mkdirSync(join(root, 'reports', 'labels'), { recursive: true })
  writeFileSync(
    join(root, 'reports', 'labels', 'ann.jsonl'),
    '{"suite":"fb-bench","item":"x","question":"verdict/1","rater":"ann","value":1}\n',
  )
  const { code, stderr } = await holdfastHere(['merge', 'run', '--suite', 'fb-bench', '--json'], root)
  expect(code).toBe(1)
  expect(stderr).toMatch(/Failed to read .*ann\.jsonl, line 1, field sha256/)
})

test('a run that ends has its figures all the same, and says why none is corrected', async () => {
  const file = join(root, 'reports', 'labels', 'ann.jsonl')
  mkdirSync(join(root, 'reports', 'labels'), { recursive: true })
  writeFileSync(file, '{"suite":"fb-bench"')
  const by = { gates: undefined, root, folders: [join(root, 'run')] }
  await expect(runFigures(await fbBenchSuite.rules(), judged.records, by)).rejects.toThrow('ann.jsonl, line 1')
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => stderr.mockRestore())
  const { metrics } = await runFigures(await fbBenchSuite.rules(), judged.records, { ...by, isEnding: true })
  expect(metrics.overall?.value).toBe(judged.figures.metrics.overall?.value)
  expect(Object.keys(metrics).filter((key) => key.startsWith('corrected.'))).toEqual([])
  expect(stderr.mock.calls.join()).toMatch(/no corrected figures of fb-bench: Failed to read .*ann\.jsonl, line 1/)
  rmSync(file)
})
