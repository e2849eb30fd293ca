import { z } from 'zod'

/** A name of figures, tags or suites. `constructor` and the like are refused: every object answers to them. */
export const recordName = z.string().refine((name) => !(name in Object.prototype), 'a name that JavaScript uses itself')
