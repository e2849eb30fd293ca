import { z } from 'zod'
import { singleLine } from '../base/text/singleLine.ts'

/** A name of figures, tags or suites. `constructor` and the like are refused: every object answers to them. */
export const recordName = z.string().refine((name) => !(name in Object.prototype), 'a name that JavaScript uses itself')

/** Name of a file in a folder of ours, out of a file of somebody else: it leads nowhere else, on no system. */
export const plainName = z
  .string()
  .min(1)
  .max(255)
  .refine((name) => !/[/\\:]/.test(name) && !name.startsWith('.') && singleLine(name) === name, 'no plain name of a file')
