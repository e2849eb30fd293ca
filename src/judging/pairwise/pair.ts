/** An instruction and two outputs for it. */
export interface Pair {
  readonly instruction: string
  readonly outputs: readonly [string, string]
}

/** `forward` shows output 1 as (a), `swapped` shows output 2 as (a). */
export const ORDERS = ['forward', 'swapped'] as const

/** The order in which two outputs are shown. */
export type Order = (typeof ORDERS)[number]

/** The output shown first or second. */
export type Shown = 'a' | 'b'

/** The output found better, whatever the order it was shown in; null where a reply says neither. */
export type Winner = 1 | 2 | null

/** Which output stands in a place. */
export function outputAt(shown: Shown, order: Order): 1 | 2 {
  return (shown === 'a') === (order === 'forward') ? 1 : 2
}

/** Where an output stands. */
export function placeOf(output: 1 | 2, order: Order): Shown {
  return outputAt('a', order) === output ? 'a' : 'b'
}

/** The pair's texts in the order they are shown. */
export function shownOutputs({ outputs: [one, two] }: Pair, order: Order): Readonly<Record<Shown, string>> {
  return order === 'forward' ? { a: one, b: two } : { a: two, b: one }
}
