import { HoldfastError } from '../core/base/errors.ts'
import { type Loader, Port } from '../core/base/port.ts'
import type { ItemRecord } from '../core/format/records.ts'
import type { ScoresDocument } from '../core/format/scoresDocument.ts'
import type { ScoreWays } from '../core/format/scoreWays.ts'
import type { ComparedRun } from '../deciding/compare/comparedRun.ts'
import { type LabelledRecords, people } from '../deciding/people.ts'
import type { SuiteRules } from '../deciding/suiteRules.ts'
import { type Batches, batches } from '../models/batches.ts'
import { type ItemFindings, itemFindings } from '../reports/itemFindings.ts'
import { type BundledSuite, registerSuites } from './catalogue.ts'
import type { ListedView } from './commands/compareView.ts'
import { type DeclareJob, jobs } from './toolJob.ts'
import type { ListedCommand } from './worker/suiteCommand.ts'

/** A side feature, one line of `src/tools/index.ts`. All of it is optional and loaded when needed; without it the rest works. */
export interface Tool {
  readonly name: string
  /** Its commands, those within commands of the engine among them. */
  readonly commands?: readonly ListedCommand[]
  /** Its comparisons, as `holdfast compare` shows them. */
  readonly views?: readonly ListedView[]
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
  }
}

/** A log of another program as a run of Holdfast. */
export interface ForeignRun {
  readonly document: ScoresDocument
  /** The last record of each sample and epoch. */
  readonly records: readonly ItemRecord[]
  /** Records that there were to be, by the log's own word. */
  readonly planned: number
  /** Names of its scorers, `<scorer>.<key>` of one of several values; also of those without a usable score. */
  readonly scorers: readonly string[]
  /** What to know of it, for people: what it is, what was left out, and where its own figures differ. */
  readonly notes: readonly string[]
}

/** Reads logs of another program. */
export interface ForeignLogs {
  /** Whether a path is that of a log. */
  isLog(path: string): boolean
  /** Reads a log as a run. It throws HoldfastError where the log cannot be read, and where it has no samples. @param waysOf its task. */
  read(path: string, waysOf: (task: string) => ScoreWays): Promise<ForeignRun>
  /** The conversations of its samples, each with its messages as they stand there. It throws HoldfastError where the log cannot be read. */
  conversations(path: string): Promise<readonly { readonly name: string; readonly messages: readonly unknown[] }[]>
  /** How the figures of its runs are computed, of several together. */
  rules(suite: string, runs: readonly Pick<ComparedRun, 'document' | 'records'>[]): SuiteRules
}

/** Where logs of other programs are read. */
export const foreignLogs: Port<ForeignLogs> = new Port<ForeignLogs>()

/** Answers what a tool asks of a suite, in the process that knows the suite's rules. Question and answer are plain data. */
export type ToolAnswer = (rules: SuiteRules, asked: unknown) => unknown

/** The answer to a tool's question. @throws HoldfastError where the tool is not there. */
export async function answerFor(tool: string, rules: SuiteRules, asked: unknown): Promise<unknown> {
  const answer = await known.get(tool)?.answer?.()
  if (answer) return answer(rules, asked)
  throw new HoldfastError('RUN', `Failed to ask ${rules.name}: this installation has no ${tool}. Install the same version everywhere.`)
}
