/** Steps of the sum's standard deviation where its values lie on no common grid: what rounding loses of it is under a tenth of a percent a unit. */
const STEPS = 32
/** Steps that the sum may have where they do. */
const MOST_STEPS = 20_000

/**
 * How the last of several runs of the same units stands among them, if nothing changed. What a unit got in each run is then exchangeable:
 * any of its values might as well be the last. So the chance is of a draw of one value of each unit, independent of the others, and it
 * is exact, whatever the values are: the distribution of the sum is computed by convolution. Units that are always alike tell nothing.
 *
 * The chances of run after run are independent of each other if nothing changed, and at most as small as they say (Vovk, Gammerman and
 * Shafer, 2005, theorem 8.2, for exchangeability within units).
 *
 * @param units by unit its part in the figure, run by run.
 * @param first place of the first run that counts, 0 or more.
 * @param last place of the run that is looked at, above `first`.
 */
export function pickChances(units: readonly ArrayLike<number>[], first: number, last: number) {
  const runs = last - first + 1
  const varied: { readonly values: number[]; readonly least: number }[] = []
  let variance = 0
  let gap = Number.POSITIVE_INFINITY
  for (const unit of units) {
    let [least, most, mean] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0]
    for (let run = first; run <= last; run += 1) {
      const value = unit[run] as number
      if (value < least) least = value
      if (value > most) most = value
      mean += value / runs
    }
    if (!(most - least > 1e-12)) continue
    const values: number[] = []
    for (let run = first; run <= last; run += 1) {
      const value = unit[run] as number
      variance += (value - mean) ** 2 / runs
      if (value - least > 1e-12) gap = Math.min(gap, value - least)
      values.push(value)
    }
    varied.push({ values, least })
  }
  if (varied.length === 0) return { low: 1, high: 1 }
  const step = stepOf(varied, gap, Math.sqrt(variance))
  const places = varied.map(({ values, least }) => Int32Array.from(values, (value) => Math.round((value - least) / step)))
  const sums = distributionOf(places)
  const at = places.reduce((sum, own) => sum + (own[runs - 1] as number), 0)
  let [low, high] = [0, 0]
  for (let place = 0; place <= at; place += 1) low += sums[place] as number
  for (let place = sums.length - 1; place >= at; place -= 1) high += sums[place] as number
  return {
    /** Chance that one of the runs, drawn for each unit by itself, has a sum as low as the last one, or lower: 0 excluded, to 1. */
    low: Math.min(1, low),
    /** The same of a sum as high, or higher. */
    high: Math.min(1, high),
  }
}

/** The grid on which the sum is computed: one that all values lie on, as rates of equal units do, or a fine one. */
function stepOf(varied: readonly { readonly values: readonly number[]; readonly least: number }[], gap: number, deviation: number): number {
  let total = 0
  for (const { values, least } of varied) {
    let most = 0
    for (const value of values) {
      const steps = (value - least) / gap
      // The sum of rounded values is itself a fair thing to look at, so that rounding never makes a chance wrong.
      if (Math.abs(steps - Math.round(steps)) > 1e-6) return deviation / STEPS
      most = Math.max(most, steps)
    }
    total += most
  }
  return total <= MOST_STEPS ? gap : deviation / STEPS
}

/** The distribution of the sum of one place of each unit, drawn at random. */
function distributionOf(units: readonly Int32Array[]): Float64Array {
  const sums = new Float64Array(1 + units.reduce((sum, places) => sum + Math.max(...places), 0))
  sums[0] = 1
  let last = 0
  for (const drawn of units) {
    const counts = new Map<number, number>()
    for (const place of drawn) counts.set(place, (counts.get(place) ?? 0) + 1)
    // One of them is 0: places are counted from the least value.
    const places = [...counts.keys()].sort((one, other) => one - other)
    const shares = places.map((place) => (counts.get(place) as number) / drawn.length)
    last += places.at(-1) as number
    addUnit(sums, last, places, shares)
  }
  return sums
}

/** From the end: what is read lies below what was written. */
function addUnit(sums: Float64Array, last: number, places: readonly number[], shares: readonly number[]): void {
  const [stay, count] = [shares[0] as number, places.length]
  for (let index = last; index >= 0; index -= 1) {
    let sum = stay * (sums[index] as number)
    for (let which = 1; which < count; which += 1) {
      const from = index - (places[which] as number)
      if (from < 0) break
      sum += (shares[which] as number) * (sums[from] as number)
    }
    sums[index] = sum
  }
}
