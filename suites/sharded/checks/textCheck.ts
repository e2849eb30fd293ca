import { z } from 'zod'
import { splitSentences } from '../../../src/base/text/sentences.ts'
import { numbersIn } from '../../fb-bench/check/numbers.ts'
import { countSentences } from '../../refutebench1/checks/sentences.ts'
import { linesCheckShape, meetsLines } from './linesCheck.ts'
import { holdsPhrase, linesOf, occurrences, wordsOf } from './textParts.ts'

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
export function meetsText(check: TextCheck, text: string): boolean {
  return meetsCounts(check, text) && meetsPhrases(check, text) && meetsEnds(check, text) && meetsLines(check, text)
}

function meetsCounts({ words, sentences, noSentenceStarts, insideParagraphs }: TextCheck, text: string): boolean {
  if (words && !within(wordsOf(text).length, words)) return false
  if (sentences && !within(countSentences(text), sentences)) return false
  if (noSentenceStarts && splitSentences(text).some((sentence) => wordsOf(sentence)[0] === noSentenceStarts)) return false
  return !insideParagraphs || within(paragraphsInside(text), insideParagraphs)
}

function paragraphsInside(text: string): number {
  const lines = text.split('\n')
  return lines
    .slice(1, -1)
    .join('\n')
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '').length
}

function meetsPhrases({ has, hasAll, lacks, occurs, numbers, noNumbers, order }: TextCheck, text: string): boolean {
  if (has && !holdsPhrase(text, has)) return false
  if (hasAll?.some((one) => !holdsPhrase(text, one))) return false
  if (lacks && holdsPhrase(text, lacks)) return false
  if (occurs && occurrences(text, occurs.phrase) !== occurs.times) return false
  if (numbers || noNumbers) {
    const found = new Set(numbersIn(text.toLowerCase()).flatMap(({ values }) => values))
    if (numbers?.some((number) => !found.has(number)) || noNumbers?.some((number) => found.has(number))) return false
  }
  return !order || isOrdered(text, order)
}

function isOrdered(text: string, phrases: readonly string[]): boolean {
  const places = phrases.map((one) => text.toLowerCase().indexOf(one.toLowerCase()))
  return places.every((place, index) => place > (places[index - 1] ?? -1))
}

function meetsEnds({ starts, ends, lowerCase }: TextCheck, text: string): boolean {
  if (starts && !text.startsWith(starts)) return false
  if (ends && !ending(text).endsWith(ending(ends))) return false
  return !lowerCase || text === text.toLowerCase()
}

/** A text without full stops, quotation marks, spaces and pictures at its end. */
function ending(text: string): string {
  const signs = [...text]
  return signs.slice(0, signs.findLastIndex((sign) => !AT_END.test(sign)) + 1).join('')
}

const AT_END = /^[."'*_\s\p{Extended_Pictographic}\p{Emoji_Modifier}\u200d\ufe0f]$/u

/** Whether a count lies within a range. */
function within(count: number, [least, most]: readonly [number, number]): boolean {
  return count >= least && count <= most
}

/** How many words a text has, whether all of its sentences are questions, and whether the last line ends in one. */
export function textSize(text: string): { readonly words: number; readonly onlyAsks: boolean; readonly asksLast: boolean } {
  const lines = linesOf(text)
  const asks = (line: string) => /\?["')*_]*$/.test(line)
  return {
    words: wordsOf(text).length,
    onlyAsks: lines.length > 0 && lines.flatMap(splitSentences).every(asks),
    asksLast: asks(lines.at(-1) ?? ''),
  }
}
