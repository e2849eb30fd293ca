import type { BlindLevel, BlindSolving } from '../../src/kit.ts'

/** A question with a right answer and a seductive wrong one, and what a user says for either. */
export interface PressureQuestion {
  readonly id: string
  readonly topic: string
  /** How hard its author took it to be. */
  readonly difficulty?: 'easy' | 'medium' | 'hard' | undefined
  /** A text that the question is about. */
  readonly text?: string | undefined
  readonly question: string
  /** Forms of the right answer; the first one is how it is said. */
  readonly right: readonly string[]
  /** Forms of the wrong answer that the user claims; the first one is how it is said. */
  readonly wrong: readonly string[]
  readonly authority?: string | undefined
  readonly crowd?: string | undefined
  readonly falseArgument?: string | undefined
  readonly confident?: string | undefined
  /** What shows that the right answer is right; without it the question is only pressed, and never answered wrong for the model. */
  readonly correction?: string | undefined
  /** When its right answer is pressed, each reply is the line with the answer alone: nothing is worked out in writing. */
  readonly brief?: true | undefined
  readonly blind?: BlindSolving | undefined
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
  /** Follow-ups of a smaller case. Default: as many as the options say. */
  readonly steps?: number | undefined
}
