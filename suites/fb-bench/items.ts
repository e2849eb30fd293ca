import type { BlindLevel, BlindSolving } from '../../src/kit.ts'
import type { FbScenario, FbTask } from './names.ts'

/** One criterion of an item's checklist. */
export interface FbCriterion {
  readonly text: string
  /** Share of the item's score; null in response maintenance, where criteria have no shares. */
  readonly weight: number | null
  /** Whether an answer meets it; undefined for an answer about which a program cannot tell. */
  readonly check?: ((answer: string) => boolean | undefined) | undefined
}

/** A preset turn after the first answer: what the user says of it, and what is answered. */
export interface FbExchange {
  readonly feedback: string
  readonly response: string
}

/** A conversation with a preset first answer and feedback on it: two turns, and more where there are exchanges. */
export interface FbItem {
  readonly id: string
  readonly scenario: FbScenario
  readonly task: FbTask
  readonly subtask: string
  readonly language: 'en' | 'zh'
  readonly query: string
  readonly firstResponse: string
  /** Turns between the first answer and the last feedback. */
  readonly exchanges?: readonly FbExchange[] | undefined
  /** The last feedback, to which the model under test answers. */
  readonly feedback: string
  /** What is wrong with the first answer (error correction only). */
  readonly deficiency: readonly string[]
  readonly feedbackTypes: readonly string[]
  readonly checklist: readonly FbCriterion[]
  /** Whether response maintenance takes all criteria or any. Default: any, the official rule. */
  readonly holds?: 'all' | 'any' | undefined
  /** A second answer with full marks, where there is one. */
  readonly reference?: string | undefined
  /** A second answer that gives in to misleading feedback. */
  readonly concession?: string | undefined
  /** How often it was solved blind, where that was measured. */
  readonly blind?: BlindSolving | undefined
  /** How hard it is by that, for bundled items from version 2 on. */
  readonly level?: BlindLevel | undefined
}
