import { z } from 'zod'

/** A sign that whoever judges or interviews does not read, from its replies over a run. Counts are of replies, pairs or known answers. */
export const judgeSign = z.object({
  role: z.enum(['judge', 'interactor']),
  /**
   * `constant`: one verdict, whatever is judged; `copies`: the example of the prompt said back; `first`: the output shown first wins in
   * both orders; `one_sided`: form decides which verdicts count; `controls`: known answers judged wrongly; `no_question`: nothing is asked.
   */
  sign: z.enum(['constant', 'copies', 'first', 'one_sided', 'controls', 'no_question']),
  n: z.number().int().positive(),
  of: z.number().int().positive(),
  /** Of `controls`: what is known of the answers. */
  known: z.enum(['right', 'wrong']).optional(),
})

/** A sign that a judge does not judge. */
export type JudgeSign = z.output<typeof judgeSign>

const TEXTS: Readonly<Record<JudgeSign['sign'], (count: string, sign: JudgeSign) => string>> = {
  constant: (count) => `the judge gave the same verdict in ${count} cases`,
  copies: (count) => `the judge said the example of its prompt back in ${count} evaluations`,
  first: (count) => `the judge always takes the first output: in ${count} pairs, whichever of the two stood there`,
  one_sided: (count) => `the form of its replies cost the judge ${count} verdicts, and so chose those that count`,
  controls: (count, { known }) =>
    `the judge ${known === 'wrong' ? 'passed' : 'failed'} ${count} answers that are known to be ${known ?? 'wrong'}`,
  no_question: (count) => `the interactor asked nothing in ${count} rounds: no question, or what had been said before`,
}

/** The signs of a suite in a sentence; undefined where there are none. */
export function signsText(signs: readonly JudgeSign[] | undefined): string | undefined {
  const texts = (signs ?? []).map((sign) => TEXTS[sign.sign](`${sign.n} of ${sign.of}`, sign)).join('; ')
  return texts === '' ? undefined : `${texts.charAt(0).toUpperCase()}${texts.slice(1)}. The figure says nothing`
}
