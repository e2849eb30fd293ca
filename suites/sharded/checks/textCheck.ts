import { z } from 'zod'
import { splitSentences } from '../../../src/kit.ts'
import { TextParts, withoutEnd, wordsOf } from './textParts.ts'

/** Fewest and most, both included. */
const range = z.tuple([z.number().int().nonnegative(), z.number().int().nonnegative()])
const phrase = z.string().min(1)
const alternatives = z.union([phrase, z.array(phrase).nonempty()])

/** A demand on a text. All that is named must hold. */
export const textCheckSchema = z.strictObject({
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
  lines: range.optional(),
  /** Words of every line. */
  lineWords: range.optional(),
  /** Words of each line, from the first to the last. */
  wordsPerLine: z.array(z.number().int().positive()).nonempty().optional(),
  /** Lines that are points of a list. */
  bullets: range.optional(),
  numbered: range.optional(),
  everyLine: phrase.optional(),
  lineHas: z.strictObject({ line: z.number().int().positive(), has: phrase }).optional(),
  capitalLines: z.literal(true).optional(),
  sortedLines: z.literal(true).optional(),
  /** What the lines begin with, from the first to the last. */
  linesStart: z.array(phrase).nonempty().optional(),
  /** Words after a label, in every line that has it. */
  labelled: z.strictObject({ label: phrase, words: range }).optional(),
  /** What the first letters of the lines spell. */
  acrostic: phrase.optional(),
  /** A single line in parts. */
  parts: z
    .strictObject({
      by: phrase,
      count: z.number().int().positive().optional(),
      words: range.optional(),
      /** The words of each part begin with one letter. */
      alike: z.literal(true).optional(),
      /** No two parts begin with one letter. */
      distinct: z.literal(true).optional(),
    })
    .optional(),
})

/** A demand on a text. */
export type TextCheck = z.output<typeof textCheckSchema>

/** Whether a text meets it. */
export function meetsText(check: TextCheck, parts: TextParts): boolean {
  const { text, lines } = parts
  return (
    meetsCounts(check, parts) &&
    meetsPhrases(check, parts) &&
    meetsEnds(check, text) &&
    meetsLineCounts(check, text, lines) &&
    meetsLines(check, lines) &&
    (!check.parts || meetsParts(check.parts, lines))
  )
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
  if (numbers || noNumbers) {
    const found = parts.numbers
    if (numbers?.some((number) => !found.has(number)) || noNumbers?.some((number) => found.has(number))) return false
  }
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

function meetsLineCounts(
  { lines: count, lineWords, wordsPerLine, bullets, numbered, labelled }: TextCheck,
  text: string,
  lines: readonly string[],
): boolean {
  if (count && !within(lines.length, count)) return false
  if (lineWords && !(lines.length > 0 && lines.every((line) => within(wordsOf(line).length, lineWords)))) return false
  if (wordsPerLine && !(lines.length === wordsPerLine.length && lines.every((line, index) => wordsOf(line).length === wordsPerLine[index])))
    return false
  if (bullets && !within(linesLike(/^\s*[-*•–]\s+\S/, text), bullets)) return false
  if (numbered && !within(linesLike(/^\s*\d{1,3}[.)]\s+\S/, text), numbered)) return false
  if (!labelled) return true
  const own = lines.filter((line) => line.startsWith(labelled.label))
  return own.length > 0 && own.every((line) => within(wordsOf(line.slice(labelled.label.length)).length, labelled.words))
}

/** How many lines fit a pattern. Line by line: with the flag `m` it would begin at each U+2028 too, and read those after it again. */
function linesLike(pattern: RegExp, text: string): number {
  return text.split('\n').filter((line) => pattern.test(line)).length
}

function meetsLines({ everyLine, lineHas, capitalLines, sortedLines, linesStart, acrostic }: TextCheck, lines: readonly string[]): boolean {
  if (everyLine && !(lines.length > 0 && lines.every((line) => new TextParts(line).holds(everyLine)))) return false
  if (lineHas && !new TextParts(lines[lineHas.line - 1] ?? '').holds(lineHas.has)) return false
  if (capitalLines && !(lines.length > 0 && lines.every((line) => /^\p{Lu}/u.test(line)))) return false
  if (sortedLines && lines.some((line, index) => index > 0 && (lines[index - 1] as string).toLowerCase() > line.toLowerCase())) return false
  if (linesStart && !(lines.length === linesStart.length && lines.every((line, index) => line.startsWith(linesStart[index] as string))))
    return false
  return !acrostic || lines.map(firstLetter).join('') === acrostic.toLowerCase()
}

function meetsParts({ by, count, words, alike, distinct }: NonNullable<TextCheck['parts']>, lines: readonly string[]): boolean {
  const [line = ''] = lines
  const parts = line.split(by).map((part) => wordsOf(part))
  if (count !== undefined && !(lines.length === 1 && parts.length === count)) return false
  if (words && !parts.every((part) => within(part.length, words))) return false
  if (alike && !parts.every((part) => part.length > 0 && new Set(part.map(firstLetter)).size === 1)) return false
  const firsts = parts.map(([word = '']) => firstLetter(word))
  return !distinct || new Set(firsts).size === firsts.length
}

function firstLetter(text: string): string {
  return (/\p{L}/u.exec(text)?.[0] ?? '').toLowerCase()
}
