import { groupBy, sum } from '../core/base/collections.ts'
import { redacted } from '../core/base/secrets.ts'
import type { ResolvedConfig } from '../core/config/resolve.ts'
import type { ItemResult, RoleUsage } from '../core/format/itemResult.ts'
import { leftOutBySuite } from '../core/format/leftOut.ts'
import { DECIDED, latestRecords } from '../core/format/records.ts'
import type { Role } from '../core/format/role.ts'
import type { Presentation, ScoresDocument } from '../core/format/scoresDocument.ts'
import type { SuitePlan } from '../core/format/suitePlan.ts'
import { hasControls } from '../core/stats/controls/controlScores.ts'
import { cost } from '../models/budget.ts'
import type { EndedRun, Saved } from './conclude.ts'
import type { SuiteResult } from './figures.ts'

/** What a run has told when it ends. */
export interface LiveRun {
  readonly config: ResolvedConfig
  /** Of each suite that began. */
  readonly plans: readonly SuitePlan[]
  readonly results: readonly ItemResult[]
  readonly figures: readonly SuiteResult[]
  readonly finishedAt: Date
  /** When the first item of each suite began and its last one ended, as far as known. */
  readonly times?: ReadonlyMap<string, SuiteTimes> | undefined
}

/** When a suite ran, in milliseconds since 1970. */
export interface SuiteTimes {
  readonly start: number
  readonly end: number
}

/** A run that has just ended, ready to be concluded. */
export function liveRun({ config, plans, results, figures, finishedAt, times }: LiveRun): EndedRun {
  const { runId: id, startedAt, version, seed, trials, shard, items, limit, doubt, resume } = config
  const byPlan = <T>(of: (plan: SuitePlan) => T) => Object.fromEntries(plans.map((plan) => [plan.suite, of(plan)]))
  const presented = plans.flatMap((plan) => {
    const own = figures.find(({ suite }) => suite === plan.suite)
    return own ? [[plan.suite, presentationOf(plan, own)] as const] : []
  })
  const bySuite = groupBy(results, ({ record }) => record.suite)
  const iso = (time: number | undefined) => (time === undefined ? undefined : new Date(time).toISOString())
  return {
    run: {
      id,
      startedAt,
      finishedAt: finishedAt.toISOString(),
      version,
      seed,
      trials,
      roles: rolesOf(results),
      called: Object.fromEntries([...bySuite].map(([suite, own]) => [suite, [...new Set(own.flatMap(rolesCalled))]])),
      data: byPlan(({ data }) => redacted(data)),
      // As they are written: a baseline is compared by them.
      options: byPlan(({ options }) => redacted({ ...options })),
      scoring: byPlan(({ scoring }) => scoring),
      shard: shard && `${shard.index}/${shard.count}`,
      items: items && { suite: items.suite, items: items.items.length, sha256: items.hash },
      limit,
      doubt,
      resumed: resume || undefined,
    },
    plan: { records: sum(plans.map(({ items, trials }) => items * trials)), inTrials: plans.some(({ trials }) => trials > 1) },
    records: latestRecords(results.map(({ record }) => record)),
    figures,
    presentation: Object.fromEntries(presented),
    leftOut: leftOutBySuite(plans),
    calls: byPlan(({ roles }) => roles),
    usage: usageOf(results, config),
    saved: byPlan(({ suite }) => savedOf(bySuite.get(suite) ?? [], config)),
    ...(plans.length > 1 && {
      spent: byPlan(({ suite }) => {
        const { start, end } = times?.get(suite) ?? {}
        return { startedAt: iso(start), finishedAt: iso(end), usage: usageOf(bySuite.get(suite) ?? [], config) }
      }),
    }),
  }
}

/** How the figures of a suite are laid out, as its scores.json keeps it. */
export function presentationOf(
  { roles, tasks, display, headline }: Pick<SuitePlan, 'roles' | 'tasks' | 'display' | 'headline'>,
  { about }: Pick<SuiteResult, 'about'>,
): Presentation {
  const said = about && { ...about, good: headline.good ?? about.good }
  return JSON.parse(
    JSON.stringify({ roles, tasks: tasks.map(({ task, title }) => ({ task, title })), display, headline, about: said }),
  ) as Presentation
}

function rolesCalled({ usage }: ItemResult): Role[] {
  return Object.entries(usage).flatMap(([role, { calls }]) => (calls > 0 ? [role as Role] : []))
}

/** The models that were called; one that is replayed from a simulated one is simulated too. */
function rolesOf(results: readonly ItemResult[]): ScoresDocument['run']['roles'] {
  const roles: ScoresDocument['run']['roles'] = {}
  for (const result of results) for (const role of rolesCalled(result)) roles[role] = withRole(roles[role], result.usage[role] as RoleUsage)
  return roles
}

