import { HoldfastError } from '../../kit.ts'

/** How often a failure has to come again before it counts. */
export interface Repeats {
  /** Times a failed example is tried again, with answers drawn anew. */
  readonly times: number
  /** Times of these in which it has to fail. */
  readonly least: number
}

/**
 * Repeats of a failure: those asked for; none where all answers, a judge's among them, were drawn at temperature 0; else 4 of 5. The smallest
 * example has then to fail in 8 of 10 further tries, by which nothing was chosen: one that fails by chance in 30 % of its tries does so
 * in 0.16 % of all cases, and one that fails in half of them in 5.5 % (binomial), however many examples were tried before.
 *
 * @param byChance whether any call of the example may be answered otherwise the next time.
 * @throws HoldfastError for numbers that no failure can keep.
 */
export function repeatsFor(asked: Repeats | undefined, byChance: boolean): Repeats {
  if (asked) {
    const { times, least } = asked
    if (!Number.isInteger(times) || !Number.isInteger(least) || least < 0 || times < least)
      throw new HoldfastError('USAGE', `Failed to explore: repeats ${least} of ${times}. Give whole numbers, least at most times.`)
    return asked
  }
  return byChance ? { times: 5, least: 4 } : { times: 0, least: 0 }
}
