import { correlationsOf } from './agreement/agreementFigures.ts'
import { holm } from './tests.ts'

/** Kendall's tau-b of two orders, -1 to 1; ties on either side are corrected for. NaN where one side is all ties. */
export function kendallTau(one: readonly number[], other: readonly number[]): number {
  const pairs = one.map((judge, at) => ({ judge, human: other[at] as number }))
  return correlationsOf(pairs)(one.map(() => 1)).kendall
}

/** A place in a ranking: several share it where they cannot be told apart. */
export interface Ranked {
  readonly index: number
  /** From 1: one more than those that are told to be better. */
  readonly from: number
  /** As many as there are, less those that are told to be worse. */
  readonly to: number
}

/** What a comparison says of two, `one` and `other`. */
export interface RankedPair {
  /** Above 0 where `one` is better on what both share; NaN where they share nothing. */
  readonly difference: number
  /** Of a difference this far from 0 by chance. */
  readonly p: number
}

/**
 * Ranks by comparing every two. Of `count` the place of one lies from 1 + better to count - worse: those that are told to be better or
 * worse by the sign of the difference (Mogstad, Romano, Shaikh and Wilhelm, 2024). Holm counts all pairs, so that in at most 5 % of
 * rankings any two that are equal have places of their own. Estimate and test are of the same items: the list is by how many
 * others each is better than, less those that are better, on what both share, and then by `values`.
 *
 * @param compare is asked once for each two, `one` before `other`.
 * @param values larger is better; NaN of one without, which stands last.
 */
export function rankByPairs(values: readonly number[], compare: (one: number, other: number) => RankedPair): Ranked[] {
  const pairs = values.flatMap((_, one) => values.slice(one + 1).map((_value, at) => [one, one + 1 + at] as const))
  const compared = pairs.map(([one, other]) => compare(one, other))
  const adjusted = holm(compared.map(({ p }) => p))
  const places = values.map((value, index) => ({
    index,
    value,
    from: 1,
    to: values.length,
    balance: Number.isNaN(value) ? Number.NEGATIVE_INFINITY : 0,
  }))
  for (const [at, [one, other]] of pairs.entries()) {
    const { difference } = compared[at] as RankedPair
    if (Number.isNaN(difference) || difference === 0) continue
    const [winner, loser] = (difference > 0 ? [one, other] : [other, one]).map((index) => places[index]) as [Place, Place]
    winner.balance += 1
    loser.balance -= 1
    if ((adjusted[at] as number) >= 0.05) continue
    loser.from += 1
    winner.to -= 1
  }
  const order = (one: Place, other: Place) =>
    other.balance - one.balance || Number(other.value > one.value) - Number(other.value < one.value)
  return places.sort(order).map(({ index, from, to }) => ({ index, from, to }))
}

type Place = { -readonly [Key in keyof Ranked]: Ranked[Key] } & { readonly value: number; balance: number }
