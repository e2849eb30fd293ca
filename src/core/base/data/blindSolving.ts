import { z } from 'zod'

const tries = z
  .strictObject({ right: z.int().nonnegative(), tries: z.int().positive() })
  .refine(({ right, tries }) => right <= tries, { path: ['right'], message: 'expected at most as many right answers as tries' })

/**
 * How often language models solved an item that they had never seen: at once, without working, and with working. No
 * human figure.
 */
export const blindSolving = z.strictObject({ atOnce: tries, worked: tries })

/** How often an item was solved blind. */
export type BlindSolving = z.infer<typeof blindSolving>
