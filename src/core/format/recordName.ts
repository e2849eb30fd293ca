import { z } from 'zod'

/**
 * A name that figures, tags or suites are filed under. Names such as `constructor` are refused: every object answers to them,
 * so that what is filed under another name would seem to be there.
 */
export const recordName = z.string().refine((name) => !(name in Object.prototype), 'a name that JavaScript uses itself')
