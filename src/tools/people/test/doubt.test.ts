import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { fbBenchQuestions } from '../../../../suites/fb-bench/questions.ts'
import { fbBenchSuite } from '../../../../suites/fb-bench/suite.ts'
import { holdfastHere } from '../../../../test/command.ts'
import { callsOf, metricsOf, value, writeRun } from '../../../../test/outcome.ts'
import { runSuite, type SuiteOutcome } from '../../../../test/runSuite.ts'
import { isLong } from '../../../../test/shared.ts'
import { sharedTemporaryFolder } from '../../../../test/temporaryFolder.ts'
import { mean } from '../../../core/base/mean.ts'
import type { ItemRecord } from '../../../core/format/records.ts'
import type { ScoresDocument } from '../../../core/format/scoresDocument.ts'
import type { Label } from '../labels/label.ts'
import { ANN_AGREES, labelsOfRun } from './labelsOfRun.ts'

const NOISES = [0, 0.05, 0.2] as const
const LIMIT = isLong ? '12' : '5'

const isScored = ({ status }: ItemRecord) => status === 'passed' || status === 'failed'
const isDoubtful = ({ tags }: ItemRecord) => tags.doubtful === 'yes'

function judgedWith(noise: number, environment: Record<string, string> = {}): Promise<SuiteOutcome> {
  const judge = `sim:judge?noise=${noise}`
  return runSuite(fbBenchSuite, { model: 'sim:degraded?p=0.4', judge }, { HOLDFAST_LIMIT: LIMIT, HOLDFAST_VOTES: '3', ...environment })
}

/** The same answers, judged three times each: rightly, and by judges that err in some of their verdicts. */
const runs = new Map<number, SuiteOutcome>()
beforeAll(async () => {
  for (const noise of NOISES) runs.set(noise, await judgedWith(noise, { HOLDFAST_DOUBT: '0' }))
})
const ofNoise = (noise: (typeof NOISES)[number]) => runs.get(noise) as SuiteOutcome

/** Criteria that the judge was asked of each item. */
function criteriaOf(outcome: SuiteOutcome): Map<string, number> {
  const verdicts = callsOf(outcome, 'judge').filter(({ key }) => key.call === 'verdict')
  return new Map(verdicts.map(({ key, content }) => [key.item, Object.keys(JSON.parse(content ?? '') as object).length]))
}

