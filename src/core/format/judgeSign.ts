import { z } from 'zod'

/** A sign that whoever judges or interviews does not read, from its replies over a run. Counts are of replies, pairs or known answers. */
export const judgeSign = z.object({
  role: z.enum(['judge', 'interactor']),
  /** Of a panel: which of its models. */
  model: z.string().optional(),
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

const TEXTS: Readonly<Record<JudgeSign['sign'], (count: string, known: JudgeSign['known']) => string>> = {
  constant: (count) => `gave the same verdict in ${count} cases`,
  copies: (count) => `said the example of its prompt back in ${count} evaluations`,
  first: (count) => `took the first output in ${count} pairs, whichever of the two stood there`,
  one_sided: (count) => `lost ${count} verdicts to the form of its replies`,
  controls: (count, known = 'wrong') => `${known === 'wrong' ? 'passed' : 'failed'} ${count} answers that are known to be ${known}`,
  no_question: (count) => `asked nothing in ${count} rounds: no question, or what had been said before`,
}

function signTexts(signs: readonly JudgeSign[] = []): string[] {
  return signs.map(({ role, model, sign, n, of, known }) =>
    [`the ${role}`, model, TEXTS[sign](`${n} of ${of}`, known)].filter((text) => text !== undefined).join(' '),
  )
}

/** The signs of a suite in a sentence; undefined where there are none. */
export function signsText(signs: readonly JudgeSign[] | undefined): string | undefined {
  const text = signTexts(signs).join('; ')
  return text === '' ? undefined : `${text.charAt(0).toUpperCase()}${text.slice(1)}. The figure says nothing`
}

/**
 * The same as a mark beside a figure: `SAYS NOTHING: the judge passed 6 of 6 answers that are known to be wrong`; empty without signs.
 * @param stands of a figure that stands, beside which other figures do not.
 */
export function signsMark(signs: readonly JudgeSign[] | undefined, stands: boolean): string {
  const texts = signTexts(signs)
  return texts.length > 0 ? `${stands ? 'what the judge judged says nothing' : 'SAYS NOTHING'}: ${texts.join('; ')}` : ''
}
