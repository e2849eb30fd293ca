/**
 * Of weighted answers, how many of equal weight tell as much: the square of the sum of the weights over the sum of their squares
 * (Kish, Survey Sampling, 1965, section 11.7). Of answers without weights it is their number.
 */
export function effectiveLabels(units: readonly { readonly weight?: number | undefined }[]): number {
  if (units.every(({ weight }) => weight === undefined)) return units.length
  let [sum, squares] = [0, 0]
  for (const { weight = 1 } of units) {
    sum += weight
    squares += weight * weight
  }
  return sum ** 2 / squares
}
