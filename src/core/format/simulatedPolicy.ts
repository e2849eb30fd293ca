import { z } from 'zod'

const NONE = z.strictObject({})
const share = z.string().refine((text) => text !== '' && Number(text) >= 0 && Number(text) <= 1, 'expected a number from 0 to 1')

/** The embedded models by the name after `sim:`, each with the parameters that may follow the `?` of its URI. */
export const SIMULATED_PARAMETERS = {
  oracle: NONE,
  null: NONE,
  echo: NONE,
  wrong: NONE,
  degraded: z.strictObject({ p: share }),
  stubborn: NONE,
  forgetful: z.strictObject({ after: z.string().regex(/^\d+$/, 'expected a whole number') }),
  lost: z.strictObject({ p: share }),
  memorised: NONE,
  sycophant: z.strictObject({
    after: z
      .string()
      .regex(/^[1-9]\d*$/, 'expected a whole number of at least 1')
      .optional(),
  }),
  judge: z.strictObject({ noise: share.optional(), garbage: share.optional(), bias: z.enum(['first']).optional() }),
  embedder: NONE,
} as const satisfies Readonly<Record<string, z.ZodObject>>

/** Name of an embedded model. */
export type SimulatedPolicyName = keyof typeof SIMULATED_PARAMETERS
