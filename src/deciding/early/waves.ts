import { normalCdf } from '../../core/stats/normal.ts'

/** How a rule stands, for a forecast of when it is decided. */
export interface RuleOutlook {
  /** Chance of error that it may have, and what its leading word has so far. */
  readonly alpha: number
  readonly risk: number
  /** Share of its weight that was seen, 0 to 1. */
  readonly seen: number
  /** By how many standard errors of a whole run earlier runs lie off its bound; undefined where none is known. */
  readonly foretold?: number | undefined
}

/** How far models may lie from what earlier runs foretell, and from a bound where nothing does, in standard errors of a whole run. */
const SPREAD = { foretold: 6, unknown: 8 }
/** What bets lose against the best one in hindsight, as logarithm of their winnings. */
const LOST = 1.2

/**
 * Chance that a rule is open once a share of its weight was seen: of a figure that lies t standard errors of the whole run off the bound,
 * bets win about t^2 f / (2 (1 - f)) at the share f, as a logarithm. Of t it is known what was foretold, and what was won. A forecast: the
 * price of a decision rests on it, and no error.
 */
export function chanceOpen({ alpha, risk, seen, foretold }: RuleOutlook, share: number): number {
  if (share >= 1) return 0
  const prior = foretold === undefined ? SPREAD.unknown : SPREAD.foretold
  const told = seen / (1 - Math.min(seen, 1 - 1e-9))
  const observed = seen === 0 ? 0 : Math.sqrt((2 * (Math.log(1 / Math.max(risk, 1e-12)) + LOST / 2)) / told)
  const precision = 1 / prior ** 2 + told
  const mean = (Math.abs(foretold ?? 0) / prior ** 2 + observed * told) / precision
  const spread = 1 / Math.sqrt(precision)
  const needed = 2 * (Math.log(2 / alpha) + LOST)
  const within = (at: number) => {
    const reach = Math.sqrt((needed * (1 - at)) / Math.max(at, 1e-9))
    return normalCdf((reach - mean) / spread) - normalCdf((-reach - mean) / spread)
  }
  return seen === 0 ? within(share) : Math.min(1, within(share) / Math.max(within(seen), 1e-9))
}

/** What the sizes of waves are chosen by. */
export interface WavesBy {
  /** Units that are complete, and all. */
  readonly from: number
  readonly units: number
  /** Chance that the decision is open after so many units, given that it is now. */
  openAfter(units: number): number
  /** What the units from one place up to another cost in one wave. */
  priceOf(from: number, to: number): number
}

/** By what ends of waves that are looked at differ, and the least of them as a share of all units. */
const GROWTH = 1.15
const LEAST = 0.01
/** What a wave more costs in waiting, as a share of the price of all units. */
const WAITING = 0.005

/** Where the next wave ends, so that what the decision is expected to cost from here is least; and what that is. */
export function nextWave({ from, units, openAfter, priceOf }: WavesBy): { readonly to: number; readonly expected: number } {
  const ends: number[] = []
  for (let step = Math.max(from, 1) * (from > 0 ? GROWTH - 1 : 0); ends.at(-1) !== units; step = step * GROWTH + 1) {
    const least = Math.max(1, Math.ceil(LEAST * units))
    ends.push(Math.min(units, (ends.at(-1) ?? from) + Math.max(least, Math.ceil(step))))
  }
  const waiting = WAITING * priceOf(0, units)
  const open = ends.map(openAfter)
  // From the last end to the first: the best that can follow each.
  const best = new Map<number, { to: number; expected: number }>()
  for (const start of [from, ...ends.slice(0, -1)].reverse()) {
    const given = start === from ? 1 : Math.max(1e-9, open[ends.indexOf(start)] as number)
    let found = { to: units, expected: Number.POSITIVE_INFINITY }
    for (const [at, to] of ends.entries()) {
      if (to <= start) continue
      const goesOn = Math.min(1, (open[at] as number) / given)
      const expected = priceOf(start, to) + waiting + (to === units ? 0 : goesOn * (best.get(to)?.expected ?? 0))
      if (expected < found.expected) found = { to, expected }
    }
    best.set(start, found)
  }
  return best.get(from) ?? { to: units, expected: 0 }
}
