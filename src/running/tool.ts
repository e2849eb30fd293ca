import type { Loader } from '../core/base/port.ts'
import { type LabelledRecords, people } from '../deciding/people.ts'
import { type Batches, batches } from '../models/batches.ts'
import { type ItemFindings, itemFindings } from '../reports/itemFindings.ts'
import { type BundledSuite, registerSuites } from './catalogue.ts'
import { type ForeignLogs, foreignLogs } from './commands/foreignLogs.ts'
import type { ListedCommand } from './worker/suiteCommand.ts'
import { registerAnswer, type ToolAnswer } from './worker/toolAnswers.ts'
import { type DeclareJob, jobs } from './worker/toolJob.ts'

/**
 * A side feature, told to the engine in one line of `src/tools/index.ts`. All of it is optional, and loaded when it is needed. Without
 * its folder and its line the rest works.
 */
export interface Tool {
  readonly name: string
  /** Its commands. */
  readonly commands?: readonly ListedCommand[]
  /** Suites that its commands alone run. */
  readonly suites?: readonly BundledSuite[]
  /** Makes calls by batch. */
  readonly batches?: Loader<Batches>
  /** Finds what people said of records, for corrected metrics. */
  readonly people?: Loader<LabelledRecords>
  /** Reads logs of another program as runs. */
  readonly foreignLogs?: Loader<ForeignLogs>
  /** What its commands found out about items, for reports. */
  readonly itemFindings?: Loader<ItemFindings>
  /** Does a job with a suite in place of a run, for instance a search over smaller cases. */
  readonly job?: Loader<DeclareJob>
  /** Answers the tool's own questions in the process that knows a suite's rules. */
  readonly answer?: Loader<ToolAnswer>
}

const known = new Map<string, Tool>()

/** The tools of this process, in the order of their lines. */
export function tools(): readonly Tool[] {
  return [...known.values()]
}

/** Tells the engine of tools. A process may be told twice. */
export function registerTools(all: readonly Tool[]): void {
  for (const tool of all) {
    known.set(tool.name, tool)
    if (tool.suites) registerSuites(tool.suites.map((suite) => ({ ...suite, isLent: true })))
    if (tool.batches) batches.fill(tool.batches)
    if (tool.people) people.fill(tool.people)
    if (tool.foreignLogs) foreignLogs.fill(tool.foreignLogs)
    if (tool.itemFindings) itemFindings.fill(tool.itemFindings)
    if (tool.job) jobs.fill(tool.job)
    if (tool.answer) registerAnswer(tool.name, tool.answer)
  }
}
