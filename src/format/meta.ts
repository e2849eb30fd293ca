import type { Role } from '../config/suite.ts'
import type { CallCounts } from '../models/model.ts'
import type { BaselineComparison } from '../results/baseline/compareWithBaseline.ts'
import type { ItemRecord } from './records.ts'
import type { Metrics } from './scoresDocument.ts'

/** Name of the error that a score below its threshold is thrown as. */
export const SCORE_FAILURE = 'ScoreFailure'

/** Calls of one role for one item, with the model that answered. */
export interface RoleUsage extends CallCounts {
  readonly model: string
  readonly simulated: boolean
}

/** What a finished item tells the reporter; small, since it crosses processes for every item. */
export interface ItemMeta {
  readonly record: ItemRecord
  readonly usage: Readonly<Partial<Record<Role, RoleUsage>>>
  /** Share of the total lost at each point, by title. */
  readonly lost: Readonly<Record<string, number>>
}

/** How a benchmark's figures are laid out in the terminal. */
export interface Display {
  /** Metric in the last row of the table. */
  readonly headline: { readonly key: string; readonly label: string }
  /** Metrics of all items that stand above it, where one is not enough. */
  readonly beside?: readonly { readonly key: string; readonly label: string }[]
  /** Metric of each task. */
  readonly taskKeys: Readonly<Record<string, string>>
  /** Figures are percentages. */
  readonly percent?: boolean
  /** Lines below the table: metrics by key, or all whose key begins with a prefix; named without the prefix. Or a text. */
  readonly rows: readonly {
    readonly label: string
    readonly prefix?: string
    readonly keys?: readonly string[]
    readonly note?: string
    readonly text?: string
  }[]
  /** Signs to put after the name of a figure, by metric key, for instance † for truncated contexts. */
  readonly marks?: Readonly<Record<string, string>>
}

/** What a benchmark tells the reporter once its items are known. */
export interface BenchmarkMeta {
  readonly suite: string
  /** Roles it calls. */
  readonly roles: readonly Role[]
  /** Items, each counted once whatever the trials. */
  readonly items: number
  readonly trials: number
  readonly data: { readonly source: string; readonly sha256: string; readonly items: number }
  /** Items per task, in order, with a name for people. */
  readonly tasks: readonly { readonly task: string; readonly title: string; readonly items: number }[]
  /** Prompt tokens, where the suite can tell: of all calls, and counting what calls share once. */
  readonly tokens?: { readonly total: number; readonly distinct: number } | undefined
  /** Calls of the candidate, where the suite makes one an item. */
  readonly calls?: number | undefined
  readonly display?: Display | undefined
  /** Lines for the header: what is run, what is left out and how to have it. */
  readonly notes: readonly string[]
  /** Filled in when the last item has ended. */
  metrics?: Metrics
  /** Against the baseline that gates name; filled in with the metrics. */
  baseline?: BaselineComparison | undefined
}

declare module 'vitest' {
  interface TaskMeta {
    /** On a finished scored item. */
    holdfastItem?: ItemMeta
    /** On a scored item from the start: how much of the run it is, for the time left. */
    holdfastWeight?: number
    /** On the suite of a benchmark. */
    holdfastBenchmark?: BenchmarkMeta
  }
}
