import { isTakenName } from '../../../kit.ts'
import type { InspectSample } from './logSchema.ts'

/** Figures of a sample by the name of their metric; undefined for a value that is no figure, which is never a zero. */
export type ScoreValues = ReadonlyMap<string, number | undefined>

/** Inspect's letters for correct, partial, incorrect, and no answer. */
const LETTERS: Readonly<Record<string, number>> = { C: 1, P: 0.5, I: 0, N: 0 }
const WORDS: Readonly<Record<string, number>> = { yes: 1, true: 1, no: 0, false: 0 }
const NUMBER = /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?\s*$/i
/** A text that is longer is no number. */
const NUMBER_CHARS = 64

/**
 * A value as a figure, by the rules of Inspect's `value_to_float`: C is 1, P 0.5, I and N 0; yes and true 1, no and false 0; digits
 * are their number.
 *
 * @returns undefined for anything else, where Inspect warns and counts 0.
 */
export function scoreNumber(value: unknown): number | undefined {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string') return undefined
  if (Object.hasOwn(LETTERS, value)) return LETTERS[value]
  const word = value.toLowerCase()
  if (Object.hasOwn(WORDS, word)) return WORDS[word]
  if (value.length > NUMBER_CHARS || !NUMBER.test(value)) return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

/**
 * The figures of a sample. A scorer of plain values has one, under its name; one of lists or dictionaries has one for each entry,
 * `<scorer>.<key>`, with keys from 1 for lists.
 *
 * @param first the scorer whose figures come first.
 */
export function scoreValues(scores: InspectSample['scores'], first: string | undefined): ScoreValues {
  const ordered = Object.entries(scores ?? {}).sort(([one], [other]) => Number(other === first) - Number(one === first))
  return new Map(
    ordered.flatMap(([name, { value }]) => entriesOf(value).map(([key, entry]) => [metricKey(name, key), scoreNumber(entry)] as const)),
  )
}

/** How the figure of a scorer, or of one key of its values, is called among the metrics. */
export function metricKey(scorer: string, key?: string): string {
  const name = key === undefined ? scorer : `${scorer}.${key}`
  return isTakenName(name) || name === TOTAL ? `scorer.${name}` : name
}

/** Score of a record that stands for the whole item. */
export const TOTAL = 'total'

function entriesOf(value: unknown): (readonly [string | undefined, unknown])[] {
  if (Array.isArray(value)) return value.map((entry, at) => [`${at + 1}`, entry])
  if (typeof value === 'object' && value !== null) return Object.entries(value)
  return [[undefined, value]]
}
