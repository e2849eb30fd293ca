import { z } from 'zod'
import { askedQuestion } from './label.ts'

/**
 * One line of a sheet's key (`sheet.jsonl`): a question that raters are asked, and what the judge said of the same text. Raters
 * do not see it. It lets labels correct later runs of the same judge, whose answers nobody labelled.
 */
export const sheetEntry = askedQuestion
  .extend({
    /** Kind of the question; agreement is told for each kind. */
    kind: z.string().min(1),
    /** The judge's value on the question's scale; absent where the judge said nothing usable. */
    judge: z.number().optional(),
    /** Name of the judge's model, as its calls have it. */
    model: z.string().optional(),
    /** Whether the judge is a simulated one. */
    simulated: z.boolean().optional(),
    /** How probable it was, above 0 to 1, that the question's item was taken into the sheet: estimates weigh it by the inverse. */
    probability: z.number().gt(0).max(1).default(1),
    slice: z.string().optional(),
    /** What varies together; intervals resample it. */
    cluster: z.string().optional(),
  })
  .strict()

/** A question of a sheet with the judge's value. */
export type SheetEntry = z.output<typeof sheetEntry>