describe('a simulated judge that is asked three times', () => {
  test('leaves nothing to people where it never errs', () => {
    const { doubt_rate: rate, ...metrics } = metricsOf(ofNoise(0))
    expect(rate?.value).toBe(0)
    const { value, n, ci95 } = metrics.overall ?? {}
    expect(metrics['sure.overall']).toMatchObject({ value, n, ci95, label: 'overall score, without doubtful verdicts' })
    expect(metrics['with_people.overall']?.value).toBe(metrics.overall?.value)
  })

  test.each([0.05, 0.2] as const)('with noise %f leaves as much as votes differ by chance', (noise) => {
    const criteria = criteriaOf(ofNoise(noise))
    // All three votes on a criterion are alike with p³ + (1 - p)³, and an item needs that of all its criteria.
    const alike = noise ** 3 + (1 - noise) ** 3
    const chances = ofNoise(noise)
      .records.filter(isScored)
      .map(({ item }) => 1 - alike ** (criteria.get(item) ?? Number.NaN))
    const expected = mean(chances)
    const se = Math.sqrt(chances.reduce((sum, chance) => sum + chance * (1 - chance), 0)) / chances.length
    const rate = metricsOf(ofNoise(noise)).doubt_rate
    expect(Math.abs((rate?.value ?? Number.NaN) - expected)).toBeLessThan(3 * se)
    expect(rate?.n).toBe(chances.length)
    expect(rate?.ci95?.[0]).toBeLessThan(rate?.value as number)
  })

  test.each([0.05, 0.2] as const)('with noise %f errs less where it is sure, and its figure is nearer to the truth', (noise) => {
    const truth = new Map(ofNoise(0).records.map((record) => [record.item, record.status]))
    const errors = (some: readonly ItemRecord[]) => mean(some.map(({ item, status }) => Number(truth.get(item) !== status)))
    const scored = ofNoise(noise).records.filter(isScored)
    const sure = scored.filter((record) => !isDoubtful(record))
    expect(errors(sure)).toBeLessThan(errors(scored) / 2)
    // Against the truth of the items that each is over: items with many criteria are doubtful more often, and are others than the rest.
    const passed = (some: readonly ItemRecord[]) => mean(some.map(({ item }) => Number(truth.get(item) === 'passed')))
    const off = (key: string, some: readonly ItemRecord[]) => Math.abs((value(ofNoise(noise), key) as number) - passed(some))
    expect(off('sure.pass_rate', sure)).toBeLessThan(off('pass_rate', scored))
  })

  test('has the figures of the other items alone beside its own', () => {
    const { records } = ofNoise(0.2)
    const passed = records.filter((record) => isScored(record) && !isDoubtful(record)).map(({ status }) => Number(status === 'passed'))
    expect(value(ofNoise(0.2), 'sure.pass_rate')).toBeCloseTo(mean(passed), 12)
    expect(metricsOf(ofNoise(0.2))['sure.pass_rate']?.n).toBe(passed.length)
  })

  test('leaves less to people the more doubt is borne, and nothing of a doubt of 1', async () => {
    const [bit, most, all] = await Promise.all(
      ['0.66', '0.67', '1'].map((doubt) => judgedWith(0.2, { HOLDFAST_DOUBT: doubt, HOLDFAST_LIMIT: '2' })),
    )
    // One vote of three against the others is a doubt of two thirds.
    const doubts = bit?.records.filter(isScored).map(({ scores }) => scores.judge_doubt) ?? []
    expect(new Set(doubts)).toEqual(new Set([0, 2 / 3]))
    const rates = [bit, most, all].map((outcome) => outcome && value(outcome, 'doubt_rate'))
    expect(rates).toEqual([mean(doubts.map((doubt) => Number(doubt !== 0))), 0, 0])
  })

  test('is not measured so where the setting is off, nor by one vote', async () => {
    for (const environment of [{ HOLDFAST_LIMIT: '2' }, { HOLDFAST_LIMIT: '2', HOLDFAST_DOUBT: '0', HOLDFAST_VOTES: '1' }]) {
      const outcome = await judgedWith(0.2, environment)
      expect(Object.keys(metricsOf(outcome)).filter((key) => /^(?:sure|with_people)\.|doubt/.test(key))).toEqual([])
      expect(outcome.records.filter(({ scores, tags }) => 'judge_doubt' in scores || 'doubtful' in tags)).toEqual([])
    }
  })

  test('is doubtful where it missed a known answer, though it was asked once', async () => {
    const { records } = await judgedWith(0.2, { HOLDFAST_DOUBT: '0.5', HOLDFAST_VOTES: '1', HOLDFAST_CONTROLS: '1', HOLDFAST_LIMIT: '2' })
    const missed = ({ scores }: ItemRecord) => Object.entries(scores).some(([name, count]) => /^control_f[np]\./.test(name) && count > 0)
    const controlled = records.filter(
      (record) => isScored(record) && Object.keys(record.scores).some((name) => name.startsWith('control_t')),
    )
    expect(controlled.filter(missed).length).toBeGreaterThan(0)
    expect(controlled.map(isDoubtful)).toEqual(controlled.map(missed))
  })
})

