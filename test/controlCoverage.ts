import type { Metrics } from '../src/core/format/scoresDocument.ts'
import { controlRates } from '../src/core/stats/controls/controlRates.ts'

/**
 * A judge's rates by its known-answer controls, one entry a seed: each seed takes another fifth of the items, as a run with
 * `HOLDFAST_CONTROLS=0.2` does.
 */
export async function ratesBySeed<Item>(
  items: readonly Item[],
  seeds: number,
  controls: (item: Item, seed: number) => Promise<Readonly<Record<string, number>>>,
): Promise<Metrics[]> {
  const rates: Metrics[] = []
  for (let seed = 0; seed < seeds; seed += 1) {
    const chosen = items.filter((_, index) => (index + seed) % 5 === 0)
    rates.push(controlRates(await Promise.all(chosen.map((item) => controls(item, seed)))))
  }
  return rates
}

/** Share of the seeds in whose interval a rate's true value lies; a seed without the rate or its interval counts against it. */
export function coverage(rates: readonly Metrics[], key: string, value: number): number {
  const covered = rates.filter(({ [key]: rate }) => rate?.ci95 && rate.ci95[0] <= value && value <= rate.ci95[1])
  return covered.length / rates.length
}
