import { beforeAll, describe, expect, test } from 'vitest'
import { callsOf, metricsOf, value } from '../../../../test/outcome.ts'
import type { SuiteOutcome } from '../../../../test/runSuite.ts'
import { mean } from '../../../core/base/mean.ts'
import type { ItemRecord } from '../../../core/format/records.ts'
import { isScored } from '../../../core/stats/summary/combineTrials.ts'
import { isDoubtful, judgedWith, makeRuns, ofNoise } from './doubtRuns.ts'

beforeAll(makeRuns)

/** Criteria that the judge was asked of each item. */
function criteriaOf(outcome: SuiteOutcome): Map<string, number> {
  const verdicts = callsOf(outcome, 'judge').filter(({ key }) => key.call === 'verdict')
  return new Map(
    verdicts.map(({ key, content }) => [key.item, (Object.values(JSON.parse(content ?? '') as object)[0] as unknown[]).length]),
  )
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
