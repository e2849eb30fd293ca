import type { Ends } from '../../src/kit.ts'

/** Figures that MF's grounded fields count in, which may exceed their maximum (docs/suites/lifbench.md, Q2). */
const OPEN_ENDED = /^(?:ars\.(?:MF|overall|average)|length\..+|task\.MF\..+|ifp\.Ori)$/

/**
 * Scores are shares of full marks, open upwards where MF counts; an instability has no upper end, and without the noise of sampling
 * no lower one.
 */
export function lifbenchRange(key: string): NonNullable<Ends> {
  if (key.startsWith('ifs.corrected.')) return [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  if (key.startsWith('ifs.')) return [0, Number.POSITIVE_INFINITY]
  return OPEN_ENDED.test(key) ? [0, 1, 'open'] : [0, 1]
}
