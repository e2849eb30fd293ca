import type { BlindSolving } from './blindSolving.ts'

/** How hard an item is by blind solving; `unmeasured` where nobody tried. */
export type BlindLevel = 'hard' | 'other' | 'unmeasured'

/** Share of right answers at once up to which an item is hard. */
const HARD = 0.6

/** How hard an item is: hard where at most 60 percent of the answers at once were right. */
export function blindLevel(blind: BlindSolving | undefined): BlindLevel {
  if (!blind) return 'unmeasured'
  return blind.atOnce.right <= HARD * blind.atOnce.tries ? 'hard' : 'other'
}
