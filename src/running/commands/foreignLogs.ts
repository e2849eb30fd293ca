import { Port } from '../../core/base/port.ts'
import type { ItemRecord } from '../../core/format/records.ts'
import type { Role } from '../../core/format/role.ts'
import type { ScoresDocument } from '../../core/format/scoresDocument.ts'
import type { SuiteRules } from '../../deciding/suiteRules.ts'

/** A log of another program as a run of Holdfast. */
export interface ForeignRun {
  readonly document: ScoresDocument
  /** The last record of each sample and epoch. */
  readonly records: readonly ItemRecord[]
  /** Records that there were to be, by the log's own word. */
  readonly planned: number
  /** What to know of it, for people: what it is, what was left out, and where its own figures differ. */
  readonly notes: readonly string[]
}

/** Reads logs of another program. */
export interface ForeignLogs {
  /** Whether a path is that of a log. */
  isLog(path: string): boolean
  /** Reads a log as a run. It throws HoldfastError where the log cannot be read, and where it has no samples. */
  read(path: string): Promise<ForeignRun>
  /** How the figures of its runs are computed. */
  rules(suite: string, records: readonly ItemRecord[], roles: readonly Role[]): SuiteRules
}

/** Where logs of other programs are read. */
export const foreignLogs: Port<ForeignLogs> = new Port<ForeignLogs>()
