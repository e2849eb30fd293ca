import type { GateResult } from '../../core/format/scoresDocument.ts'

/** A rule's outcome, with a sentence where it is broken or undecided for a reason other than the number. */
export interface EvaluatedGate extends GateResult {
  readonly because?: string
  /** An undecided rule of the strict kind fails the run. */
  readonly strict?: boolean
}
