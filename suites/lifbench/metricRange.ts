/** Figures that MF's grounded fields count in, which may exceed their maximum (docs/suites/lifbench.md, Q2). */
const OPEN_ENDED = /^(?:ars\.(?:MF|overall|average)|length\..+|task\.MF\..+|ifp\.Ori)$/

/**
 * Scores are shares of full marks, open upwards where MF counts; an instability has no upper end, and without the noise of sampling
 * no lower one.
 */
export function lifbenchRange(key: string): readonly [number, number] {
  if (key.startsWith('ifs.corrected.')) return [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  return [0, key.startsWith('ifs.') || OPEN_ENDED.test(key) ? Number.POSITIVE_INFINITY : 1]
}
