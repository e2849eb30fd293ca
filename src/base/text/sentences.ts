const SEGMENTER = new Intl.Segmenter('en', { granularity: 'sentence' })
/** Ends of segments that are abbreviations, after which a sentence goes on. */
const ABBREVIATION =
  /(?:\b(?:Mr|Mrs|Ms|Dr|St|Gen|Gov|Hon|No|Nos|vs|etc|viz|cf|pp|vol|art|sec|ch|jan|feb|aug|sept|oct|nov|dec)|\b[A-Z]|\d)\.\s*$/i

/** Splits English text into sentences (Unicode segmentation, with common abbreviations joined to what follows). */
export function splitSentences(text: string): string[] {
  const sentences: string[] = []
  let open = ''
  for (const { segment } of SEGMENTER.segment(text)) {
    open += segment
    if (ABBREVIATION.test(open)) continue
    sentences.push(open.trim())
    open = ''
  }
  if (open.trim()) sentences.push(open.trim())
  return sentences.filter(Boolean)
}