describe('verdicts that are left to people', () => {
  const root = sharedTemporaryFolder()
  const labels = new Map<string, Label[]>()
  const doubtful = () =>
    ofNoise(0.2)
      .records.filter(isDoubtful)
      .map(({ item }) => item)

  beforeAll(async () => {
    await writeRun(ofNoise(0), join(root, 'right'))
    await writeRun(ofNoise(0.2), join(root, 'run'))
    for (const label of labelsOfRun(ofNoise(0), join(root, 'right'), fbBenchQuestions, ANN_AGREES))
      labels.set(label.item, [...(labels.get(label.item) ?? []), label])
  })

  /** The run as summarized anew with labels of these items in the project. */
  async function summarized(items: readonly string[], gates?: object) {
    mkdirSync(join(root, 'reports', 'labels'), { recursive: true })
    const lines = items.flatMap((item) => labels.get(item) ?? []).map((line) => `${JSON.stringify(line)}\n`)
    writeFileSync(join(root, 'reports', 'labels', 'ann.jsonl'), lines.join(''))
    if (gates) process.env.HOLDFAST_GATES = JSON.stringify({ allowSimulated: true, maxUnscored: 1, baseline: 'main', 'fb-bench': gates })
    try {
      const { code, stdout } = await holdfastHere(['summarize', 'fb-bench', 'run'], root)
      const document = JSON.parse(stdout) as ScoresDocument
      return { code, document, metrics: document.suites['fb-bench']?.metrics ?? {} }
    } finally {
      delete process.env.HOLDFAST_GATES
    }
  }

  test('are counted the same by summarize as by the run', async () => {
    const { document, metrics } = await summarized([])
    const own = metricsOf(ofNoise(0.2))
    const added = Object.keys(own).filter((key) => key === 'doubt_rate' || key.startsWith('sure.'))
    expect(added.length).toBeGreaterThan(10)
    for (const key of added) expect(metrics[key], key).toEqual(own[key])
    expect(document.run.doubt).toBe(0)
    const judged = ofNoise(0.2).records.filter(isScored).length
    expect(document.run.doubtful).toEqual({ 'fb-bench': { judged, doubtful: doubtful().length, labelled: 0 } })
    expect(Object.keys(metrics).filter((key) => key.startsWith('with_people.'))).toEqual([])
  })

  test('count as people say where they labelled all of them, and the others as the judge says', async () => {
    const { metrics } = await summarized(doubtful())
    const truth = new Map(ofNoise(0).records.map((record) => [record.item, record]))
    const together = ofNoise(0.2)
      .records.filter(isScored)
      .map((record) => (isDoubtful(record) ? (truth.get(record.item) ?? record) : record))
    const rate = mean(together.map(({ status }) => Number(status === 'passed')))
    expect(metrics['with_people.pass_rate']?.value).toBeCloseTo(rate, 12)
    const right = value(ofNoise(0), 'overall') as number
    const off = (key: string) => Math.abs((metrics[key]?.value ?? Number.NaN) - right)
    expect(off('with_people.overall')).toBeLessThan(off('overall') / 2)
  })

  test('have no figure with people while one of them has no label, and a gate says how many are left', async () => {
    const some = doubtful().slice(1)
    const { metrics, document, code } = await summarized(some, { 'with_people.overall': { min: 1 } })
    expect(metrics['with_people.overall']).toBeUndefined()
    expect(document.run.doubtful?.['fb-bench']).toMatchObject({ labelled: some.length })
    expect(document.gates).toMatchObject([{ verdict: 'broken', value: null }])
    expect(document.gates[0]?.because).toBe(
      `people labelled ${some.length} of ${some.length + 1} doubtful verdicts. Label the others: npx holdfast annotate latest --by doubtful`,
    )
    expect(code).toBe(1)
  })

  test('can be gated by their share and by the figures beside them', async () => {
    const rate = value(ofNoise(0.2), 'doubt_rate') as number
    const gates = { doubt_rate: { max: rate - 0.1 }, 'sure.pass_rate': { min: 0.1 }, 'with_people.overall': { min: 1 } }
    const { document, code } = await summarized(doubtful(), gates)
    expect(document.gates.map(({ metric, verdict }) => [metric, verdict])).toEqual([
      ['fb-bench doubt_rate', 'broken'],
      ['fb-bench sure.pass_rate', 'held'],
      ['fb-bench with_people.overall', 'held'],
    ])
    expect(code).toBe(1)
  })

  test('measure no drop', async () => {
    const { document } = await summarized([], { 'sure.overall': { maxDrop: 1 }, doubt_rate: { maxDrop: 0.1 } })
    for (const { because } of document.gates) expect(because).toMatch(/^a drop is not told of it/)
  })
})
