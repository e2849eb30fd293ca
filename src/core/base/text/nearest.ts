/** The candidate nearest to a mistyped word, if any is near enough to be meant. @param most letters that changed, by default a third. */
export function nearest(
  word: string,
  candidates: readonly string[],
  most: number = Math.max(1, Math.floor(word.length / 3)),
): string | undefined {
  const scored = candidates
    // The distance is at least the difference of the lengths: a text of any length is not held against short names.
    .filter(({ length }) => Math.abs(length - word.length) <= most)
    .map((candidate) => ({ candidate, distance: distance(word.toLowerCase(), candidate.toLowerCase()) }))
  scored.sort((one, other) => one.distance - other.distance)
  const best = scored[0]
  return best && best.distance <= most ? best.candidate : undefined
}

/** A question for a message that names the nearest candidate, with a space before it; empty where none is near. */
export function didYouMean(word: string, candidates: readonly string[], prefix = ''): string {
  const near = nearest(word, candidates)
  return near === undefined ? '' : ` Did you mean ${prefix}${near}?`
}

/** Edit distance in which two neighbouring letters that changed places are one change. */
function distance(left: string, right: string): number {
  const rows: number[][] = [Array.from({ length: right.length + 1 }, (_, column) => column)]
  const cell = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= left.length; row += 1) {
    rows.push([row])
    for (let column = 1; column <= right.length; column += 1) {
      const substitution = cell(row - 1, column - 1) + (left[row - 1] === right[column - 1] ? 0 : 1)
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
      const transposition = swapped ? cell(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY
      rows[row]?.push(Math.min(substitution, transposition, cell(row - 1, column) + 1, cell(row, column - 1) + 1))
    }
  }
  return cell(left.length, right.length)
}
