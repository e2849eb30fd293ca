import type { ComparedAnswer } from '../correlate/readCompared.ts'

/** An answer that one rater labelled. */
export const madeAnswer = (own: Partial<ComparedAnswer> = {}): ComparedAnswer => ({
  ...{ suite: 's', item: 'i', trial: 0, question: 'q', kind: 'overall', task: 't', cluster: 'i', human: 1 },
  ratings: [{ rater: 'ann', value: 1 }],
  judges: {},
  aspects: {},
  reference: undefined,
  scale: [1, 4] as const,
  context: [],
  answer: 'testing one two',
  ...own,
})
