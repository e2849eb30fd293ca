import type { Constraint } from '../../suites/refutebench/seeds/bundled.ts'

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
