import { chanceOpen, NEEDED, nextWave, type RuleOutlook, type WavesBy } from './waves.ts'

/** What a decision is expected to cost, as shares of the price of a whole run of direct calls. */
export interface DecisionForecast {
  readonly expected: number
  /** In 9 of 10 runs it lies between these. */
  readonly range90: readonly [low: number, high: number]
  /** Waves of batches as a rule, each of which is waited for; 0 for direct calls. */
  readonly waves: number
}

/** What a decision is forecast by. */
export interface DecisionBy extends Pick<WavesBy, 'units' | 'priceOf' | 'share'> {
  /** Chance of error that each rule may have. */
  readonly alpha: number
  /** Where the rules stand by what is known before the run. */
  readonly rules: readonly RuleOutlook['before'][]
  /** Units of which direct calls are under way at once. */
  readonly inFlight: number
}

/**
 * The price of a decision by direct calls, looked at after each unit, of which the provider's cache holds what came before. What had begun
 * by then is paid for: those that were probably needed at the start, and a few more ({@link NEEDED}).
 */
export function forecastDirect(by: DecisionBy): DecisionForecast {
  const ends = Array.from({ length: by.units }, (_, at) => at + 1)
  const openAfter = openBy(by)
  const needed = ends.findIndex((to) => openAfter(to) < NEEDED.chance)
  const first = Math.min(by.inFlight, needed === -1 ? by.units : needed)
  const begunBy = (to: number) => Math.min(by.units, Math.max(first, to + Math.min(NEEDED.least, by.inFlight) - 1))
  return { ...ofPath(by, ends, (_from, to) => by.priceOf(0, begunBy(to))), waves: 0 }
}

/** The price of a decision in waves of batches, each as long as is best while the rules are open. */
export function forecastWaves(by: DecisionBy): DecisionForecast {
  const ends: number[] = []
  const paid = [0]
  const openAfter = openBy(by)
  for (let from = 0; from < by.units; ) {
    const { to, isDirect } = nextWave({ ...by, from, openAfter })
    paid.push((paid.at(-1) as number) + by.priceOf(from, to) * (isDirect ? 1 : by.share))
    ends.push(to)
    from = to
  }
  const half = ends.findIndex((to) => openAfter(to) <= 0.5)
  return { ...ofPath(by, ends, (at) => paid[at + 1] as number), waves: half + 1 }
}

/** @param paidUpTo what was paid by the end of a look, by its place and its unit. */
function ofPath(by: DecisionBy, ends: readonly number[], paidUpTo: (at: number, to: number) => number): Omit<DecisionForecast, 'waves'> {
  const openAfter = openBy(by)
  const looks = ends.map((to, at) => ({ paid: paidUpTo(at, to) / by.priceOf(0, by.units), open: openAfter(to) }))
  let [expected, before, open] = [0, 0, 1]
  for (const look of looks) {
    expected += open * (look.paid - before)
    before = look.paid
    open = look.open
  }
  const paidBy = (share: number) => looks.find((look) => look.open <= 1 - share)?.paid ?? before
  return { expected, range90: [paidBy(0.05), paidBy(0.95)] }
}

/** Chance that any rule is open after so many units, none of which was seen. */
function openBy({ rules, alpha, units }: DecisionBy): (after: number) => number {
  return (after) =>
    Math.max(0, ...rules.map((before) => chanceOpen({ seen: 0, share: after / units, needed: 2 / alpha, distance: 0, before })))
}
