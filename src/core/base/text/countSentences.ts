import { sentenceSegments } from './sentenceSegments.ts'

/** Ends of segments after which a sentence goes on: titles, months, initials. */
const ABBREVIATION = /\b(?:Mr|Mrs|Ms|Dr|Prof|Sr|Jr|St|Gen|Gov|Sen|Rep|Capt|Lt|vs|approx|dept|Jan|Feb|Aug|Sept?|Oct|Nov|Dec|[A-HJ-Z])\. ?$/

/**
 * Number of sentences, 0 of an empty text. A new line does not end one, as it does not for NLTK's splitter, which the
 * official check uses: a subject line belongs to the sentence after it.
 */
export function countSentences(text: string): number {
  const line = text.replace(/\s+/g, ' ').trim()
  let count = 0
  let open = false
  for (const segment of sentenceSegments(line)) {
    open = ABBREVIATION.test(segment)
    if (!open) count += 1
  }
  return open ? count + 1 : count
}
