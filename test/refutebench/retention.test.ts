import { describe, expect, test } from 'vitest'
import type { ItemRecord } from '../../src/core/format/records.ts'
import type { Metric } from '../../src/core/format/scoresDocument.ts'
import { withIntervals } from '../../src/core/stats/intervals.ts'
import { suiteScores } from '../../src/core/stats/summary/suiteScores.ts'
import { summaryRules } from '../../src/deciding/suiteRules.ts'
import { refutebenchSummary } from '../../suites/refutebench/summary.ts'

const { summarize: summarizeRefutebench } = summaryRules('refutebench', refutebenchSummary)

type Ratings = Readonly<Record<string, number>>

function records(task: string, ratings: readonly Ratings[]): ItemRecord[] {
  return ratings.map((scores, index) => ({
    suite: 'refutebench',
    item: `${task}/seed-${index}`,
    task,
    trial: 0,
    status: 'passed',
    tags: { focus: 'style', clarity: 'vague', abstraction: 'abstract', emotion: 'emotional' },
    clusters: { seed: `${task.split('/')[1]}/seed-${index}` },
    scores,
  }))
}

const metricsOf = (...some: readonly ItemRecord[]): Record<string, Metric> =>
  suiteScores(some, withIntervals(some, summarizeRefutebench)).metrics

/** The first demand at first and at last. */
const transient = (first: number, last: number): Ratings => ({ 'R(a1,r0)': first, 'R(a3,r0)': last })
const persistent = (...ratings: readonly number[]): Ratings =>
  Object.fromEntries(ratings.map((rating, count) => [`R(c${count},r0)`, rating]))

describe('of the demands that were satisfied at first', () => {
  test('the share that still is counts from a rating of 4, and those not satisfied do not count', () => {
    const metrics = metricsOf(
      ...records('transient/mt', [transient(5, 4), transient(4, 3), transient(3, 5), transient(1, 1), transient(5, 5)]),
    )
    expect(metrics['transient.mt.satisfied']).toMatchObject({ value: 3 / 5, n: 5 })
    expect(metrics['transient.mt.retained_given_satisfied']).toMatchObject({ value: 2 / 3, n: 3 })
  })

  test('the share is told after every irrelevant query', () => {
    const metrics = metricsOf(...records('persistent/writing', [persistent(5, 5, 4, 1), persistent(4, 5, 3, 4), persistent(2, 5, 5, 5)]))
    const shares = [1, 2, 3].map((count) => metrics[`persistent.writing.retained_given_satisfied.c${count}`])
    expect(shares.map((share) => share?.value)).toEqual([1, 1 / 2, 1 / 2])
    expect(shares.map((share) => share?.n)).toEqual([2, 2, 2])
  })

  test('the share is left out where nobody complied', () => {
    const metrics = metricsOf(
      ...records('transient/mt', [transient(3, 5), transient(1, 1)]),
      ...records('persistent/mt', [persistent(1, 1, 1, 5)]),
    )
    expect(Object.keys(metrics).filter((key) => key.includes('retained'))).toEqual([])
    expect(metrics['transient.satisfied']?.value).toBe(0)
  })

  test('an item without the later rating counts as satisfied and not as kept or lost', () => {
    const metrics = metricsOf(...records('transient/mt', [transient(5, 5), { 'R(a1,r0)': 5 }]))
    expect(metrics['transient.mt.satisfied']?.n).toBe(2)
    expect(metrics['transient.mt.retained_given_satisfied']).toMatchObject({ value: 1, n: 1 })
  })

  // Wilson's interval of 3 of 3 from its formula: the lower end is n / (n + z²).
  test('the share has an interval also where all items agree', () => {
    const ci95 = metricsOf(...records('transient/mt', [transient(5, 5), transient(5, 4), transient(4, 4)]))[
      'transient.mt.retained_given_satisfied'
    ]?.ci95
    // Clopper and Pearson's for three of three.
    expect(ci95?.[0]).toBeCloseTo(0.025 ** (1 / 3), 5)
    expect(ci95?.[1]).toBeCloseTo(1, 10)
  })

  test('the figure over tasks counts tasks alike', () => {
    const metrics = metricsOf(
      ...records('transient/mt', [transient(5, 5), transient(5, 5), transient(5, 5), transient(5, 1)]),
      ...records('transient/writing', [transient(5, 1), transient(1, 1)]),
    )
    expect(metrics['transient.satisfied']).toMatchObject({ value: (1 + 1 / 2) / 2, n: 6 })
    expect(metrics['transient.retained_given_satisfied']).toMatchObject({ value: (3 / 4 + 0) / 2, n: 5 })
  })
})

describe('differences paired by item', () => {
  test('are over items with both ratings, where the official ones are of two means', () => {
    const metrics = metricsOf(
      ...records('transient/mt', [
        { ...transient(5, 4), 'R(q,a0)': 5, 'R(q,a3)': 2 },
        { 'R(a1,r0)': 1, 'R(q,a3)': 5 },
      ]),
      ...records('persistent/mt', [persistent(5, 5, 5, 3), { 'R(c3,r0)': 5 }]),
    )
    expect(metrics['transient.mt.forgetting']?.value).toBe(3 - 4)
    expect(metrics['transient.mt.forgetting_paired']).toMatchObject({ value: 1, n: 1 })
    expect(metrics['transient.mt.drift']?.value).toBe(5 - 3.5)
    expect(metrics['transient.mt.drift_paired']).toMatchObject({ value: 3, n: 1 })
    expect(metrics['persistent.mt.forgetting']?.value).toBe(5 - 4)
    expect(metrics['persistent.mt.forgetting_paired']).toMatchObject({ value: 2, n: 1 })
  })

  test('are the official ones where no rating is missing', () => {
    const metrics = metricsOf(...records('transient/mt', [transient(5, 2), transient(4, 3), transient(2, 2)]))
    expect(metrics['transient.mt.forgetting_paired']?.value).toBeCloseTo(metrics['transient.mt.forgetting']?.value ?? Number.NaN, 12)
  })

  test('are left out where no item has both', () => {
    expect(metricsOf(...records('transient/mt', [{ 'R(a1,r0)': 5 }, { 'R(a3,r0)': 5 }]))).not.toHaveProperty(
      'transient.mt.forgetting_paired',
    )
  })
})

describe('forgetting', () => {
  const noteOf = (share: number) => {
    const ratings = Array.from({ length: 10 }, (_, index) => (index < share * 10 ? transient(5, 5) : transient(1, 1)))
    const metrics = metricsOf(...records('transient/mt', ratings))
    return ['transient.mt.forgetting', 'transient.mt.forgetting_paired', 'transient.forgetting'].map((key) => metrics[key]?.note)
  }

  test('has a note where few demands were satisfied at first', () => {
    for (const note of [...noteOf(0), ...noteOf(0.7)]) expect(note).toMatch(/there is little to forget/)
  })

  test('has none where most were', () => expect(noteOf(0.8)).toEqual([undefined, undefined, undefined]))
})
