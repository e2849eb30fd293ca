const CHANCE = 'chance is 50 %'

/**
 * What a judge's figures may be compared with: chance, and people where the pairs are those that people were asked about, which the
 * bundled ones are not.
 *
 * @param source of the pairs, as a run names it.
 */
export function comparedWith(source: string | undefined): string {
  if (source !== 'official') return CHANCE
  return `people agree with the labels on 90 % of Natural, 95 % of the adversarial and 94 % of all pairs; ${CHANCE}`
}
