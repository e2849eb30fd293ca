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
  const later = read.filter(
    ({ answer, again }) => answer.startsWith('c') && (!again || read.every((other) => other.again || other.turn === 0)),
  )
  if (later.length > 0) {
    const last = later.filter(({ turn, again }) => turn > 0 || again).sort((one, other) => other.turn - one.turn)[0]
    return last ? [last.name] : []
  }
  const end = Math.max(...read.map(({ turn }) => turn))
  return read.filter(({ turn, demand }) => turn === demand || (turn === end && demand === 1)).map(({ name }) => name)
}
