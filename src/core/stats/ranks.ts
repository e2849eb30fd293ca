import { correlationsOf } from './agreement/agreementFigures.ts'

/** Kendall's tau-b of two orders, -1 to 1; ties on either side are corrected for. NaN where one side is all ties. */
export function kendallTau(one: readonly number[], other: readonly number[]): number {
  const pairs = one.map((judge, at) => ({ judge, human: other[at] as number }))
  return correlationsOf(pairs)(one.map(() => 1)).kendall
}

/** A place in a ranking: several share it where they cannot be told apart. */
export interface Ranked {
  readonly index: number
  /** From 1; the best place that this one cannot be told from. */
  readonly from: number
  /** The worst such place. */
  readonly to: number
}

/** Ranks, largest value first, with ties: each shares the places of all from which it does not `differ`. */
export function rankWithTies(values: readonly number[], differ: (one: number, other: number) => boolean): Ranked[] {
  const order = values.map((_, index) => index).sort((one, other) => (values[other] as number) - (values[one] as number))
  return order.map((index, place) => {
    const same = order.flatMap((other, at) => (other === index || !differ(index, other) ? [at] : []))
    return { index, from: Math.min(place, ...same) + 1, to: Math.max(place, ...same) + 1 }
  })
}
