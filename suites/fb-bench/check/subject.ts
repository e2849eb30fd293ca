import { around } from './mentions.ts'
import { type Place, placesOf } from './phrases.ts'

/** Of whom or what a rule reads a statement, and of what else an answer speaks. */
export interface Subject {
  readonly about?: string | readonly string[] | undefined
  readonly others?: readonly string[] | undefined
}

/** How far around a place is read, in characters, so that the time grows with the length of the text alone. */
const REACH = 600

const SENTENCE = /[.!](?=["')\]]*(?:\s|$))|[。?]|\n+/gu

/**
 * Whether what stands at a place is said of the subject: of the two names nearest before it in its sentence or line the
 * subject's is the nearer, or else the first after it. Where the sentence names neither it is said of the subject if the
 * sentence gives an answer.
 */
export function speaksOf({ about, others = [] }: Subject, whole: string, place: Place): boolean {
  if (about === undefined) return true
  const shift = Math.max(0, place.start - REACH)
  const text = whole.slice(shift, place.end + REACH)
  const [start, end] = [place.start - shift, place.end - shift]
  const names = (typeof about === 'string' ? [about] : about).map(named)
  const [from, to] = around(text, { start, end }, SENTENCE)
  const sentence = text.slice(from, to)
  const own = placesOf(names, sentence)
  const foreign = placesOf(others.map(named), sentence)
  const last = (places: readonly Place[]) =>
    Math.max(-1, ...places.filter((place) => place.start < start - from).map((place) => place.start))
  const [ownBefore, foreignBefore] = [last(own), last(foreign)]
  if (ownBefore >= 0 || foreignBefore >= 0) return ownBefore > foreignBefore
  const next = (places: readonly Place[]) =>
    Math.min(Number.POSITIVE_INFINITY, ...places.filter((place) => place.start >= end - from).map((place) => place.start))
  const [ownAfter, foreignAfter] = [next(own), next(foreign)]
  if (Number.isFinite(ownAfter) || Number.isFinite(foreignAfter)) return ownAfter < foreignAfter
  return /\banswer|\bso\b|therefore|conclusion|答案|所以|因此/.test(sentence)
}

/** A person called A is no article. */
function named(name: string): string {
  return /^a$/i.test(name)
    ? "/(?<![a-z])a(?=(?:'s)? (?:is|was|are|tells?|lies|lied|says?|said|must|can|could|would|will|and|or|has|have|being|to be)\\b|'s|[:=,;)]|$)/"
    : name
}
