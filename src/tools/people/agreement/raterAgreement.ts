/** What the raters of one answer said. */
export type Ratings = readonly number[]

/** How far people agree with each other. A figure that these labels do not tell is NaN. */
export interface RaterFigures {
  /** Share of pairs of raters of one answer who said the same: what a judge can hope for against one of them. */
  readonly agreement: number
  /**
   * Krippendorff's alpha for interval data, at most 1; 0 is what chance gives. Of yes and no it is that for nominal data
   * (Krippendorff, "Computing Krippendorff's Alpha-Reliability", 2011).
   */
  readonly alpha: number
}

/** @returns the figures with each answer counted as often as its weight says. Answers with one rater say nothing. */
export function raterAgreementOf(answers: readonly Ratings[]): (weights: readonly number[]) => RaterFigures {
  const parts = answers.map(partOf)
  return (weights) => {
    let [equal, pairs, observed, n, sum, squares] = [0, 0, 0, 0, 0, 0]
    for (const [index, part] of parts.entries()) {
      const weight = weights[index] as number
      equal += weight * part.equal
      pairs += weight * part.pairs
      observed += weight * part.observed
      n += weight * part.n
      sum += weight * part.sum
      squares += weight * part.squares
    }
    // The squared differences of all pairs of ratings, whoever gave them, over n (n - 1).
    const expected = (2 * (n * squares - sum * sum)) / (n * (n - 1))
    return { agreement: equal / pairs, alpha: 1 - observed / n / expected }
  }
}

/** What an answer adds to the sums. */
function partOf(ratings: Ratings) {
  const n = ratings.length
  if (n < 2) return { equal: 0, pairs: 0, observed: 0, n: 0, sum: 0, squares: 0 }
  const sum = ratings.reduce((total, value) => total + value, 0)
  const squares = ratings.reduce((total, value) => total + value * value, 0)
  let equal = 0
  for (const [index, value] of ratings.entries()) equal += ratings.slice(index + 1).filter((other) => other === value).length
  return { equal, pairs: (n * (n - 1)) / 2, observed: (2 * (n * squares - sum * sum)) / (n - 1), n, sum, squares }
}
