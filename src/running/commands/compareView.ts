import type { CommandFlags } from './commandOptions.ts'
import type { CommandResult } from './output.ts'

/** A comparison of runs, with what it says to the exit code. */
export interface Comparison extends CommandResult {
  /** Whether the answer is no, which is exit 1. */
  readonly isNo?: boolean
}

/** Compares runs as the user named them. @throws HoldfastError where they cannot be. */
export type CompareView = (names: readonly string[], flags: CommandFlags, root: string) => Promise<Comparison>

/** A comparison that a tool or a suite brings to `holdfast compare`. */
export interface ListedView {
  /** What follows `--view`; of one with a flag of its own what follows the hyphens. */
  readonly name: string
  readonly summary: string
  readonly isFlag?: boolean
  /** Whether three runs and more are compared so where nobody chooses. */
  readonly isOfMany?: boolean
  /** Whether it takes all runs of the project where none is named. */
  readonly takesAll?: boolean
  load(): Promise<CompareView>
}
