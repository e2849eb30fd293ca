import type { Command } from 'commander'
import type { RunFolder } from '../format/runFolder.ts'
import type { ScoresDocument } from '../format/scoresDocument.ts'

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

/** What the command line lends to the commands of suites. */
export interface CommandTools {
  /** Opens the place for the result. Errors of a file come as HoldfastError. */
  openOutput(path: string | undefined): CommandOutput
  /**
   * Runs the suite in a process of its own; what it prints goes to stderr.
   *
   * @param environment `HOLDFAST_*` variables, over those of this process; undefined removes one.
   * @throws HoldfastError when the run wrote no scores.
   */
  runSuite(environment: Readonly<Record<string, string | undefined>>, root: string): Promise<CommandRun>
}

/** A command of a suite's own, for `holdfast <command>`. */
export type SuiteCommand = (tools: CommandTools) => Command
