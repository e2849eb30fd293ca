/**
 * How many tokens each one says as a rule, for `holdfast plan`. Table 11 of the paper has 28 tokens for a question of the
 * interviewer and 203 for an evaluation, over 1,000 rounds for each of five data sets. By how its interviewer's prompts grow, a
 * reply of the candidate has about 100. A static answer is a letter and its choice, which the bundled questions have 16 tokens
 * of; a cap of 20 ends it.
 */
export const TYPICAL_TOKENS = { static: 12, question: 28, reply: 100, evaluation: 203 } as const
