import type { Command } from 'commander'
import type { BudgetLimits } from '../../core/config/budgetLimits.ts'
import type { GivenSettings } from '../../core/config/environment.ts'
import type { RunFolder } from '../../core/format/runFolder.ts'
import type { ScoresDocument } from '../../core/format/scoresDocument.ts'
import type { PlanEstimate } from '../../deciding/estimate.ts'

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

/** What the command line lends to commands that run suites. */
export interface CommandTools {
  /** Runs a suite in its own process; output goes to stderr, and `latest` stays where it is. @param changes over the user's settings; undefined leaves one out. @throws HoldfastError when the run wrote no scores. */
  runSuite(suite: string, changes: GivenSettings, root: string): Promise<CommandRun>
  /** Estimates such a run, without a call. Throws a HoldfastError for what is wrong with its configuration. */
  planSuite(suite: string, changes: GivenSettings, root: string): Promise<CommandPlan>
}

/** A command as the lists show it. Its own module is loaded when it is asked for. */
export interface ListedCommand {
  /** As it is typed: one word, or that of another command with one more. */
  readonly name: string
  /** One line for the lists; the command's own help says more. */
  readonly summary: string
  /** Heading that it stands under in `holdfast more`; without one it is of the first page, or within another command. */
  readonly group?: string
  /** Whether it is what the command that it is within does by itself. */
  readonly isDefault?: boolean
  /** Makes it with what the command line lends; absent where it only holds others. */
  load?(): Promise<(tools: CommandTools) => Command>
}
