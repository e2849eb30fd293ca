import { z } from 'zod'
import { recordName } from './recordName.ts'

/** What a file of chosen items says it is. */
export const ITEMS_SCHEMA = 'holdfast.items/1'

/** A file of chosen items (docs/contracts.md, section 2): a run takes these of a suite and no others. */
export const chosenItems = z.object({
  schema: z.literal(ITEMS_SCHEMA),
  suite: recordName,
  /** Hash of the data that the items are of, as scores.json has it. A file written by hand may leave it out. */
  sha256: z.string().optional(),
  /** Their ids. */
  items: z.array(z.string().min(1)).min(1),
})

/** Items of one suite by their ids. */
export type ChosenItems = z.output<typeof chosenItems>
