import { gammaln } from 'simple-statistics'

/** 97.5 % quantile of the normal distribution. */
export const Z = 1.959963984540054

/** 90 % quantile of the normal distribution: the power that numbers of items are given for. */
export const Z_POWER = 1.2815515655446004

/** 80 % quantile of the normal distribution: what is decided, or seen, in 4 of 5 runs. */
export const Z_FOUR_OF_FIVE = 0.8416212335729143

/** Probability that a standard normal variable is at most z. */
export function normalCdf(z: number): number {
  return 0.5 + (Math.sign(z) * lowerGamma(0.5, (z * z) / 2)) / 2
}

/** Regularized lower incomplete gamma function by its series (Press et al., Numerical Recipes, section 6.2). */
function lowerGamma(a: number, x: number): number {
  if (x <= 0) return 0
  // There the first term is 0, and the whole as good as 1.
  if (x > 700) return 1
  let term = Math.exp(a * Math.log(x) - x - gammaln(a + 1))
  let sum = 0
  for (let n = 1; term > sum * 1e-16; n += 1) {
    sum += term
    term *= x / (a + n)
  }
  return Math.min(1, sum)
}
