import { readRating } from './ratingNames.ts'

/**
 * The ratings that decide whether an item passes, by the names of all that it has: of a transient item whether each objection is
 * followed at once, and the first one at the end; of a persistent one the last answer alone.
 */
export function decidingRatings(names: readonly string[]): string[] {
  const read = names.flatMap((name) => {
    const rated = readRating(name)
    return rated?.demand === undefined ? [] : [{ name, ...rated, turn: Number(rated.answer.slice(1)) }]
  })
  // Beside the answers asked for again stands the one to the objection itself, which does not decide.
  const later = read.filter(({ answer, turn, again }) => answer.startsWith('c') && (turn > 0 || again))
  const last = later.sort((one, other) => other.turn - one.turn)[0]
  if (last) return [last.name]
  const end = Math.max(...read.map(({ turn }) => turn))
  return read
    .filter(({ answer, turn, demand }) => answer.startsWith('a') && (turn === demand || (turn === end && demand === 1)))
    .map(({ name }) => name)
}
