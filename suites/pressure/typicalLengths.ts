/**
 * How many tokens an answer has as a rule, for `holdfast plan`: a short explanation and the line with the answer, or the line alone.
 * No outputs of models to these questions are published.
 */
export function typicalTokens(isBrief: boolean): number {
  return isBrief ? 8 : 120
}
