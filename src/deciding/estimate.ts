import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { sum } from '../core/base/collections.ts'
import { orUndefined } from '../core/base/errors.ts'
import type { ResolvedConfig } from '../core/config/resolve.ts'
import type { ModelEntry } from '../core/format/modelEntry.ts'
import { modelLabel } from '../core/format/modelUri.ts'
import { type CallVolume, plusVolume, timesVolume } from '../core/format/plannedUse.ts'
import type { PlanSummary } from '../core/format/planSummary.ts'
import type { CallRole, Role } from '../core/format/role.ts'
import { runFolder } from '../core/format/runFolder.ts'
import { isIncomplete, type ScoresDocument, scoresDocument } from '../core/format/scoresDocument.ts'
import { cost } from '../models/budget.ts'
import { mostThoughts } from '../models/probe.ts'

/** A figure as a rule, and at most. */
export type Estimated = readonly [typical: number, most: number]

/** What a role takes in a whole run. */
export interface RoleEstimate extends CallVolume {
  readonly most: CallVolume
  /** Cost in US dollars; 0 where nobody is paid, undefined where there is no price. */
  readonly usd: Estimated | undefined
  readonly free?: 'simulated' | 'recorded' | undefined
  /** Run whose tokens per call stand in for the typical ones. */
  readonly measuredBy?: string | undefined
}

/** What a whole run takes, all trials together. */
export interface PlanEstimate {
  readonly roles: Readonly<Partial<Record<CallRole, RoleEstimate>>>
  /** Cost of the roles that have one, in US dollars; undefined where none has. */
  readonly usd: Estimated | undefined
  /** Roles that cost something nobody has told. */
  readonly unpriced: readonly CallRole[]
  /** How long it takes at the configured limits, or at the pace of an earlier run. */
  readonly seconds?: Estimated | undefined
  readonly pacedBy?: string | undefined
}

type ModelsByRole = Readonly<Partial<Record<CallRole, ModelEntry>>>

/** Estimates a run from what each role takes in it, the configured prices and limits, and what earlier runs measured. */
export function estimateRun(
  { byRole = {} }: { readonly byRole?: Readonly<Partial<Record<CallRole, CallVolume & { readonly most: CallVolume }>>> | undefined },
  { roles }: { readonly roles: ModelsByRole },
  earlier: EarlierRuns = { roles: {} },
): PlanEstimate {
  const estimated = Object.entries(byRole).map(([name, planned]) => {
    const role = name as CallRole
    return [role, estimateRole(planned, roles[role], (earlier.roles as Partial<Record<CallRole, MeasuredRole>>)[role])] as const
  })
  const priced = estimated.flatMap(([, { usd }]) => (usd ? [usd] : []))
  const byLimits = secondsByLimits(estimated, roles)
  const byPace = byLimits ? undefined : earlier.pace
  const total = (of: (estimate: RoleEstimate) => number) => sum(estimated.map(([, estimate]) => of(estimate)))
  const pace = byPace?.secondsPerCall ?? 0
  return {
    roles: Object.fromEntries(estimated),
    usd: priced.length === 0 ? undefined : together(priced),
    unpriced: estimated.flatMap(([role, { usd }]) => (usd ? [] : [role])),
    seconds: byLimits ?? (byPace && [pace * total(({ calls }) => calls), pace * total(({ most }) => most.calls)]),
    pacedBy: byPace?.run,
  }
}

/** Several figures together. */
export function together(all: readonly Estimated[]): Estimated {
  return [sum(all.map(([typical]) => typical)), sum(all.map(([, most]) => most))]
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
    completionTokens: Math.max(typical.completionTokens, planned.most.completionTokens + planned.most.calls * mostThoughts(entry)),
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

/** What an earlier run measured of a role. */
export interface MeasuredRole {
  readonly run: string
  readonly promptTokens: number
  readonly completionTokens: number
}

/** What earlier runs of a suite measured. */
export interface EarlierRuns {
  readonly roles: Readonly<Partial<Record<Role, MeasuredRole>>>
  /** Of the newest run with the same model in every role, where it asked them all: how long it took for each call. */
  readonly pace?: { readonly run: string; readonly secondsPerCall: number } | undefined
}

/** Runs that are looked at, the newest first: a plan must not take long where there are thousands. */
const LOOKED_AT = 30

/** What finished runs of the suite alone, with its data and options, measured in `folder`: for each role the newest of its model. */
export function findEarlierRuns(folder: string, suite: string, plan: PlanSummary, { roles }: Pick<ResolvedConfig, 'roles'>): EarlierRuns {
  const found: Partial<Record<Role, MeasuredRole>> = {}
  let pace: EarlierRuns['pace']
  for (const { name, document } of newestRuns(folder)) {
    if (!isAlike(document, suite, plan)) continue
    const measured = plan.roles.flatMap((role) => {
      const entry = roles[role]
      const usage = document.usage[role]
      const asked = usage ? usage.calls - usage.cached : 0
      if (!entry || !usage || asked === 0 || usage.promptTokens === 0) return []
      if (document.run.roles[role]?.model !== modelLabel(entry.uri)) return []
      found[role] ??= { run: name, promptTokens: usage.promptTokens / asked, completionTokens: usage.completionTokens / asked }
      return usage.cached === 0 ? [usage.calls] : []
    })
    if (!pace && measured.length === plan.roles.length) {
      const seconds = (Date.parse(document.run.finishedAt) - Date.parse(document.run.startedAt)) / 1000
      // A clock that was set back, or times that are none, tell nothing.
      if (seconds > 0) pace = { run: name, secondsPerCall: seconds / sum(measured) }
    }
    if (pace && plan.roles.every((role) => found[role])) break
  }
  return { roles: found, pace }
}

/** Scores of the newest runs, the one that ended last first. Read one by one, as they are asked for. */
export function* newestRuns(
  folder: string,
  most: number = LOOKED_AT,
): Generator<{ readonly name: string; readonly document: ScoresDocument }> {
  if (!existsSync(folder)) return
  const runs = readdirSync(folder)
    .filter((name) => name !== 'latest')
    .flatMap((name) => {
      const { scores } = runFolder(join(folder, name))
      return existsSync(scores) ? [{ name, scores, at: statSync(scores).mtimeMs }] : []
    })
    .sort((one, other) => other.at - one.at)
  for (const { name, scores } of runs.slice(0, most)) {
    // A file that cannot be read, of another version for instance, has nothing to tell.
    const document = orUndefined(() => scoresDocument.parse(JSON.parse(readFileSync(scores, 'utf8'))))
    if (document) yield { name, document }
  }
}

function isAlike(document: ScoresDocument, suite: string, { sha256, options }: PlanSummary): boolean {
  const { run, suites } = document
  return (
    !isIncomplete(document) &&
    Object.keys(suites).length === 1 &&
    suites[suite] !== undefined &&
    run.data[suite]?.sha256 === sha256 &&
    // As it comes back from a file: an option that is undefined is absent.
    isDeepStrictEqual(run.options?.[suite] ?? {}, JSON.parse(JSON.stringify(options)))
  )
}
