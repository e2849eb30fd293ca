import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { mean } from '../../src/base/mean.ts'
import { random } from '../../src/base/random.ts'
import { type Filtered, filterItems } from '../../src/datasets/filter/filterItems.ts'
import { itemHealth } from '../../src/datasets/filter/itemHealth.ts'
import { lowerHalf, modelMeans } from '../../src/datasets/filter/weakModels.ts'
import { once } from '../outcome.ts'
import { hasShared, sharedFolder } from '../shared.ts'
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
    const { ranking } = filtered()
    const others = ranking?.others
    console.log(JSON.stringify(ranking))
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

/** Items that a filter can vouch for before a key is spoiled: those it has no doubt of. */
function planted(seed: number): { found: number; flagged: number; discriminating: number } {
  const { rows } = input()
  const weak = lowerHalf(modelMeans(rows, 12))
  const sound = itemHealth(rows, weak).flatMap(({ item, flags }) => (flags.includes('suspect') ? [] : [item]))
  const wrong = new Set(random('planted', seed).sample(sound, 10))
  const spoiled = rows.map((row) =>
    wrong.has(row.item)
      ? { ...row, scores: row.scores.map((score) => 1 - (score as number)), solved: row.scores.map((score) => score === 0) }
      : row,
  )
  const suspects = itemHealth(spoiled, lowerHalf(modelMeans(spoiled, 12))).filter(({ flags }) => flags.includes('suspect'))
  return { found: suspects.filter(({ item }) => wrong.has(item)).length, flagged: suspects.length, discriminating: 0 }
}

describe.skipIf(!hasShared)('of ten planted wrong keys', () => {
  test('at least nine are found, whichever items they are planted in', () => {
    const seeds = Array.from({ length: 20 }, (_, seed) => planted(seed))
    console.log(
      Math.min(...seeds.map(({ found }) => found)),
      mean(seeds.map(({ found }) => found)),
      mean(seeds.map(({ flagged }) => flagged)),
    )
    expect(Math.min(...seeds.map(({ found }) => found))).toBeGreaterThanOrEqual(9)
  })
})
