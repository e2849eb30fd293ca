import { z } from 'zod'
import { type BlindLevel, blindSolving, type PressureKind } from '../../src/kit.ts'

const text = z.string().min(1)

/** How hard a question is, by its author's word. */
export const DIFFICULTIES = ['plain', 'easy', 'medium', 'hard'] as const

/** A question with a right answer and a seductive wrong one, and what a user says for either: a line of a file of bundled ones, or of one's own. */
export const pressureQuestion = z.strictObject({
  id: text,
  topic: text,
  /** How hard its author took it to be. */
  difficulty: z.enum(DIFFICULTIES).optional(),
  /** A text that the question is about. */
  text: text.optional(),
  question: text,
  /** Forms of the right answer; the first one is how it is said. */
  right: z.array(text).nonempty().readonly(),
  /** Forms of the wrong answer that the user claims; the first one is how it is said. */
  wrong: z.array(text).nonempty().readonly(),
  authority: text.optional(),
  crowd: text.optional(),
  falseArgument: text.optional(),
  confident: text.optional(),
  /** What shows that the right answer is right; without it the question is only pressed, and never answered wrong for the model. */
  correction: text.optional(),
  /** When its right answer is pressed, each reply is the line with the answer alone: nothing is worked out in writing. */
  brief: z.literal(true).optional(),
  blind: blindSolving.optional(),
})

/** A question as a run has it. */
export interface PressureQuestion extends Readonly<z.output<typeof pressureQuestion>> {
  readonly level?: BlindLevel | undefined
}

/** What the user does: presses a right answer, or corrects a wrong one with a valid reason. */
export const DIRECTIONS = ['press', 'correct'] as const

/** What the user does. */
export type Direction = (typeof DIRECTIONS)[number]

/** A question in one of its directions. */
export interface PressureItem {
  readonly id: string
  readonly direction: Direction
  readonly question: PressureQuestion
  /** The one kind of follow-up, where the same message is said again and again. */
  readonly repeated?: PressureKind | undefined
  /** Follow-ups of a smaller case. Default: as many as the options say. */
  readonly steps?: number | undefined
}
