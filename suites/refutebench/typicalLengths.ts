import type { RefuteTask } from './tasks.ts'

/**
 * How many tokens each one says as a rule, for `holdfast plan`. No dialogues are published. The bundled references have 43 tokens
 * for a translation, 110 for a summary and 135 for a text; models say half as much again, by the paper's case of a summary that
 * grows from 120 to 202 words (figure 7). An objection is a few sentences of feeling, and a rating explains itself briefly
 * before the number. What is talked about in between has references of 18 tokens, and models say more; 400 words are 530 tokens.
 */
export const TYPICAL_TOKENS = {
  answer: { mt: 65, summarization: 165, writing: 200 } satisfies Record<RefuteTask, number>,
  distraction: { short: 60, long: 530 },
  objection: 75,
  rating: 110,
  validity: 16,
  fitness: 30,
} as const

/** The most of a reply of the judge, which has no cap: what a budget sets aside for it at first. */
export const MOST_OF_A_RATING = 1024
