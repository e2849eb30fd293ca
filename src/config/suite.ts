import type { z } from 'zod'
import type { ItemRecord } from '../format/records.ts'
import type { Metrics } from '../format/scoresDocument.ts'
import type { OfficialData } from '../worker/officialData.ts'
import type { ResolvedConfig } from './resolve.ts'

/** What Holdfast must know of a bundled benchmark before, and without, running it. */
export interface SuiteDefinition {
  /** Name in paths, item records and metric tables, for instance `lifbench`. */
  readonly name: string
  /** Options, read from `suites.<name>` of the configuration and from `HOLDFAST_<SUITE>_<OPTION>` as text. */
  readonly options: z.ZodObject
  /** Roles the suite calls. */
  readonly roles: readonly Role[]
  /** What a run would do. Throws HoldfastError where it could not be run. */
  plan(config: ResolvedConfig): Promise<PlanSummary>
  /** Version of the scoring rules; runs of different ones cannot be compared. */
  readonly scoring: number
  /** Loads the function from item records to metrics; pure, so that any run can be summarized again. */
  summarizer(): Promise<(records: readonly ItemRecord[]) => Metrics>
  /** Lowest and highest value a metric can have; infinite where there is no end. */
  range(key: string): readonly [number, number]
  /** Whether a metric is among those that runs are compared by; all others on request. */
  isHeadline(key: string): boolean
  /** Whether a smaller figure is the better one. */
  lowerIsBetter?(key: string): boolean
  /** Prepares scoring of saved outputs for `holdfast score`: a function from a parsed line to its score. */
  fileScorer(inputPath: string, dataFolder: string | undefined): Promise<(value: unknown, where: string) => object>
  /** Loads how a reader is told about an item; what it leaves out is read as in any benchmark. */
  reading?(): Promise<SuiteReading>
  /** Loads what official data there is: which files, where they come from, and what is in them. */
  readonly officialData?: (() => Promise<OfficialData>) | undefined
}

/** How a suite's records and calls read for people. */
export interface SuiteReading {
  /** What to say beside the answers of an item's dialogue, by the candidate's call: which demand was kept or forgotten there. */
  pins?(record: ItemRecord): Readonly<Record<string, readonly string[]>>
  /** Number, from 1, of the demand that a candidate's call answers, where no refuter made it. */
  demandOf?(call: string): number | undefined
  /** The candidate's call whose answer a judge's call is about. */
  judgedCall?(call: string): string | undefined
  /** The name of a lost point in words. */
  lostPoint?(point: string): string
}

/** What a run would do. */
export interface PlanSummary {
  readonly source: string
  readonly sha256: string
  /** Items and prompt tokens per task, trials not counted. */
  readonly tasks: readonly { readonly task: string; readonly title: string; readonly items: number; readonly tokens: number }[]
  /** Calls per role for one trial. */
  readonly calls: Readonly<Partial<Record<Role, number>>>
  /** Prompt tokens with what items share counted once. */
  readonly distinctTokens: number
  readonly notes: readonly string[]
}

/** Who answers a call: the model under test, the evaluator, the one who objects, the one who interviews. */
export type Role = 'candidate' | 'judge' | 'refuter' | 'interactor'
