import type { Role } from './role.ts'

/** What a run of a suite would do. */
export interface PlanSummary {
  /** Roles that the suite calls. */
  readonly roles: readonly Role[]
  /** Where the items come from, and their hash. */
  readonly source: string
  readonly sha256: string
  /** Items and prompt tokens per task, trials not counted. */
  readonly tasks: readonly { readonly task: string; readonly title: string; readonly items: number; readonly tokens: number }[]
  /** Calls per role for one trial; undefined where the suite does not tell. */
  readonly calls?: Readonly<Partial<Record<Role, number>>> | undefined
  /** Prompt tokens with what items share counted once. */
  readonly distinctTokens: number
  readonly notes: readonly string[]
}
