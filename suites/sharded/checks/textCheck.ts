import { z } from 'zod'
import { splitSentences } from '../../../src/kit.ts'
import { TextParts, withoutEnd, wordsOf } from './textParts.ts'

/** Fewest and most, both included. */
const range = z.tuple([z.number().int().nonnegative(), z.number().int().nonnegative()])
const phrase = z.string().min(1)
const phrases = z.array(phrase).nonempty()
const count = z.number().int().positive()
const yes = z.literal(true)

/** A demand as a task writes it down, and whether a text meets it. */
interface Demand<Schema extends z.ZodType> {
  readonly schema: Schema
  met(wanted: z.output<Schema>, parts: TextParts): boolean
}

function demand<Schema extends z.ZodType>(schema: Schema, met: Demand<Schema>['met']): Demand<Schema> {
  return { schema, met }
}

const DEMANDS = {
  words: demand(range, (wanted, { words }) => within(words, wanted)),
  sentences: demand(range, (wanted, { sentences }) => within(sentences, wanted)),
  /** No sentence begins with this word. */
  noSentenceStarts: demand(phrase, (word, { text }) => !splitSentences(text).some((sentence) => wordsOf(sentence)[0] === word)),
  /** Paragraphs between the first line and the last. */
  insideParagraphs: demand(range, (wanted, { text }) => within(paragraphsInside(text), wanted)),
  /** One of these phrases. */
  has: demand(phrases, (some, parts) => parts.holds(some)),
  /** All of these; of alternatives one. */
  hasAll: demand(z.array(z.union([phrase, phrases])).nonempty(), (all, parts) => all.every((one) => parts.holds(one))),
  /** None of these. */
  lacks: demand(phrases, (some, parts) => !parts.holds(some)),
  occurs: demand(z.strictObject({ phrase, times: count }), ({ phrase, times }, parts) => parts.occurrences(phrase) === times),
  /** These numbers, in digits or words. */
  numbers: demand(z.array(z.number()).nonempty(), (all, { numbers }) => all.every((number) => numbers.has(number))),
  noNumbers: demand(z.array(z.number()).nonempty(), (some, { numbers }) => !some.some((number) => numbers.has(number))),
  /** Numbers and times that may stand in it in digits: any other is a wrong one. The signs of a list do not count. */
  onlyFigures: demand(phrases, (some, { figures }) => figures.every((figure) => some.includes(figure))),
  /** Phrases by their first places. */
  order: demand(phrases, (all, parts) => parts.holdsInOrder(all)),
  starts: demand(phrase, (start, { text }) => text.startsWith(start)),
  ends: demand(phrase, (end, { text }) => withoutEnd(text).endsWith(withoutEnd(end))),
  /** No capital letters. */
  lowerCase: demand(yes, (_, { text }) => text === text.toLowerCase()),
  lines: demand(range, (wanted, { lines }) => within(lines.length, wanted)),
  /** Words of every line. */
  lineWords: demand(range, (wanted, { lines }) => everyOf(lines, (line) => within(wordsOf(line).length, wanted))),
  /** Words of each line, from the first to the last. */
  wordsPerLine: demand(z.array(count).nonempty(), (each, { lines }) => {
    return lines.length === each.length && lines.every((line, index) => wordsOf(line).length === each[index])
  }),
  /** Lines that are points of a list. */
  bullets: demand(range, (wanted, { text }) => within(linesLike(/^\s*[-*•–]\s+\S/, text), wanted)),
  numbered: demand(range, (wanted, { text }) => within(linesLike(/^\s*\d{1,3}[.)]\s+\S/, text), wanted)),
  everyLine: demand(phrase, (wanted, { lines }) => everyOf(lines, (line) => new TextParts(line).holds(wanted))),
  lineHas: demand(z.strictObject({ line: count, has: phrase }), ({ line, has }, { lines }) =>
    new TextParts(lines[line - 1] ?? '').holds(has),
  ),
  capitalLines: demand(yes, (_, { lines }) => everyOf(lines, (line) => /^\p{Lu}/u.test(line))),
  sortedLines: demand(yes, (_, { lines }) => {
    return lines.every((line, index) => index === 0 || (lines[index - 1] as string).toLowerCase() <= line.toLowerCase())
  }),
  /** What the lines begin with, from the first to the last. */
  linesStart: demand(phrases, (each, { lines }) => {
    return lines.length === each.length && lines.every((line, index) => line.startsWith(each[index] as string))
  }),
  /** Words after a label, in every line that has it. */
  labelled: demand(z.strictObject({ label: phrase, words: range }), ({ label, words }, { lines }) => {
    const own = lines.filter((line) => line.startsWith(label))
    return everyOf(own, (line) => within(wordsOf(line.slice(label.length)).length, words))
  }),
  /** What the first letters of the lines spell. */
  acrostic: demand(phrase, (wanted, { lines }) => lines.map(firstLetter).join('') === wanted.toLowerCase()),
  /** A single line in parts. */
  parts: demand(
    z.strictObject({
      by: phrase,
      count: count.optional(),
      words: range.optional(),
      /** The words of each part begin with one letter. */
      alike: yes.optional(),
      /** No two parts begin with one letter. */
      distinct: yes.optional(),
    }),
    ({ by, count, words, alike, distinct }, { lines }) => {
      const parts = (lines[0] ?? '').split(by).map(wordsOf)
      if (count !== undefined && !(lines.length === 1 && parts.length === count)) return false
      if (words && !parts.every((part) => within(part.length, words))) return false
      if (alike && !parts.every((part) => part.length > 0 && new Set(part.map(firstLetter)).size === 1)) return false
      const firsts = parts.map(([word = '']) => firstLetter(word))
      return !distinct || new Set(firsts).size === firsts.length
    },
  ),
}

type Demands = typeof DEMANDS

/** A demand on a text. All that is named must hold. */
export const textCheckSchema = z.strictObject(
  Object.fromEntries(Object.entries(DEMANDS).map(([name, { schema }]) => [name, schema.optional()])) as {
    [Name in keyof Demands]: z.ZodOptional<Demands[Name]['schema']>
  },
)

/** A demand on a text. */
type TextCheck = z.output<typeof textCheckSchema>

/** Whether a text meets it. */
export function meetsText(check: TextCheck, parts: TextParts): boolean {
  return (Object.keys(check) as (keyof Demands)[]).every((name) => DEMANDS[name].met(check[name] as never, parts))
}

/** Whether all of some lines are so, and there is one. */
function everyOf(lines: readonly string[], isSo: (line: string) => boolean): boolean {
  return lines.length > 0 && lines.every(isSo)
}

function paragraphsInside(text: string): number {
  const inside = text.split('\n').slice(1, -1).join('\n')
  return inside.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '').length
}

/** Whether a count lies within a range. */
function within(count: number, [least, most]: readonly [number, number]): boolean {
  return count >= least && count <= most
}

/** How many lines fit a pattern. Line by line: with the flag `m` it would begin at each U+2028 too, and read those after it again. */
function linesLike(pattern: RegExp, text: string): number {
  return text.split('\n').filter((line) => pattern.test(line)).length
}

function firstLetter(text: string): string {
  return (/\p{L}/u.exec(text)?.[0] ?? '').toLowerCase()
}
