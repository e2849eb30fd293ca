import { rougeTokens } from './overlapTokens.ts'

/** ROUGE's three common figures of a text against one reference, each as F1 from 0 to 1 (Lin, 2004). */
export interface Rouge {
  /** Of words. */
  readonly rouge1: number
  /** Of pairs of words. */
  readonly rouge2: number
  /** Of the longest common subsequence of the whole texts. */
  readonly rougeL: number
}

/** ROUGE of a text against one reference; undefined for texts without a word, and for those that are longer than js-rouge takes. */
export type RougeOf = (text: string, reference: string) => Rouge | undefined

/**
 * Loads what computes ROUGE: the package js-rouge, with our tokens and each text as one sentence. The figures are then those of
 * Google's rouge_score without stemming (rouge1, rouge2, rougeL).
 *
 * @returns a pure function; undefined where js-rouge, an optional peer, is not installed.
 */
export async function loadRouge(): Promise<RougeOf | undefined> {
  const library = await import('js-rouge').catch((error: unknown) => {
    if ((error as { code?: unknown }).code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  })
  if (!library) return undefined
  const { l, n } = library
  return (text, reference) => {
    const tokens = new Map([text, reference].map((one) => [one, rougeTokens(one)]))
    if ([...tokens.values()].some(({ length }) => length === 0)) return undefined
    const tokenizer = (one: string) => tokens.get(one) as string[]
    try {
      return {
        rouge1: n(text, reference, { n: 1, tokenizer }),
        rouge2: n(text, reference, { n: 2, tokenizer }),
        rougeL: l(text, reference, { tokenizer, segmenter: (one) => [one] }),
      }
    } catch (error) {
      if (error instanceof RangeError) return undefined
      throw error
    }
  }
}
