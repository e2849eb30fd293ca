import type { CallVolume } from './plannedUse.ts'
import type { Role } from './role.ts'

/** What a run of a suite would do. */
export interface PlanSummary {
  readonly roles: readonly Role[]
  /** Where the items come from, and their hash. */
  readonly source: string
  readonly sha256: string
  /** Version of the bundled data, where items are bundled. */
  readonly version?: number | undefined
  readonly options: Readonly<Record<string, unknown>>
  /** Items, and prompt tokens of all roles as a rule in a trial, per task. */
  readonly tasks: readonly { readonly task: string; readonly title: string; readonly items: number; readonly tokens: number }[]
  /** Calls and tokens per role in all trials, known answers among them; undefined where the suite does not tell. */
  readonly byRole?: Readonly<Partial<Record<Role, CallVolume & { readonly most: CallVolume }>>> | undefined
  /** Most calls of an item that come one after another, as a rule; undefined where the suite does not tell. */
  readonly waves?: number | undefined
  /** Prompt tokens of a trial with what items share counted once. */
  readonly distinctTokens: number
  /** Lowest and highest value of each metric that gates name, where both are known. */
  readonly scales?: Readonly<Record<string, readonly [number, number]>> | undefined
  /** Each gate of the suite is about a figure that may be decided before the last item. */
  readonly decidesEarly?: boolean | undefined
  readonly notes: readonly string[]
}
