import { z } from 'zod'
import { TextParts, wordsOf } from './textParts.ts'

const range = z.tuple([z.number().int().nonnegative(), z.number().int().nonnegative()])
const phrase = z.string().min(1)

/** Demands on the lines of a text. */
export const linesCheckShape = {
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
}

const linesCheck = z.strictObject(linesCheckShape)

/** Demands on lines. */
export type LinesCheck = z.output<typeof linesCheck>

/** Whether a text meets those on its lines. */
export function meetsLines(check: LinesCheck, { text, lines }: TextParts): boolean {
  return meetsCounts(check, text, lines) && meetsContents(check, lines) && (!check.parts || meetsParts(check.parts, lines))
}

function meetsCounts(
  { lines: count, lineWords, wordsPerLine, bullets, numbered, labelled }: LinesCheck,
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

function meetsContents(
  { everyLine, lineHas, capitalLines, sortedLines, linesStart, acrostic }: LinesCheck,
  lines: readonly string[],
): boolean {
  if (everyLine && !(lines.length > 0 && lines.every((line) => new TextParts(line).holds(everyLine)))) return false
  if (lineHas && !new TextParts(lines[lineHas.line - 1] ?? '').holds(lineHas.has)) return false
  if (capitalLines && !(lines.length > 0 && lines.every((line) => /^\p{Lu}/u.test(line)))) return false
  if (sortedLines && lines.some((line, index) => index > 0 && (lines[index - 1] as string).toLowerCase() > line.toLowerCase())) return false
  if (linesStart && !(lines.length === linesStart.length && lines.every((line, index) => line.startsWith(linesStart[index] as string))))
    return false
  return !acrostic || lines.map(firstLetter).join('') === acrostic.toLowerCase()
}

function meetsParts({ by, count, words, alike, distinct }: NonNullable<LinesCheck['parts']>, lines: readonly string[]): boolean {
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

function within(count: number, [least, most]: readonly [number, number]): boolean {
  return count >= least && count <= most
}
