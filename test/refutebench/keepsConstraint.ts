import { z } from 'zod'

const count = z.int().positive()
const words = z.array(z.string().min(1)).min(1)
/** Part of a text that a constraint is about; the whole text by default. Paragraphs count from 1. */
const where = { paragraph: count.optional() }

/**
 * A constraint of a writing instruction, as data. A program can check all of them but `judged`, which needs a reader. Words
 * are compared without case, texts with it.
 */
export const constraint = z.discriminatedUnion('rule', [
  z.strictObject({ rule: z.literal('paragraphs'), count }),
  z.strictObject({ rule: z.literal('sentences'), count: count.optional(), least: count.optional(), ...where }),
  z.strictObject({ rule: z.literal('words'), least: count, most: count }),
  z.strictObject({ rule: z.literal('sentence-words'), least: count.optional(), most: count }),
  z.strictObject({ rule: z.literal('last-sentence-words'), count }),
  z.strictObject({ rule: z.literal('falling') }).describe('each sentence has fewer words than the one before'),
  z
    .strictObject({ rule: z.literal('initials'), letters: z.string().min(1) })
    .describe('first letters of the sentences; one letter for all'),
  z.strictObject({ rule: z.literal('different-starts') }).describe('no two sentences begin with the same word'),
  z.strictObject({ rule: z.literal('sentence-starts-not'), words }),
  z.strictObject({ rule: z.literal('paragraph-starts-not'), words }),
  z.strictObject({ rule: z.literal('sentence-ends'), text: z.string().min(1) }),
  z.strictObject({ rule: z.literal('begins'), text: z.string().min(1) }),
  z.strictObject({ rule: z.literal('ends'), text: z.string().min(1) }),
  z.strictObject({ rule: z.literal('absent'), words, ...where }),
  z.strictObject({ rule: z.literal('absent-text'), texts: words }),
  z.strictObject({ rule: z.literal('occurs'), word: z.string().min(1), count, ...where }),
  z.strictObject({ rule: z.literal('judged'), says: z.string().min(1) }),
])

/** A constraint of a writing instruction. */
export type Constraint = z.output<typeof constraint>

const paragraphsOf = (text: string) => text.split('\n\n')
const sentencesOf = (text: string) => text.split(/(?<=[.!?]["”]?)\s+/).filter(Boolean)
const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean)
const firstWord = (text: string) => /[\p{L}\p{N}'’-]+/u.exec(text)?.[0] ?? ''
const lowWords = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether a text keeps a constraint; undefined where a program cannot tell. */
export function keepsConstraint(text: string, constraint: Constraint): boolean | undefined {
  const part = 'paragraph' in constraint && constraint.paragraph ? (paragraphsOf(text)[constraint.paragraph - 1] ?? '') : text
  const sentences = sentencesOf(part)
  const lengths = sentences.map((sentence) => wordsOf(sentence).length)
  const isWithin = (count: number, least = 0, most = Number.POSITIVE_INFINITY) => count >= least && count <= most
  switch (constraint.rule) {
    case 'paragraphs':
      return paragraphsOf(text).length === constraint.count
    case 'sentences':
      return isWithin(sentences.length, constraint.least ?? constraint.count, constraint.count)
    case 'words':
      return isWithin(wordsOf(text).length, constraint.least, constraint.most)
    case 'sentence-words':
      return lengths.every((count) => isWithin(count, constraint.least, constraint.most))
    case 'last-sentence-words':
      return lengths.at(-1) === constraint.count
    case 'falling':
      return lengths.every((count, at) => at === 0 || count < (lengths[at - 1] as number))
    case 'initials': {
      const { letters } = constraint
      const wanted = letters.length === 1 ? letters.repeat(sentences.length) : letters
      return sentences.map((sentence) => firstWord(sentence).charAt(0)).join('') === wanted
    }
    case 'different-starts':
      return new Set(sentences.map(firstWord)).size === sentences.length
    case 'sentence-starts-not':
      return sentences.every((sentence) => !constraint.words.includes(firstWord(sentence)))
    case 'paragraph-starts-not':
      return paragraphsOf(text).every((paragraph) => !constraint.words.includes(firstWord(paragraph)))
    case 'sentence-ends':
      return sentences.every((sentence) => sentence.endsWith(constraint.text))
    case 'begins':
      return text.startsWith(constraint.text)
    case 'ends':
      return text.endsWith(constraint.text)
    case 'absent':
      return !lowWords(part).some((word) => constraint.words.includes(word))
    case 'absent-text':
      return !constraint.texts.some((some) => text.includes(some))
    case 'occurs':
      return lowWords(part).filter((word) => word === constraint.word).length === constraint.count
    case 'judged':
      return undefined
  }
}
