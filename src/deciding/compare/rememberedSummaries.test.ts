import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ItemRecord } from '../../core/format/records.ts'
import { meanTotals, runSummary } from '../../core/stats/summary/summaryInput.ts'
import { rememberedSummaries } from './ranking.ts'

const records = Array.from(
  { length: 30 },
  (_, index): ItemRecord => ({
    suite: 's',
    item: String(index),
    task: index % 3 === 0 ? 'one' : 'other',
    trial: 0,
    status: 'passed',
    tags: {},
    scores: { total: ((index * 7) % 11) / 10 },
  }),
)

test('what is remembered is what would be found again, of any records in any order of asking', () => {
  let asked = 0
  const summarize = (some: readonly ItemRecord[]) => {
    asked += 1
    return { score: { value: some.reduce((sum, { scores }) => sum + (scores.total ?? 0), 0), n: some.length, ci95: null } }
  }
  fc.assert(
    fc.property(fc.array(fc.subarray(records), { minLength: 1 }), (subsets) => {
      const remembering = rememberedSummaries(summarize, ['score'], new Set([30]))
      asked = 0
      const twice = [...subsets, ...subsets].map((some) => remembering(some))
      expect(asked).toBe(new Set(subsets.map((some) => some.map(({ item }) => item).join())).size)
      expect(twice).toEqual([...subsets, ...subsets].map(summarize))
    }),
  )
})

test('of all records every metric is kept, of some those that are asked for', () => {
  const summarize = (some: readonly ItemRecord[]) => runSummary('demo', some, meanTotals)
  const remembering = rememberedSummaries(summarize, ['score'], new Set([30]))
  expect(Object.keys(remembering(records))).toEqual(['score', 'score.one', 'score.other'])
  expect(Object.keys(remembering(records.slice(1)))).toEqual(['score'])
})
