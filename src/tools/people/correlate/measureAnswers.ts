import { groupBy } from '../../../kit.ts'
import type { ComparedAnswer } from './readCompared.ts'

/** Measures of the overlap with a reference, in the order of tables. */
export const OVERLAP_MEASURES = ['ROUGE-1', 'ROUGE-2', 'ROUGE-L', 'BLEU-4'] as const
/** What a model rates an answer that is asked for nothing else. */
export const RATING = 'rating 1 to 10'
/** The number of words; of Chinese and Japanese that of characters. */
export const LENGTH = 'length'

/** What the judge said of the answer under another kind of question, as a measure. */
export function aspectMeasure(kind: string): string {
  return `${kind}, by the judge`
}

/** An answer with what measures say of it, by the name of the measure; what is not known is left out. */
export type MeasuredAnswer = ComparedAnswer & { readonly values: Readonly<Record<string, number>> }

/**
 * The value of each judge, the overlap with the reference, and the length, of every answer. An empty answer has no overlap: 0.
 *
 * @param ratingOf what a model rated an answer, where one was asked.
 */
export async function measureAnswers(
  answers: readonly ComparedAnswer[],
  ratingOf: (answer: ComparedAnswer) => number | undefined = () => undefined,
): Promise<MeasuredAnswer[]> {
  const rouge = await loadRouge()
  return answers.map((compared) => {
    const { answer, reference, judges, aspects = {} } = compared
    const beside = Object.fromEntries(Object.entries(aspects).map(([kind, value]) => [aspectMeasure(kind), value]))
    const rating = ratingOf(compared)
    const overlap = reference === undefined ? {} : overlapOf(answer, reference.text, rouge)
    return {
      ...compared,
      values: { ...judges, ...beside, ...overlap, [LENGTH]: rougeTokens(answer).length, ...(rating !== undefined && { [RATING]: rating }) },
    }
  })
}

function overlapOf(answer: string, reference: string, rouge: RougeOf | undefined): Record<string, number> {
  if (rougeTokens(reference).length === 0) return {}
  const found = rouge && (rougeTokens(answer).length === 0 ? { 'ROUGE-1': 0, 'ROUGE-2': 0, 'ROUGE-L': 0 } : rouge(answer, reference))
  return { ...found, 'BLEU-4': sentenceBleu(bleuTokens(answer), bleuTokens(reference)) }
}

const ORDERS = [1, 2, 3, 4] as const

/**
 * How many n-grams of a text stand in a reference, each counted at most as often as the reference has it (Papineni et al., 2002,
 * section 2.1), and how many there are.
 */
export function clippedMatches(tokens: readonly string[], reference: readonly string[], order: number) {
  const there = countsOf(reference, order)
  let [matches, total] = [0, 0]
  for (const [gram, count] of countsOf(tokens, order)) {
    total += count
    matches += Math.min(count, there.get(gram) ?? 0)
  }
  return { matches, total }
}

/**
 * BLEU-4 of one text, 0 to 1 (Papineni et al., 2002), smoothed by method 3 of Chen and Cherry (2014), the geometric sequence of NIST:
 * of the orders without a match the first counts as half a match, the next as a quarter, and so on. Orders that the text is too
 * short for are left out. These are the defaults of sacreBLEU's `sentence_bleu`. Pure.
 *
 * @returns 0 where nothing matches.
 */
export function sentenceBleu(tokens: readonly string[], reference: readonly string[]): number {
  const counts = ORDERS.map((order) => clippedMatches(tokens, reference, order)).filter(({ total }) => total > 0)
  if (counts.every(({ matches }) => matches === 0)) return 0
  let without = 1
  const logs = counts.map(({ matches, total }) => {
    if (matches === 0) without *= 2
    return Math.log(matches === 0 ? 1 / (without * total) : matches / total)
  })
  const brevity = tokens.length < reference.length ? Math.exp(1 - reference.length / tokens.length) : 1
  return brevity * Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length)
}

function countsOf(tokens: readonly string[], order: number): Map<string, number> {
  // Tokens hold no spaces.
  const grams = tokens.slice(0, Math.max(0, tokens.length - order + 1)).map((_, start) => tokens.slice(start, start + order).join(' '))
  return new Map([...groupBy(grams, (gram) => gram)].map(([gram, { length }]) => [gram, length]))
}

/** Scripts that are written without spaces: each of their characters is a token, as is common for ROUGE and BLEU of Chinese. */
const ALONE = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}'
const WORD = new RegExp(`[${ALONE}]|(?:(?![${ALONE}])[\\p{L}\\p{M}\\p{N}])+`, 'gu')

/**
 * Tokens for ROUGE: lower case, words and numbers only, no stemming. Of English they are those of Google's rouge_score. That package
 * drops all letters but a to z; here words of other scripts are kept, and Chinese and Japanese are taken character by character.
 */
export function rougeTokens(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? []
}

/** Characters that sacreBLEU's `zh` sets apart, so far as they are written: characters, their punctuation, full-width forms. */
const CHINESE =
  /[\u3400-\u4db5\u4e00-\u9fbb\uf900-\ufad9\uff00-\uffef\u2e80-\u2fdf\u2ff0-\u303f\u3100-\u312f\u31a0-\u31bf\u31c0-\u31ef\u3200-\u33ff\ufe10-\ufe1f\ufe30-\ufe4f\u2600-\u27bf]/g

/**
 * Tokens for BLEU: case is kept and punctuation counts, by the rules of mteval-v13a, which sacreBLEU calls `13a`. Chinese is
 * taken character by character, as its `zh` does.
 */
export function bleuTokens(text: string): string[] {
  const set = ` ${text.replaceAll(/\s+/g, ' ')} `
    .replace(CHINESE, ' $& ')
    .replace(/[{-~[-` -&(-+:-@/]/g, ' $& ')
    .replace(/([^0-9])([.,])/g, '$1 $2 ')
    .replace(/([.,])([^0-9])/g, ' $1 $2')
    .replace(/([0-9])(-)/g, '$1 $2 ')
    .trim()
  return set === '' ? [] : set.split(/\s+/)
}

/**
 * ROUGE's three common figures of a text against one reference, each as F1 from 0 to 1 (Lin, 2004): of words, of pairs of words, and of
 * the longest common subsequence of the whole texts. Undefined for texts without a word, and for those that are longer than js-rouge takes.
 */
export type RougeOf = (text: string, reference: string) => Record<`ROUGE-${1 | 2 | 'L'}`, number> | undefined

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
        'ROUGE-1': n(text, reference, { n: 1, tokenizer }),
        'ROUGE-2': n(text, reference, { n: 2, tokenizer }),
        'ROUGE-L': l(text, reference, { tokenizer, segmenter: (one) => [one] }),
      }
    } catch (error) {
      if (error instanceof RangeError) return undefined
      throw error
    }
  }
}
