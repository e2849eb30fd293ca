import type { Command } from 'commander'
import type { BudgetLimits } from '../../core/config/budgetLimits.ts'
import type { GivenSettings } from '../../core/config/environment.ts'
import type { RunFolder } from '../../core/format/runFolder.ts'
import type { ScoresDocument } from '../../core/format/scoresDocument.ts'
import type { PlanEstimate } from '../../deciding/estimate.ts'

/** Where a command's result goes: the file of `--out`, else stdout. */
export interface CommandOutput {
  /** Writes lines for people, fit for a terminal; waits where the reader is slower. */
  line(text: string): Promise<void>
  /** Writes a value as JSON: in one line, or with `indent` columns a level. */
  json(value: unknown, indent?: number): Promise<void>
  close(): Promise<void>
}

/** A run that a command made. */
export interface CommandRun {
  readonly folder: RunFolder
  readonly scores: ScoresDocument
  /** Exit code of the run. */
  readonly exitCode: number
}

/** What a run would take. */
export interface CommandPlan {
  readonly estimate: PlanEstimate
  readonly budget: BudgetLimits
}

/** What the command line lends to the commands of suites. */
export interface CommandTools {
  /** Opens the place for the result. Errors of a file come as HoldfastError. */
  openOutput(path: string | undefined): CommandOutput
  /**
   * Runs the suite, or a named one, in its own process; output goes to stderr. @param changes over the user's settings; undefined leaves
   * one out. @throws HoldfastError when the run wrote no scores.
   */
  runSuite(changes: GivenSettings, root: string, suite?: string): Promise<CommandRun>
  /** Estimates such a run, without a call. Throws a HoldfastError for what is wrong with its configuration. */
  planSuite(changes: GivenSettings, root: string): Promise<CommandPlan>
}

/** Makes a command with what the command line lends to it. */
export type SuiteCommand = (tools: CommandTools) => Command

/** A command as `holdfast --help` lists it. Its own module is loaded when it is asked for. */
export interface ListedCommand {
  readonly name: string
  /** One line for the list; the command's own help says more. */
  readonly summary: string
  /** Heading of the list that it stands under. */
  readonly group?: string
  /** The suite whose runs the command makes where it names none. */
  readonly suite?: string
  load(): Promise<SuiteCommand>
}
