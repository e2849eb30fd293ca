/**
 * Cohen's kappa of two raters over the same items, unweighted; categories are whatever occurs. Unlike the official code's,
 * which takes a null verdict for a vote for output 2 and labels for other categories than verdicts (docs/suites/llmbar.md, Q2).
 *
 * @returns 1 for full agreement, 0 for what chance gives, NaN where chance alone agrees always.
 */
export function cohenKappa(pairs: readonly (readonly [string, string])[]): number {
  const n = pairs.length
  const share = (rater: 0 | 1, category: string) => pairs.filter((pair) => pair[rater] === category).length / n
  const categories = new Set(pairs.flat())
  const observed = pairs.filter(([one, two]) => one === two).length / n
  const byChance = [...categories].reduce((sum, category) => sum + share(0, category) * share(1, category), 0)
  return (observed - byChance) / (1 - byChance)
}
