import type { ResolvedConfig } from '../core/config/resolve.ts'
import type { ModelEntry } from '../core/format/modelEntry.ts'
import { type CallVolume, plusVolume, timesVolume } from '../core/format/plannedUse.ts'
import type { CallRole } from '../core/format/role.ts'
import { cost } from '../models/budget.ts'
import type { EarlierRuns, MeasuredRole } from './earlierRun.ts'

/** A figure as a rule, and at most. */
export type Estimated = readonly [typical: number, most: number]

/** What a role takes in a whole run. */
export interface RoleEstimate extends CallVolume {
  readonly most: CallVolume
  /** Cost in US dollars; 0 where nobody is paid, undefined where there is no price. */
  readonly usd: Estimated | undefined
  /** Why it costs nothing. */
  readonly free?: 'simulated' | 'recorded' | undefined
  /** Run whose tokens per call stand in for the typical ones. */
  readonly measuredBy?: string | undefined
}

/** What a whole run takes, all trials together. */
export interface Estimate {
  readonly roles: Readonly<Partial<Record<CallRole, RoleEstimate>>>
  /** Cost of the roles that have one, in US dollars; undefined where none has. */
  readonly usd: Estimated | undefined
  /** Roles that cost something nobody has told. */
  readonly unpriced: readonly CallRole[]
  /** How long it takes at the configured limits, or at the pace of an earlier run. */
  readonly seconds?: Estimated | undefined
  /** Run that was as fast. */
  readonly pacedBy?: string | undefined
}

/** What each role would take in one trial. */
export interface PlannedRoles {
  readonly byRole?: Readonly<Partial<Record<CallRole, CallVolume & { readonly most: CallVolume }>>> | undefined
}

type ModelsByRole = Readonly<Partial<Record<CallRole, ModelEntry>>>

/** Estimates a run from its plan, the configured prices and limits, and what earlier runs measured. */
export function estimateRun(
  { byRole = {} }: PlannedRoles,
  { roles, trials }: Pick<ResolvedConfig, 'trials'> & { readonly roles: ModelsByRole },
  earlier: EarlierRuns = { roles: {} },
): Estimate {
  const estimated = Object.entries(byRole).map(([name, planned]) => {
    const role = name as CallRole
    return [
      role,
      estimateRole(
        { ...timesVolume(planned, trials), most: timesVolume(planned.most, trials) },
        roles[role],
        (earlier.roles as Partial<Record<CallRole, MeasuredRole>>)[role],
      ),
    ] as const
  })
  const priced = estimated.flatMap(([, { usd }]) => (usd ? [usd] : []))
  const byLimits = secondsByLimits(estimated, roles)
  const byPace = byLimits ? undefined : earlier.pace
  const total = (of: (estimate: RoleEstimate) => number) => estimated.reduce((sum, [, estimate]) => sum + of(estimate), 0)
  const pace = byPace?.secondsPerCall ?? 0
  return {
    roles: Object.fromEntries(estimated),
    usd: priced.length === 0 ? undefined : [sum(priced.map(([typical]) => typical)), sum(priced.map(([, most]) => most))],
    unpriced: estimated.flatMap(([role, { usd }]) => (usd ? [] : [role])),
    seconds: byLimits ?? (byPace && [pace * total(({ calls }) => calls), pace * total(({ most }) => most.calls)]),
    pacedBy: byPace?.run,
  }
}

/**
 * What a share of the run's items takes, as a rule.
 *
 * @param share of the items, 0 to 1.
 */
export function decisionVolume({ roles, usd, unpriced }: Estimate, share: number): { readonly calls?: number; readonly usd?: number } {
  const estimates = Object.values(roles)
  if (estimates.length === 0) return {}
  const calls = share * estimates.reduce((total, own) => total + own.calls, 0)
  return { calls, ...(usd && unpriced.length === 0 && { usd: share * usd[0] }) }
}

function estimateRole(
  planned: CallVolume & { readonly most: CallVolume },
  entry: ModelEntry | undefined,
  measured: MeasuredRole | undefined,
): RoleEstimate {
  const typical = rounded(measured ? timesVolume({ ...measured, calls: 1 }, planned.calls) : planned)
  const most = rounded({
    calls: Math.max(typical.calls, planned.most.calls),
    promptTokens: Math.max(typical.promptTokens, planned.most.promptTokens),
    completionTokens: Math.max(typical.completionTokens, planned.most.completionTokens),
  })
  const free = freeOf(entry)
  const usd: Estimated | undefined = free ? [0, 0] : entry?.price && [cost(typical, entry.price), cost(most, entry.price)]
  return { ...typical, most, usd, ...(free && { free }), ...(measured && { measuredBy: measured.run }) }
}

/** Shares of a call come from controls, which a share of the items has. */
function rounded({ calls, promptTokens, completionTokens }: CallVolume): CallVolume {
  return { calls: Math.round(calls), promptTokens: Math.round(promptTokens), completionTokens: Math.round(completionTokens) }
}

function freeOf(entry: ModelEntry | undefined): RoleEstimate['free'] {
  const uris = entry?.members?.map(({ uri }) => uri) ?? (entry ? [entry.uri] : [])
  if (uris.length === 0) return undefined
  if (uris.every((uri) => uri.startsWith('sim:'))) return 'simulated'
  return uris.every((uri) => uri.startsWith('sim:') || uri.startsWith('replay:')) ? 'recorded' : undefined
}

/** The endpoint that takes longest by its limits; roles that name one alike share them. */
function secondsByLimits(estimated: readonly (readonly [CallRole, RoleEstimate])[], roles: ModelsByRole): Estimated | undefined {
  const endpoints = new Map<string, { entry: ModelEntry; typical: CallVolume; most: CallVolume }>()
  for (const [role, { most, ...typical }] of estimated) {
    const entry = roles[role]
    if (!entry) continue
    const key = JSON.stringify([entry.uri, entry.baseURL, entry.apiKeyEnv])
    const known = endpoints.get(key)
    endpoints.set(key, { entry, typical: plusVolume(known?.typical, typical), most: plusVolume(known?.most, most) })
  }
  const minutes = [...endpoints.values()].flatMap(({ entry: { requestsPerMinute, tokensPerMinute }, typical, most }) => {
    const tokens = ({ promptTokens, completionTokens }: CallVolume) => promptTokens + completionTokens
    return [
      ...(requestsPerMinute ? [[typical.calls / requestsPerMinute, most.calls / requestsPerMinute] as const] : []),
      ...(tokensPerMinute ? [[tokens(typical) / tokensPerMinute, tokens(most) / tokensPerMinute] as const] : []),
    ]
  })
  if (minutes.length === 0) return undefined
  return [60 * Math.max(...minutes.map(([typical]) => typical)), 60 * Math.max(...minutes.map(([, most]) => most))]
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
