/**
 * How many tokens an answer has as a rule, for `holdfast plan`: a short explanation and the line with the answer. No outputs of
 * models to these questions are published.
 */
export const TYPICAL_TOKENS = 120
