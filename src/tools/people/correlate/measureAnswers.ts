import { bleuTokens, loadRouge, type RougeOf, rougeTokens, sentenceBleu } from './overlap.ts'
import type { ComparedAnswer } from './readCompared.ts'

/** Measures of the overlap with a reference, in the order of tables. */
export const OVERLAP_MEASURES = ['ROUGE-1', 'ROUGE-2', 'ROUGE-L', 'BLEU-4'] as const
/** The number of words; of Chinese and Japanese that of characters. */
export const LENGTH = 'length'

/** What the judge said of the answer under another kind of question, as a measure. */
export function aspectMeasure(kind: string): string {
  return `${kind}, by the judge`
}

/** An answer with what measures say of it. */
export interface MeasuredAnswer extends ComparedAnswer {
  /** By the name of the measure; what is not known is left out. */
  readonly values: Readonly<Record<string, number>>
}

/**
 * The value of each judge, the overlap with the reference, and the length, of every answer. An empty answer has no overlap: 0.
 *
 * @param ratings further values of an answer, by the name of their measure.
 */
export async function measureAnswers(
  answers: readonly ComparedAnswer[],
  ratings: (answer: ComparedAnswer) => Readonly<Record<string, number>> = () => ({}),
): Promise<MeasuredAnswer[]> {
  const rouge = await loadRouge()
  return answers.map((compared) => {
    const { answer, reference, judges, aspects = {} } = compared
    const beside = Object.fromEntries(Object.entries(aspects).map(([kind, value]) => [aspectMeasure(kind), value]))
    const overlap = reference === undefined ? {} : overlapOf(answer, reference.text, rouge)
    return { ...compared, values: { ...judges, ...beside, ...overlap, [LENGTH]: rougeTokens(answer).length, ...ratings(compared) } }
  })
}

function overlapOf(answer: string, reference: string, rouge: RougeOf | undefined): Record<string, number> {
  if (rougeTokens(reference).length === 0) return {}
  const bleu = sentenceBleu(bleuTokens(answer), bleuTokens(reference))
  const found = rouge && (rougeTokens(answer).length === 0 ? { rouge1: 0, rouge2: 0, rougeL: 0 } : rouge(answer, reference))
  return { ...(found && { 'ROUGE-1': found.rouge1, 'ROUGE-2': found.rouge2, 'ROUGE-L': found.rougeL }), 'BLEU-4': bleu }
}
