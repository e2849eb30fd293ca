import type { Rb1Task } from './names.ts'

/**
 * How many tokens an answer has as a rule, for `holdfast plan`. No outputs of models are published. A translation is about as long
 * as its sentence, which has 28 tokens in the bundled data and 43 in the official; a question is to be answered without
 * anything else; an e-mail is short. What is talked about in between has references of 18 tokens, and models say more.
 */
export const TYPICAL_TOKENS: Readonly<Record<Rb1Task | 'irrelevant', number>> = { mt: 45, email: 150, qa: 8, irrelevant: 60 }
