import { expect } from 'vitest'
import { type DatasetCard, datasetCard } from '../official/datasetCard.ts'
import { type OfficialSuite, officialSuites } from '../official/officialSuites.ts'

/** The card of a suite's data, as `holdfast data show` prints it. */
export async function cardOf(suite: string, data: string): Promise<DatasetCard> {
  return datasetCard((await officialSuites([suite]))[0] as OfficialSuite, data)
}

/** The counts of a label; none where the card has no such label. */
export function countsOf({ labels }: DatasetCard, name: string): Readonly<Record<string, number>> {
  return labels.find(({ label }) => label === name)?.counts ?? {}
}

/** The sum of counts. */
export function total(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

/** Checks that the card of bundled data counts each item once and has texts of every kind it names. */
export async function expectBundledCard(suite: string): Promise<void> {
  const card = await cardOf(suite, 'bundled')
  expect(card).toMatchObject({ suite, source: 'bundled', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(total(card.tasks)).toBe(card.items)
  for (const { least, median, p90, most, count } of card.lengths) {
    expect(count).toBeGreaterThan(0)
    expect([least, median, p90, most]).toEqual([least, median, p90, most].sort((one, other) => one - other))
  }
}
