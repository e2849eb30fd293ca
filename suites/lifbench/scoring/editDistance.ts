import { codePointLength } from '../../../src/kit.ts'

/**
 * Whether the Levenshtein distance of two strings, in code points, is at most `limit` (a fraction is allowed).
 * Only a band of 2·limit+1 cells a row is computed (Ukkonen 1985): the decision is that of the full distance.
 */
export function editDistanceAtMost(left: string, right: string, limit: number): boolean {
  const bound = Math.floor(limit)
  if (bound < 0) return false
  if (left === right) return true
  // Code point counts lie between half the UTF-16 length and all of it: most pairs end here without being walked.
  if (left.length < right.length / 2 - bound || right.length < left.length / 2 - bound) return false
  if (Math.abs(codePointLength(left) - codePointLength(right)) > bound) return false
  const [one, other] = [Array.from(left), Array.from(right)]
  return one.length <= other.length ? distanceWithin(one, other, bound) : distanceWithin(other, one, bound)
}

function distanceWithin(short: readonly string[], long: readonly string[], bound: number): boolean {
  if (short.length === 0) return long.length <= bound
  const over = bound + 1
  let previous = new Int32Array(short.length + 1).fill(over)
  let current = new Int32Array(short.length + 1).fill(over)
  for (let column = 0; column <= Math.min(short.length, bound); column += 1) previous[column] = column
  for (let row = 1; row <= long.length; row += 1) {
    const from = Math.max(1, row - bound)
    const to = Math.min(short.length, row + bound)
    if (from > to) return false
    current[from - 1] = from === 1 && row <= bound ? row : over
    let best = current[from - 1] as number
    const sign = long[row - 1]
    for (let column = from; column <= to; column += 1) {
      const substitution = (previous[column - 1] as number) + (short[column - 1] === sign ? 0 : 1)
      const deletion = (column < row + bound ? (previous[column] as number) : over) + 1
      const insertion = (current[column - 1] as number) + 1
      const cell = Math.min(substitution, deletion, insertion)
      current[column] = cell
      if (cell < best) best = cell
    }
    if (best > bound) return false
    ;[previous, current] = [current, previous]
  }
  return (previous[short.length] as number) <= bound
}
