import { z } from 'zod'
import { askedQuestion } from './label.ts'

/**
 * One line of a key: what `holdfast annotate` knows of a question that it put to raters, and what raters must not see. Labels and
 * their key are enough to measure the judge, without the run.
 */
export const labelKey = askedQuestion
  .extend({
    /** Questions of one kind have one scale and are measured together. */
    kind: z.string().min(1),
    /** The judge's value; absent where it gave no usable reply, or is not asked this. */
    judge: z.number().optional(),
    /** The value of each vote of the judge, where there are several. */
    votes: z.array(z.number()).optional(),
    /** Name of the judge's model. */
    model: z.string().min(1).optional(),
    /** Task of the item: the slice that figures are told by. */
    task: z.string().min(1),
    /** What varies together; by default the item. */
    cluster: z.string().min(1),
    /** The criterion in words, where the question is one of a checklist. */
    criterion: z.string().optional(),
    /** The chance that the item's trial had of being drawn, above 0 and at most 1: labels count by its inverse. */
    probability: z.number().positive().max(1),
    /** What was taken whole and not drawn from all: then the labels say nothing of other items. */
    of: z.literal('doubtful').optional(),
  })
  .strict()

/** What a rater must not see of a question, line by line (docs/contracts.md, section 4). */
export type LabelKey = z.output<typeof labelKey>
