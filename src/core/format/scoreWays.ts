import { z } from 'zod'

/** Which way scores in logs of other programs are good, by scorer, or by one value of a scorer: `<scorer>.<key>`. */
export const scoreWays = z.record(z.string(), z.enum(['lower', 'higher']))

/** {@link scoreWays} as read. */
export type ScoreWays = Readonly<z.output<typeof scoreWays>>
