import { createHash } from 'node:crypto'
import type { BlindSolving } from '../../src/kit.ts'

/** Levels of bundled questions, the easiest first. */
export const LEVELS = ['secondary', 'undergraduate', 'expert'] as const

/** A multiple-choice question. */
export interface Question {
  /** Unique within its set. */
  readonly id: string
  /** Question set; one row of the paper's tables. */
  readonly set: string
  readonly question: string
  readonly choices: readonly string[]
  readonly answerIndex: number
  /** Id by the recipe of the official code, by which its lists name questions. */
  readonly uuid: string
  /** Field of knowledge, of bundled questions; subject, of MMLU and C-Eval. */
  readonly domain?: string | undefined
  /** How much schooling it takes, of bundled questions from version 2 on. */
  readonly level?: (typeof LEVELS)[number] | undefined
  /** What an interviewer should dig into, for bundled questions. */
  readonly notes?: string | undefined
  /** The error that leads to each choice, of bundled questions from version 2 on; empty for the right choice. */
  readonly reasons?: readonly string[] | undefined
  /** What one who understands says, round by round; what `sim:oracle` answers. */
  readonly explanation?: readonly string[] | undefined
  /** What one says who is plausibly wrong: the wrong choice that is defended, and how; for bundled questions. */
  readonly falseExplanation?: { readonly choice: number; readonly text: string } | undefined
  /** How often models solved it blind, for bundled questions. */
  readonly blind?: BlindSolving | undefined
  /** Rounds of its interview at most, for a smaller case of it. Default: as the options say. */
  readonly rounds?: number | undefined
}

/** A question with its choices, and which of them is right. */
export type SolvedQuestion = Pick<Question, 'question' | 'choices' | 'answerIndex'>

const LETTERS = 'ABCDEFGHIJ'

/** The letter of a choice. */
export function letterOf(index: number): string {
  return LETTERS.charAt(index)
}

/** A choice as answers are written: `B. text`. */
export function answerText({ choices }: Pick<Question, 'choices'>, index: number): string {
  return `${letterOf(index)}. ${choices[index]}`
}

/** The question with its choices, as every role sees it (docs/suites/kieval.md, R3). */
export function questionBlock({ question, choices }: Pick<Question, 'question' | 'choices'>): string {
  return `### Question: ${question}\n\n### Choices:\n${choices.map((_, index) => answerText({ choices }, index)).join('\n')}\n`
}

/**
 * Id of a question by the recipe of the official code: URL-safe base64 of the MD5 of its text, choices, answer and source
 * (data README). Only to look it up in lists made with that recipe.
 *
 * @param extra as Python's `json.dumps` writes it: `{"id": "<ARC id>"}`, `{"id": <row>}` for HellaSwag and C-Eval, `null` for MMLU.
 */
export function officialId({ question, choices, answerIndex }: SolvedQuestion, extra: string): string {
  const text = `${question}$choices$${choices.join(';')}$ans$${answerIndex}$perm$None$ex$${extra}`
  return createHash('md5').update(text).digest('base64url')
}

/** Group of the overall scores of the question sets, where several run. */
export const OF_SETS = 'set.score.overall'
