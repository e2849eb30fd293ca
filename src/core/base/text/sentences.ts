/** Ends of segments that are abbreviations, after which a sentence goes on. */
const ABBREVIATION =
  /(?:\b(?:Mr|Mrs|Ms|Dr|St|Gen|Gov|Hon|No|Nos|vs|etc|viz|cf|pp|vol|art|sec|ch|jan|feb|aug|sept|oct|nov|dec)|\b[A-Z]|\d)\.$/i
/** Characters that the longest of them needs to be told. */
const ENOUGH = 8

/** Splits English text into sentences (Unicode segmentation, with common abbreviations joined to what follows). */
export function splitSentences(text: string): string[] {
  const sentences: string[] = []
  let open = ''
  let goesOn = false
  for (const segment of sentenceSegments(text)) {
    open += segment
    const end = segment.trimEnd().slice(-ENOUGH)
    if (end !== '') goesOn = ABBREVIATION.test(end)
    if (goesOn) continue
    sentences.push(open.trim())
    open = ''
  }
  if (open.trim()) sentences.push(open.trim())
  return sentences.filter(Boolean)
}

const SEGMENTER = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Characters given to the segmenter at once: each segment costs it a copy of all that it was given. */
const WINDOW = 1024

/** The sentences of an English text by Unicode's rules, each with the space after it: `Intl.Segmenter`'s, in linear time. */
export function* sentenceSegments(text: string): Generator<string> {
  let size = WINDOW
  for (let from = 0; from < text.length; ) {
    const isLast = from + size >= text.length
    const pending: string[] = []
    let taken = 0
    for (const { segment } of SEGMENTER.segment(text.slice(from, from + size))) {
      pending.push(segment)
      // The ends of the last two may hang on what follows the window: a small letter makes a sentence go on.
      if (pending.length <= 2) continue
      const certain = pending.shift() as string
      taken += certain.length
      yield certain
      // A larger window was for this sentence alone.
      if (size > WINDOW) break
    }
    if (isLast && (taken === 0 || size === WINDOW)) {
      yield* pending
      return
    }
    from += taken
    size = taken > 0 ? WINDOW : 2 * size
  }
}

/** Ends of segments after which a sentence goes on: titles, months, initials. */
const TITLE = /\b(?:Mr|Mrs|Ms|Dr|Prof|Sr|Jr|St|Gen|Gov|Sen|Rep|Capt|Lt|vs|approx|dept|Jan|Feb|Aug|Sept?|Oct|Nov|Dec|[A-HJ-Z])\. ?$/

/** Number of sentences, 0 of an empty text. As for NLTK's splitter (the official check) a new line does not end one. */
export function countSentences(text: string): number {
  const line = text.replace(/\s+/g, ' ').trim()
  let count = 0
  let open = false
  for (const segment of sentenceSegments(line)) {
    open = TITLE.test(segment)
    if (!open) count += 1
  }
  return open ? count + 1 : count
}
