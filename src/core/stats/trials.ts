/** pass@k: probability that at least one of k trials passes, unbiased from n of which c passed (Chen et al., 2021, equation 1). */
export function passAtK(n: number, c: number, k: number): number {
  return 1 - noneOf(n, n - c, k)
}

/** pass^k: the probability that all of k trials pass (Yao et al., 2024). */
export function passHatK(n: number, c: number, k: number): number {
  return noneOf(n, c, k)
}

/** Probability that k of n drawn without replacement all lie among `of`: C(of, k) / C(n, k). */
function noneOf(n: number, of: number, k: number): number {
  let share = 1
  for (let drawn = 0; drawn < k; drawn += 1) share *= Math.max(0, of - drawn) / (n - drawn)
  return share
}