/** What items that were not needed would have taken, if each were like the mean of its task, or of all where none of its task ran. */
function savedOf(results: readonly ItemResult[], config: ResolvedConfig): Saved {
  const left = results.filter(({ record }) => record.reason === DECIDED)
  const all = results.filter(({ record }) => record.reason !== DECIDED)
  // Known answers go through the judge of the first items alone: those left would have had none.
  const unmeasured = all.filter(({ record }) => !hasControls(record.scores))
  const ran = unmeasured.length > 0 ? unmeasured : all
  const byTask = groupBy(ran, ({ record }) => record.task)
  const parts = [...groupBy(left, ({ record }) => record.task)].map(([task, own]) => {
    const alike = byTask.get(task) ?? ran
    const used = Object.values(usageOf(alike, config))
    const share = alike.length > 0 ? own.length / alike.length : 0
    return { calls: share * sum(used.map(({ calls }) => calls)), usd: share * sum(used.map(({ usd }) => usd ?? Number.NaN)) }
  })
  const usd = sum(parts.map((part) => part.usd))
  return { calls: Math.round(sum(parts.map(({ calls }) => calls))), ...(!Number.isNaN(usd) && { usd }) }
}

function usageOf(results: readonly ItemResult[], { roles }: ResolvedConfig): ScoresDocument['usage'] {
  const total: ScoresDocument['usage'] = {}
  const untold: ScoresDocument['usage'] = {}
  const told = new Map<Role, number>()
  for (const result of results) {
    for (const role of rolesCalled(result)) {
      const { usd, ...counts } = result.usage[role] as RoleUsage
      const own = { ...counts, cached: counts.cached ?? 0, usd: usd ?? null }
      total[role] = withUsage(total[role], own)
      if (usd === undefined) untold[role] = withUsage(untold[role], own)
      else told.set(role, (told.get(role) ?? 0) + usd)
    }
  }
  // What nobody said the cost of is priced by its tokens.
  for (const [role, own] of Object.entries(untold) as [Role, Usage][]) {
    const price = roles[role]?.price
    if (price && !own.unmetered) total[role] = { ...(total[role] as Usage), usd: (told.get(role) ?? 0) + cost(own, price) }
  }
  return total
}

type RunRole = ScoresDocument['run']['roles'][string]
type Usage = ScoresDocument['usage'][string]

/** What endpoints told of themselves. */
const TOLD = ['served', 'fingerprints', 'adapted'] as const

/** A role of several items or parts: simulated as soon as it is in one, with all that endpoints told. */
export function withRole(
  known: RunRole | undefined,
  more: Pick<RunRole, 'model' | 'simulated'> & { readonly [name in (typeof TOLD)[number]]?: readonly string[] | undefined },
): RunRole {
  const told = TOLD.flatMap((name) => {
    const all = new Set([...(known?.[name] ?? []), ...(more[name] ?? [])])
    return all.size > 0 ? [[name, [...all]]] : []
  })
  return { model: (known ?? more).model, simulated: known?.simulated || more.simulated, ...Object.fromEntries(told) }
}

/** What a usage tells where there is some of it. */
const COUNTED = [
  ...(['fromCache', 'askedAnew', 'askedOtherwise', 'cut', 'malformed', 'unmetered', 'timedOut', 'thought', 'unclosed'] as const),
  ...(['unaskedVotes', 'cachedTokens', 'reasoningTokens'] as const),
]

/** The sum of two usages; with a part that was paid for at a price that nobody knows, the whole price is not known. */
export function withUsage(known: Usage | undefined, more: Usage): Usage {
  const parts = [...(known ? [known] : []), more]
  const isUnknown = parts.every(({ usd }) => usd === null) || parts.some(({ usd, calls, cached }) => usd === null && calls > cached)
  const sum = (name: keyof Usage) => (known?.[name] ?? 0) + (more[name] ?? 0)
  const kinds = COUNTED.flatMap((name) => (sum(name) > 0 ? [[name, sum(name)]] : []))
  const oldest = [known?.oldestCached, more.oldestCached].filter((at) => at !== undefined)
  return {
    calls: sum('calls'),
    cached: sum('cached'),
    promptTokens: sum('promptTokens'),
    completionTokens: sum('completionTokens'),
    usd: isUnknown ? null : sum('usd'),
    ...Object.fromEntries(kinds),
    ...(oldest.length > 0 && { oldestCached: Math.min(...oldest) }),
  }
}
