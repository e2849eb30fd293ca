import { sentenceSegments } from './sentenceSegments.ts'

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
