import type { Display, Headline } from './display.ts'
import type { Gates } from './gates.ts'
import type { LeftOut } from './leftOut.ts'
import type { Role } from './role.ts'
import type { ScoresDocument } from './scoresDocument.ts'

/** What a suite is about to run, told before its first call. */
export interface SuitePlan {
  readonly suite: string
  readonly roles: readonly Role[]
  /** Items, each counted once whatever the trials. */
  readonly items: number
  readonly trials: number
  /** Which part of the run these items are, from 1, where it is divided. */
  readonly shard?: { readonly index: number; readonly count: number } | undefined
  readonly data: Readonly<ScoresDocument['run']['data'][string]>
  /** Items per task, in order, with a name for people. Of a shard a task may have none. */
  readonly tasks: readonly { readonly task: string; readonly title: string; readonly items: number }[]
  /** Prompt tokens, where the suite can tell: of all calls, and counting what calls share once. */
  readonly tokens?: { readonly total: number; readonly distinct: number } | undefined
  /** Calls of the candidate, where the suite makes one an item. */
  readonly calls?: number | undefined
  readonly display?: Display | undefined
  /** The metric that the suite is read by first, whatever the answers are. */
  readonly headline: Headline
  /** The gates of the whole run: who merges parts of it must have them too. */
  readonly gates?: Gates | undefined
  /** How its gates are decided before the last item, where the run is to. */
  readonly early?: EarlyPlan | undefined
  /** What the first questions to the roles' models showed, where there is anything to tell. */
  readonly models?: Readonly<Partial<Record<Role, FoundModel>>> | undefined
  /** What the options ask for and the data cannot give. */
  readonly leftOut?: readonly LeftOut[] | undefined
  /** Lines for the header. */
  readonly notes: readonly string[]
  readonly options: Readonly<Record<string, unknown>>
  readonly scoring: number
}

/** What a run says of deciding early, before its first call. */
export interface EarlyPlan {
  readonly rules: number
  /** Rules that wait for the last item, and why: with any of them the suite runs to its end. */
  readonly waiting: readonly { readonly rule: string; readonly why: string }[]
  /** What else keeps the suite from ending early: requests that go into files, parts that do not know of each other, or earlier runs that are not those that the run was begun with. */
  readonly keptBy?: 'batch' | 'parts' | 'runs' | undefined
  /** Whether other processes run items of the same order, which tell of them. */
  readonly isPart?: boolean | undefined
  /** Units of the order that decides; 0 where every item runs. */
  readonly units: number
  /** Chance, over all rules of the run, of a decision that is not the whole run's, 0 to 1. */
  readonly risk: number
}

/** What the first question to a model showed. */
export interface FoundModel {
  /** Tokens added to every cap, since the model thinks before it answers; 0 for one that does not. */
  readonly reasoningTokens: number
  /** Changes to requests that its endpoint made necessary, each in words. */
  readonly adapted: readonly string[]
}
