import { z } from 'zod'

/** A reference of canaries: questions, and what a model answered to each, several times. */
export const canaryReference = z.object({
  schema: z.literal('holdfast.canary/1'),
  /** When the answers were asked for, ISO 8601. */
  made: z.string(),
  /** The model as it was named. */
  model: z.string(),
  /** Models that answered, by the endpoint's own word, and builds of the server. */
  served: z.array(z.string()),
  fingerprints: z.array(z.string()),
  simulated: z.boolean(),
  canaries: z
    .array(
      z.object({
        suite: z.string(),
        item: z.string(),
        call: z.string(),
        messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })).min(1),
        answers: z.array(z.string()).min(1),
      }),
    )
    .min(1)
    .refine((canaries) => new Set(canaries.map(({ answers }) => answers.length)).size === 1, 'questions have different numbers of answers'),
})

/** What canaries are held against. */
export type CanaryReference = z.output<typeof canaryReference>
