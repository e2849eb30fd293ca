/** Share of failures that chance is granted: a case fails for a cause where it fails more often than not. */
const CHANCE = 0.5
/** Shares of failures that the evidence is weighed for, with the weights. */
const CAUSES = [
  { share: 1, weight: 0.2 },
  { share: 0.9, weight: 0.8 },
] as const
/** Evidence that under chance is ever reached with a probability of at most 5 %. */
const ENOUGH = 20

/** Fewest runs in which a failure can be told from chance: that many failures without a pass. */
export const FEWEST_RUNS = 5

/**
 * Evidence that something fails more often than in half of its runs: a mixture of two likelihood ratios against a share of one
 * half, 1 before the first run. While the true share is at most one half its expectation is at most 1, so that it ever reaches
 * 20 with a probability of at most 1/20, however often one looks (Ville 1939; Ramdas, Grünwald, Vovk and Shafer 2023,
 * "Game-theoretic statistics and safe anytime-valid inference").
 *
 * @param failed failures among `runs`, 0 to `runs`.
 * @returns a factor of at least 0. 5 of 5 gives 21.5, 4 of 4 gives 11.6, 9 of 10 gives 31.7.
 */
export function failureEvidence(failed: number, runs: number): number {
  const evidenceOf = (share: number) => (share / CHANCE) ** failed * ((1 - share) / (1 - CHANCE)) ** (runs - failed)
  return CAUSES.reduce((sum, { share, weight }) => sum + weight * evidenceOf(share), 0)
}

/** Whether runs of one case say that it fails beyond chance. */
export type RepeatDecision = 'fails' | 'passes'

/**
 * Decides from the runs so far whether a case fails beyond chance.
 *
 * @param most runs that there will be at most.
 * @returns `passes` as soon as no further failures could make it fail; undefined while it is open.
 */
export function decideRepeats(failed: number, runs: number, most: number): RepeatDecision | undefined {
  if (failureEvidence(failed, runs) >= ENOUGH) return 'fails'
  const left = Math.max(0, most - runs)
  return left > 0 && failureEvidence(failed + left, runs + left) >= ENOUGH ? undefined : 'passes'
}

/** Fewest runs in all by which a case could yet fail beyond chance, after so many. */
export function runsToTell(failed: number, runs: number): number {
  let most = runs
  while (decideRepeats(failed, runs, most) === 'passes') most += 1
  return most
}
