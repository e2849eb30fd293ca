import { z } from 'zod'

/** One line of a file of labels: what the judge said of an answer, and where a person was asked, what the person said. */
export const judgedLabel = z.strictObject({
  /** What was judged. Several lines of one id are the labels of several raters. */
  id: z.string().min(1),
  /** The judge's verdict: 0 or 1, or a rating. */
  judge: z.number(),
  /** A person's verdict on the same scale. Lines without it are the rest of the run. */
  human: z.number().optional(),
  rater: z.string().optional(),
  /** Part of the run that is shown by itself. */
  slice: z.string().optional(),
  /** What varies together, for instance a document; intervals resample it. */
  cluster: z.string().optional(),
  /** The chance that the answer had of being drawn for people, above 0 and at most 1: its label counts by the inverse. */
  probability: z.number().positive().max(1).optional(),
})

/** A line of a file of labels (docs/contracts.md, section 4). */
export type JudgedLabel = z.output<typeof judgedLabel>

/** A line of labels with what a run or a key knows of the question beside. */
export interface JudgedLine extends JudgedLabel {
  readonly item?: string
  /** The criterion in words, where the question is one of a checklist. */
  readonly criterion?: string | undefined
}
