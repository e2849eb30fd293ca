import { z } from 'zod'
import { recordName } from '../../../kit.ts'

/** The question that a label answers, and the hash of all that was shown with it. */
export const askedQuestion = z.object({
  suite: recordName,
  item: z.string().min(1),
  trial: z.number().int().nonnegative().default(0),
  /** Name of the question within the item's trial. */
  question: z.string().min(1),
  /** SHA-256 of what was shown, as 64 hexadecimal digits: a label of another text does not count. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'expected 64 hexadecimal digits'),
})

/** One line of a file of labels in the fuller form: what a rater said of one question. */
export const label = askedQuestion
  .extend({
    rater: z.string().min(1),
    /** A value of the question's scale. */
    value: z.number(),
  })
  .strict()

/** What a person said of one question (docs/contracts.md, section 4). */
export type Label = z.output<typeof label>

/** One question of one item and trial, as one text: labels of it belong together whatever was shown. */
export function questionKey({ suite, item, trial, question }: Pick<Label, 'suite' | 'item' | 'trial' | 'question'>): string {
  return JSON.stringify([suite, item, trial, question])
}
