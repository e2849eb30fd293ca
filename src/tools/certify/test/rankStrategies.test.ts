import { describe, expect, test } from 'vitest'
import { MAIN_SUBSETS } from '../../../../suites/llmbar/names.ts'
import { type RecordedStrategy, readDataset, readRecording } from '../../../../test/llmbar/recorded.ts'
import { hasShared } from '../../../../test/shared.ts'
import type { ItemRecord } from '../../../core/format/records.ts'
import { rankStrategies } from '../strategies.ts'

function scored(subset: string, index: number, total: number): ItemRecord {
  const status = total === 1 ? 'passed' : 'failed'
  return { suite: 'llmbar', item: `${subset}/${index}`, task: subset, trial: 0, status, tags: {}, scores: { total } }
}

/** Places of runs, as `1-2 1-2`. */
const rankedOf = async (runs: readonly (readonly ItemRecord[])[]) =>
  (
    await rankStrategies(
      runs.map((records, at) => ({ name: `${at}`, document: undefined, records })),
      '.',
    )
  )
    .map((place) => place.join('-'))
    .join(' ')

/** A run of 20 pairs a subset, of which the first so many are wrong. */
const run = (wrong: number) =>
  MAIN_SUBSETS.flatMap((subset) => Array.from({ length: 20 }, (_, index) => scored(subset, index, index < wrong ? 0 : 1)))

describe('strategies', () => {
  test('that differ on many pairs have places of their own', async () =>
    expect(await rankedOf([run(12), run(0), run(6)])).toBe('3-3 1-1 2-2'))

  test('of which one is right on a single pair more share theirs', async () => {
    const better = run(6).map((record) => (record.item === 'Natural/0' ? scored('Natural', 0, 1) : record))
    expect(await rankedOf([run(6), better])).toBe('1-2 1-2')
  })

  test('that are alike share theirs, and one alone is first', async () => {
    expect(await rankedOf([run(3), run(3)])).toBe('1-2 1-2')
    expect(await rankedOf([run(3)])).toBe('1-1')
  })

  test('of which one lacks a subset are told by the others', async () =>
    expect(await rankedOf([run(0).slice(20), run(12)])).toBe('1-1 2-2'))
})

/** As in Table 2, with places by a script in Python: normal intervals of paired differences, stratified by subset, and Holm. */
const PLACES: Readonly<Record<RecordedStrategy, string>> = {
  Vanilla_NoRules: '7-8',
  Vanilla: '1-7',
  CoT: '3-8',
  Swap: '1-7',
  Swap_CoT: '1-7',
  Metrics: '1-7',
  Reference: '1-6',
  Metrics_Reference: '1-6',
}

test.skipIf(!hasShared)(
  'GPT-4’s best strategy of Table 2 is told from two of seven others (skipped without the shared folder)',
  async () => {
    const runs = Object.keys(PLACES).map((strategy) =>
      MAIN_SUBSETS.flatMap((subset) => {
        const labels = readDataset(subset).map(({ label }) => String(label))
        return readRecording(strategy, subset).map(({ index, winner }) =>
          scored(subset, index, [winner.forward, winner.swapped].filter((one) => one === labels[index]).length / 2),
        )
      }),
    )
    expect(await rankedOf(runs)).toBe(Object.values(PLACES).join(' '))
  },
)
