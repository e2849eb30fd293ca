/** The ends of Wilson's 95 % interval for so many successes. */
function wilson(successes: number, n: number): readonly [number, number] {
  const z = 1.959963984540054
  const centre = (successes + (z * z) / 2) / (n + z * z)
  const half = (z / (n + z * z)) * Math.sqrt((successes * (n - successes)) / n + (z * z) / 4)
  return [centre - half, centre + half]
}

/** How often Wilson's interval from n answers holds their probability, exactly: by the binomial distribution. */
function wilsonCoverage(n: number, probability: number): number {
  let sum = 0
  let mass = (1 - probability) ** n
  for (let successes = 0; successes <= n; successes += 1) {
    const [low, high] = wilson(successes, n)
    if (low <= probability && probability <= high) sum += mass
    mass *= ((n - successes) / (successes + 1)) * (probability / (1 - probability))
  }
  return sum
}

/** The least share of so many seeds whose intervals hold the truth: four standard deviations below what is expected. */
export function leastCoverage(seeds: number, n: number, probability: number): number {
  const expected = wilsonCoverage(n, probability)
  return expected - 4 * Math.sqrt((expected * (1 - expected)) / seeds)
}
