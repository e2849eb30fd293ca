import { z } from 'zod'
import { splitSentences } from '../../../src/kit.ts'
import { linesCheckShape, meetsLines } from './linesCheck.ts'
import { type TextParts, withoutEnd, wordsOf } from './textParts.ts'

/** Fewest and most, both included. */
const range = z.tuple([z.number().int().nonnegative(), z.number().int().nonnegative()])
const phrase = z.string().min(1)
const alternatives = z.union([phrase, z.array(phrase).nonempty()])

/** A demand on a text. All that is named must hold. */
export const textCheckSchema = z.strictObject({
  ...linesCheckShape,
  words: range.optional(),
  sentences: range.optional(),
  /** No sentence begins with this word. */
  noSentenceStarts: phrase.optional(),
  /** Paragraphs between the first line and the last. */
  insideParagraphs: range.optional(),
  /** One of these phrases. */
  has: z.array(phrase).nonempty().optional(),
  /** All of these; of alternatives one. */
  hasAll: z.array(alternatives).nonempty().optional(),
  /** None of these. */
  lacks: z.array(phrase).nonempty().optional(),
  occurs: z.strictObject({ phrase, times: z.number().int().positive() }).optional(),
  /** These numbers, in digits or words. */
  numbers: z.array(z.number()).nonempty().optional(),
  noNumbers: z.array(z.number()).nonempty().optional(),
  /** Numbers and times that may stand in it in digits: any other is a wrong one. The signs of a list do not count. */
  onlyFigures: z.array(phrase).nonempty().optional(),
  /** Phrases by their first places. */
  order: z.array(phrase).nonempty().optional(),
  starts: phrase.optional(),
  ends: phrase.optional(),
  /** No capital letters. */
  lowerCase: z.literal(true).optional(),
})

/** A demand on a text. */
export type TextCheck = z.output<typeof textCheckSchema>

/** Whether a text meets it. */
export function meetsText(check: TextCheck, parts: TextParts): boolean {
  return meetsCounts(check, parts) && meetsPhrases(check, parts) && meetsEnds(check, parts.text) && meetsLines(check, parts)
}

function meetsCounts({ words, sentences, noSentenceStarts, insideParagraphs }: TextCheck, parts: TextParts): boolean {
  if (words && !within(parts.words, words)) return false
  if (sentences && !within(parts.sentences, sentences)) return false
  if (noSentenceStarts && splitSentences(parts.text).some((sentence) => wordsOf(sentence)[0] === noSentenceStarts)) return false
  return !insideParagraphs || within(paragraphsInside(parts.text), insideParagraphs)
}

function paragraphsInside(text: string): number {
  const lines = text.split('\n')
  return lines
    .slice(1, -1)
    .join('\n')
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '').length
}

function meetsPhrases({ has, hasAll, lacks, occurs, numbers, noNumbers, onlyFigures, order }: TextCheck, parts: TextParts): boolean {
  if (has && !parts.holds(has)) return false
  if (hasAll?.some((one) => !parts.holds(one))) return false
  if (lacks && parts.holds(lacks)) return false
  if (occurs && parts.occurrences(occurs.phrase) !== occurs.times) return false
  if (numbers?.some((number) => !parts.numbers.has(number)) || noNumbers?.some((number) => parts.numbers.has(number))) return false
  if (onlyFigures && parts.figures.some((figure) => !onlyFigures.includes(figure))) return false
  return !order || parts.holdsInOrder(order)
}

function meetsEnds({ starts, ends, lowerCase }: TextCheck, text: string): boolean {
  if (starts && !text.startsWith(starts)) return false
  if (ends && !withoutEnd(text).endsWith(withoutEnd(ends))) return false
  return !lowerCase || text === text.toLowerCase()
}

/** Whether a count lies within a range. */
function within(count: number, [least, most]: readonly [number, number]): boolean {
  return count >= least && count <= most
}
