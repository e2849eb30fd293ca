import { redacted } from '../core/base/secrets.ts'
import type { ResolvedConfig } from '../core/config/resolve.ts'
import type { ItemResult } from '../core/format/itemResult.ts'
import { latestRecords } from '../core/format/records.ts'
import type { Role } from '../core/format/role.ts'
import type { ScoresDocument, SuiteSpent } from '../core/format/scoresDocument.ts'
import type { SuitePlan } from '../core/format/suitePlan.ts'
import { cost } from '../models/budget.ts'
import type { EndedRun } from './conclude.ts'
import { savedByEarly } from './early/savedByEarly.ts'
import type { SuiteResult } from './figures.ts'
import { presentationOf } from './presentationOf.ts'
import { toldOf, withRole, withUsage } from './roleSums.ts'

/** What a run has told when it ends. */
export interface LiveRun {
  readonly config: ResolvedConfig
  /** Of each suite that began. */
  readonly plans: readonly SuitePlan[]
  /** Of each item that ended. */
  readonly results: readonly ItemResult[]
  /** Of each suite that began. */
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
  return {
    run: {
      id,
      startedAt,
      finishedAt: finishedAt.toISOString(),
      version,
      seed,
      trials,
      roles: rolesOf(results),
      called: calledBy(results),
      data: byPlan(({ data }) => redacted(data)),
      // As they are written: a baseline is compared by them.
      options: byPlan(({ options }) => redacted({ ...options })),
      scoring: byPlan(({ scoring }) => scoring),
      ...(shard && { shard: `${shard.index}/${shard.count}` }),
      ...(items && { items: { suite: items.suite, items: items.items.length, sha256: items.hash } }),
      ...(limit !== undefined && { limit }),
      ...(doubt !== undefined && { doubt }),
      ...(resume && { resumed: true }),
    },
    plan: { records: plans.reduce((sum, { items, trials }) => sum + items * trials, 0) },
    records: latestRecords(results.map(({ record }) => record)),
    figures,
    presentation: Object.fromEntries(presented),
    calls: byPlan(({ roles }) => roles),
    usage: usageOf(results, config),
    ...(plans.length > 1 && { spent: spentOf(plans, results, config, times) }),
    saved: savedByEarly(results, config.roles),
  }
}

/** The models that were called; one that is replayed from a simulated one is simulated too. */
function rolesOf(results: readonly ItemResult[]): ScoresDocument['run']['roles'] {
  const roles: ScoresDocument['run']['roles'] = {}
  for (const { usage } of results) {
    for (const [role, { model, simulated, calls, ...told }] of Object.entries(usage))
      if (calls > 0) roles[role] = withRole(roles[role], { model, simulated, ...toldOf(told) })
  }
  return roles
}

/** Roles that each suite called. */
function calledBy(results: readonly ItemResult[]): Record<string, Role[]> {
  const called: Record<string, Role[]> = {}
  for (const { record, usage } of results) {
    const roles = Object.entries(usage).flatMap(([role, { calls }]) => (calls > 0 ? [role as Role] : []))
    called[record.suite] = [...new Set([...(called[record.suite] ?? []), ...roles])]
  }
  return called
}

/** What each suite took. */
function spentOf(
  plans: readonly SuitePlan[],
  results: readonly ItemResult[],
  config: ResolvedConfig,
  times: LiveRun['times'],
): Record<string, SuiteSpent> {
  const bySuite = new Map(plans.map(({ suite }) => [suite, [] as ItemResult[]]))
  for (const result of results) bySuite.get(result.record.suite)?.push(result)
  return Object.fromEntries(
    [...bySuite].map(([suite, own]) => {
      const { start, end } = times?.get(suite) ?? {}
      return [
        suite,
        {
          ...(start !== undefined && { startedAt: new Date(start).toISOString() }),
          ...(end !== undefined && { finishedAt: new Date(end).toISOString() }),
          usage: usageOf(own, config),
        },
      ]
    }),
  )
}

function usageOf(results: readonly ItemResult[], { roles }: ResolvedConfig): ScoresDocument['usage'] {
  const total: ScoresDocument['usage'] = {}
  for (const { usage } of results) {
    for (const [role, counts] of Object.entries(usage)) {
      if (counts.calls === 0) continue
      const sum = withUsage(total[role], { ...counts, cached: counts.cached ?? 0, usd: null })
      const price = roles[role as Role]?.price
      total[role] = price ? { ...sum, usd: cost(sum, price) } : sum
    }
  }
  return total
}
