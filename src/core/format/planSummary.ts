import type { CallVolume } from './plannedUse.ts'
import type { Role } from './role.ts'

/** What a run of a suite would do. Trials are not counted. */
export interface PlanSummary {
  /** Roles that the suite calls. */
  readonly roles: readonly Role[]
  /** Where the items come from, and their hash. */
  readonly source: string
  readonly sha256: string
  /** Version of the bundled data, where items are bundled. */
  readonly version?: number | undefined
  /** Options of the suite. */
  readonly options: Readonly<Record<string, unknown>>
  /** Items, and prompt tokens of all roles as a rule, per task. */
  readonly tasks: readonly { readonly task: string; readonly title: string; readonly items: number; readonly tokens: number }[]
  /** Calls and tokens per role; undefined where the suite does not tell. */
  readonly byRole?: Readonly<Partial<Record<Role, CallVolume & { readonly most: CallVolume }>>> | undefined
  /** Most calls of an item that come one after another, as a rule; undefined where the suite does not tell. */
  readonly waves?: number | undefined
  /** Prompt tokens with what items share counted once. */
  readonly distinctTokens: number
  readonly notes: readonly string[]
  /** What each rule of the gates takes to be decided before the last item; absent without rules. */
  readonly decisions?: readonly DecisionPlan[] | undefined
}

/** What a rule takes to be decided. */
export interface DecisionPlan {
  /** For instance `ars.overall min 0.7`. */
  readonly rule: string
  /** Why it cannot be told. */
  readonly why?: string | undefined
  /** Run or baseline whose values it is told from, and the figure there; of `maxDrop` the change from the baseline. */
  readonly from?: string | undefined
  readonly figure?: number | undefined
  /** Items of the whole run. */
  readonly items?: number | undefined
  /** Without a change, with a figure at the bound, and with one twice as far from where it was: items on average, and in nine of ten runs at most. */
  readonly costs?:
    | readonly {
        readonly change: 'none' | 'bound' | 'twice'
        readonly figure: number
        readonly items: number
        readonly most: number
        /** Share of runs that need every item, 0 to 1. */
        readonly undecided: number
      }[]
    | undefined
}
