import { z } from 'zod'

const tries = z
  .strictObject({ right: z.int().nonnegative(), tries: z.int().positive() })
  .refine(({ right, tries }) => right <= tries, { path: ['right'], message: 'expected at most as many right answers as tries' })

/** How often language models solved an item that they had never seen: at once, without working, and with working. No human figure. */
export const blindSolving = z.strictObject({ atOnce: tries, worked: tries })

/** How often an item was solved blind. */
export type BlindSolving = z.infer<typeof blindSolving>

/** Levels by blind solving, the hardest first; `unmeasured` where nobody tried. */
export const BLIND_LEVELS = ['hard', 'easier', 'unmeasured'] as const

/** How hard an item is by blind solving. */
export type BlindLevel = (typeof BLIND_LEVELS)[number]

/** Share of right answers at once up to which an item is hard. */
const HARD = 0.6

/** How hard an item is: hard where at most 60 percent of the answers at once were right. */
export function blindLevel(blind: BlindSolving | undefined): BlindLevel {
  if (!blind) return 'unmeasured'
  return blind.atOnce.right <= HARD * blind.atOnce.tries ? 'hard' : 'easier'
}
