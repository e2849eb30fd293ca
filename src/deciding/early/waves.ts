import { sum } from '../../core/base/collections.ts'
import { remembered } from '../../core/base/remembered.ts'
import { normalCdf } from '../../core/stats/normal.ts'
import type { EarlyOutlook } from '../../core/stats/sequential/earlyGate.ts'

/** How a rule stands, for a forecast of when it is decided. */
export type RuleOutlook = Required<EarlyOutlook>

/** By how much more the logarithm of what the best bet in hindsight wins must grow than that of what is won. */
const LOST = 1.325
/** Normal variables, each as likely. */
const LIKELY = [-1.645, -1.036, -0.674, -0.385, -0.126, 0.126, 0.385, 0.674, 1.036, 1.645]

/**
 * Chance that a rule is open once a share of what a whole run tells came. Of a figure that lies t errors of a whole draw from where its verdict
 * turns the logarithm of what bets win grows like a Brownian motion of drift v^2 / 2 and variance v^2, with v^2 = t^2 f / (1 - f) at the share f.
 * It is open while that was never as high as is needed. A forecast: the price of a decision rests on it, and no error.
 */
export function chanceOpen({ seen, share, needed: by, distance, before }: RuleOutlook): number {
  if (share >= 1) return 0
  // What comes outweighs halves that differ as slowly as it came.
  if (by <= 1) return Math.sqrt(seen / share)
  const odds = (at: number) => at / (1 - Math.min(at, 1 - 1e-9))
  const precision = 1 / before.spread ** 2 + odds(seen)
  const mean = (before.distance / before.spread ** 2 + distance * odds(seen)) / precision
  // Who has lost all but so much wins it back as unlikely as if it were more.
  const needed = LOST * Math.log(Math.min(by, 1e8))
  const to = odds(share) - odds(seen)
  if (to <= 0) return 1
  const open = LIKELY.map((at) => {
    const v = Math.max(1e-9, Math.abs(mean + at / Math.sqrt(precision)) * Math.sqrt(to))
    return normalCdf(needed / v - v / 2) - Math.exp(needed) * normalCdf(-needed / v - v / 2)
  })
  return sum(open) / open.length
}

/** Chance that an item is needed from which its direct call begins while others are under way, and how many may be so whatever the chance. */
export const NEEDED = { chance: 0.75, least: 4 }

/** What an item takes, in tokens or whatever it is priced by: of the beginning that it shares with others, and beside that. */
export interface ItemUse {
  /** Empty for none. Beginnings of one prefix are alike up to the end of the shorter. */
  readonly prefix: string
  readonly shared: number
  readonly own: number
}

/**
 * Price of the units from one place up to another as one wave. @param cached price of what a provider's cache holds, as a share.
 * @param keeps whether that cache still holds what the waves before have read.
 */
export function wavePrices(units: readonly (readonly ItemUse[])[], cached: number, keeps = false): (from: number, to: number) => number {
  const take = (read: Map<string, number>, { prefix, shared }: ItemUse) => {
    const held = prefix === '' ? 0 : (read.get(prefix) ?? 0)
    read.set(prefix, Math.max(held, shared))
    return Math.min(held, shared)
  }
  const pricesFrom = remembered((from: number) => {
    const read = new Map<string, number>()
    for (const use of keeps ? units.slice(0, from).flat() : []) take(read, use)
    return { prices: [0], read }
  })
  return (from, to) => {
    const { prices, read } = pricesFrom(from)
    // Each wave is priced as far as somebody asked, from where it was priced last.
    for (let at = from + prices.length - 1; at < to; at += 1) {
      let price = prices.at(-1) as number
      for (const use of units[at] ?? []) price += use.own + use.shared - (1 - cached) * take(read, use)
      prices.push(price)
    }
    return prices[to - from] as number
  }
}

/** What the sizes of waves are chosen by. */
export interface WavesBy {
  /** Units that have begun, and all. */
  readonly from: number
  readonly units: number
  /** Chance that the decision is open after so many units, given how it stands. */
  openAfter(units: number): number
  /** What the units from one place up to another cost in one wave of direct calls. */
  priceOf(from: number, to: number): number
  /** What a call by batch costs, as a share of that. */
  readonly share: number
}

/** The next wave. */
export interface NextWave {
  /** The place up to which units begin. */
  readonly to: number
  /** Whether its calls are made directly: so few cost less than another wait. */
  readonly isDirect: boolean
  /** What the decision is expected to cost from here, waits among it. */
  readonly expected: number
}

/** By what ends of waves that are looked at differ, and the least of them as a share of all units. */
const GROWTH = 1.15
const LEAST = 0.02
/** What another wait for a batch is worth, as a share of the price of all units. */
const WAITING = 0.002

/** Where the next wave ends, so that what the decision is expected to cost from here is least. */
export function nextWave({ from, units, openAfter, priceOf, share }: WavesBy): NextWave {
  const ends: number[] = []
  const least = Math.max(1, Math.ceil(LEAST * units))
  for (let step = least; ends.length === 0 || (ends.at(-1) as number) < units; step = Math.ceil(step * GROWTH))
    ends.push(Math.min(units, (ends.at(-1) ?? from) + step))
  const waiting = WAITING * priceOf(0, units)
  const starts = [from, ...ends]
  const open = starts.map((at, place) => (place === 0 ? 1 : openAfter(at)))
  // From the last start to the first: the best that can follow each.
  const best: NextWave[] = []
  for (let start = starts.length - 2; start >= 0; start -= 1) {
    const options = starts.slice(start + 1).map((to, after): NextWave => {
      const direct = priceOf(starts[start] as number, to)
      const byBatch = share * direct + waiting
      const at = start + 1 + after
      const goesOn = Math.min(1, (open[at] as number) / Math.max(1e-9, open[start] as number))
      return { to, isDirect: direct < byBatch, expected: Math.min(direct, byBatch) + goesOn * (best[at]?.expected ?? 0) }
    })
    best[start] = options.reduce((one, other) => (other.expected < one.expected ? other : one))
  }
  return best[0] ?? { to: units, isDirect: false, expected: 0 }
}
