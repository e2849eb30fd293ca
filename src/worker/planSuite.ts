import type { ResolvedConfig } from '../config/resolve.ts'
import type { PlanSummary } from '../format/planSummary.ts'
import type { Role } from '../format/role.ts'
import { prepareSuite } from './prepareSuite.ts'
import type { Suite } from './suite.ts'

/**
 * What a run of a suite would do: items, calls and tokens, without a call. Of a sharded run the whole is told.
 *
 * @throws HoldfastError where it could not be run.
 */
export async function planSuite(suite: Suite, config: ResolvedConfig): Promise<PlanSummary> {
  const whole = { ...config, shard: undefined }
  const { opened, groups, plan } = await prepareSuite(suite, { config: whole, prepare: async () => whole })
  const tasks = new Map<string, { items: number; tokens: number }>()
  const calls: Partial<Record<Role, number>> = {}
  const prefixes = new Map<string, number>()
  let distinct = 0
  let items = 0
  for (const { item, task } of groups.flat()) {
    if (opened.skip?.(item) !== undefined) continue
    const planned = await opened.planned?.(item)
    const known = tasks.get(task) ?? { items: 0, tokens: 0 }
    items += 1
    known.items += 1
    known.tokens += planned?.tokens ?? 0
    tasks.set(task, known)
    distinct += (planned?.distinct ?? planned?.tokens ?? 0) - (planned?.prefix?.tokens ?? 0)
    if (planned?.prefix) prefixes.set(planned.prefix.key, planned.prefix.tokens)
    for (const [role, count] of Object.entries(planned?.calls ?? {}) as [Role, number][]) calls[role] = (calls[role] ?? 0) + count
  }
  const order = Object.keys(opened.taskTitles ?? {})
  const sorted = [...tasks].sort(([one], [other]) => place(order, one) - place(order, other))
  return {
    roles: suite.roles,
    source: plan.data.source,
    sha256: plan.data.sha256,
    tasks: sorted.map(([task, counts]) => ({ task, title: opened.taskTitles?.[task] ?? task, ...counts })),
    ...(opened.planned && { calls }),
    distinctTokens: distinct + [...prefixes.values()].reduce((sum, tokens) => sum + tokens, 0),
    notes: opened.planNotes?.(items, calls) ?? plan.notes,
  }
}

/** Tasks in the order of their titles; those without one last, as they come. */
function place(order: readonly string[], task: string): number {
  return order.includes(task) ? order.indexOf(task) : order.length
}
