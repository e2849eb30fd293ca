import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { once } from '../../../../test/outcome.ts'
import { hasShared, isLong, sharedFolder } from '../../../../test/shared.ts'
import { random } from '../../../core/base/random.ts'
import { type Filtered, filterItems, lowerHalf, modelMeans } from '../filter/filterItems.ts'
import { type ItemRow, itemHealth } from '../filter/itemHealth.ts'
import { fbBenchModels } from './fbBenchModels.ts'

// Twelve models that FB-Bench's authors recorded, with the official scores of their 591 items.

const input = once(fbBenchModels)
const options = { drop: ['easy', 'unscored'], seed: 0 } as const
const filtered = once((): Filtered => filterItems(input(), options))

describe.skipIf(!hasShared)('of twelve recorded models of FB-Bench', () => {
  test('the means are those of the published scores of tasks', () => {
    type Cells = Record<string, { ec: number | null; rm: number | null; n_ec: number; n_rm: number }>
    const path = join(sharedFolder, 'data', 'fb-bench', 'expected.json')
    const { models: published } = JSON.parse(readFileSync(path, 'utf8')) as { models: Record<string, { per_task: Cells }> }
    expect(filtered().models).toHaveLength(12)
    for (const { model, mean: found } of filtered().models) {
      const cells = Object.values(published[model]?.per_task ?? {})
      const sum = cells.reduce((total, { ec, rm, n_ec, n_rm }) => total + (ec ?? 0) * n_ec + (rm ?? 0) * n_rm, 0)
      expect(100 * found).toBeCloseTo(sum / 591, 1)
    }
  })

  test('half of the items carry the ranking, of the models they are chosen by and of others', () => {
    const { ranking } = filterItems(input(), { ...options, drop: [], keep: 0.5 })
    const others = ranking?.others
    expect(ranking).toMatchObject({ items: 295, of: 591, others: { divisions: 924 } })
    // By all models, on these.
    expect(ranking?.correlation).toBeGreaterThanOrEqual(0.97)
    // By each half of the models, on all of them.
    expect(others?.onAll).toBeGreaterThanOrEqual(0.97)
    // On the six others alone one exchange of neighbours costs 0.057, and three pairs of the twelve are within 0.01 of each other.
    expect(others?.chosen).toBeGreaterThanOrEqual(0.965)
    expect(others?.chosen).toBeGreaterThan(others?.random ?? 1)
  })
})

/** Plants ten wrong keys: what was right is wrong and the other way round. Not in items that are suspect as they are. */
function planted(seed: number): { found: number; flagged: number } {
  const { rows } = input()
  const sound = suspects(rows, false)
  const wrong = new Set(random('planted', seed).sample(sound, 10))
  const inverted = rows.map((row) => {
    const scores = row.scores.map((score) => 1 - (score as number))
    return wrong.has(row.item) ? { ...row, scores, solved: scores.map((score) => score === 1) } : row
  })
  const flagged = suspects(inverted, true)
  return { found: flagged.filter((item) => wrong.has(item)).length, flagged: flagged.length }
}

function suspects(rows: readonly ItemRow[], areSuspect: boolean): string[] {
  const health = itemHealth(rows, lowerHalf(modelMeans(rows, 12)))
  return health.flatMap(({ item, flags }) => (flags.includes('suspect') === areSuspect ? [item] : []))
}

describe.skipIf(!hasShared)('of ten planted wrong keys', () => {
  const trials = once(() => Array.from({ length: isLong ? 200 : 20 }, (_, seed) => planted(seed)))

  test('at least nine are found', () => expect(Math.min(...trials().map(({ found }) => found))).toBeGreaterThanOrEqual(9))

  test('and little more than these is flagged that was not before', () => {
    const before = suspects(input().rows, true).length
    // A fifth of the items is flagged as it is: of twelve models chance makes many correlations negative.
    expect(before).toBeLessThan(591 / 5)
    for (const { found, flagged } of trials()) expect(flagged - found - before).toBeLessThanOrEqual(5)
  })
})
