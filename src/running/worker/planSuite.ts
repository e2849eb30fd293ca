import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { ResolvedConfig } from '../../core/config/resolve.ts'
import type { ModelEntry } from '../../core/format/modelEntry.ts'
import { type CallVolume, plusVolume } from '../../core/format/plannedUse.ts'
import type { DecisionPlan, PlanSummary } from '../../core/format/planSummary.ts'
import type { Role } from '../../core/format/role.ts'
import { baselineFiles, readItemRecords } from '../../deciding/baseline/baseline.ts'
import { type EarlierRecords, findEarlierRecords } from '../../deciding/earlierRun.ts'
import { decisionPlan } from '../../deciding/early/decisionPlan.ts'
import { earlyRules } from '../../deciding/early/earlyRules.ts'
import { alphaOf } from '../../deciding/early/earlyStop.ts'
import { dueItems, inEarlyOrder } from './decideEarly.ts'
import type { PlannedItem } from './plannedItem.ts'
import { prepareSuite } from './prepareSuite.ts'
import type { OpenSuite, PlannedCalls, Suite } from './suite.ts'

/**
 * What a run of a suite would do: items, calls and tokens, without a call. Of a sharded run the whole is told.
 *
 * @throws HoldfastError where it could not be run.
 */
export async function planSuite(suite: Suite, config: ResolvedConfig): Promise<PlanSummary> {
  const whole = { ...config, shard: undefined, resume: false }
  const { opened, groups, plan } = await prepareSuite(suite, { config: whole, prepare: async () => whole })
  const tasks = new Map<string, { items: number; tokens: number }>()
  const byRole: Partial<Record<Role, CallVolume & { readonly most: CallVolume }>> = {}
  const prefixes = new Map<string, number>()
  let distinct = 0
  let items = 0
  let waves: number | undefined
  for (const { item, task } of groups.flat()) {
    if (opened.skip?.(item) !== undefined) continue
    const { roles = {}, prefix, ...planned }: Partial<PlannedCalls> = (await opened.planned?.(item)) ?? {}
    const tokens = Object.values(roles).reduce((sum, { promptTokens }) => sum + promptTokens, 0)
    const known = tasks.get(task) ?? { items: 0, tokens: 0 }
    items += 1
    if (planned.waves !== undefined) waves = Math.max(waves ?? 0, planned.waves)
    known.items += 1
    known.tokens += tokens
    tasks.set(task, known)
    distinct += (planned.distinct ?? tokens) - (prefix?.tokens ?? 0)
    if (prefix) prefixes.set(prefix.key, prefix.tokens)
    for (const [role, { most, ...use }] of Object.entries(roles) as [Role, PlannedCalls['roles'][Role] & CallVolume][]) {
      const thinking = withThoughts(most ?? use, config.roles[role])
      byRole[role] = { ...plusVolume(byRole[role], use), most: plusVolume(byRole[role]?.most, thinking) }
    }
  }
  const order = Object.keys(opened.taskTitles ?? {})
  const sorted = [...tasks].sort(([one], [other]) => place(order, one) - place(order, other))
  const summary = {
    roles: suite.roles,
    source: plan.data.source,
    sha256: plan.data.sha256,
    ...(plan.data.version !== undefined && { version: plan.data.version }),
    options: plan.options,
    tasks: sorted.map(([task, counts]) => ({ task, title: opened.taskTitles?.[task] ?? task, ...counts })),
    ...(opened.planned && { byRole }),
    ...(waves !== undefined && { waves }),
    distinctTokens: distinct + [...prefixes.values()].reduce((sum, tokens) => sum + tokens, 0),
    notes: opened.planNotes?.(items, byRole) ?? plan.notes,
  }
  const decisions = await decisionsOf(suite, opened, groups.flat(), config, summary)
  return { ...summary, ...(decisions.length > 0 && { decisions }) }
}

/** What the rules of the suite take to be decided early, by a run like this one or the baseline that gates name. */
async function decisionsOf(
  suite: Suite,
  opened: OpenSuite<unknown>,
  planned: readonly PlannedItem<unknown>[],
  config: ResolvedConfig,
  summary: PlanSummary,
): Promise<readonly DecisionPlan[]> {
  const due = dueItems(opened, planned)
  const early = earlyRules(await suite.rules(), due, config.gates, config.root)
  if (early.rules.length + early.waiting.length === 0) return []
  const { items } = inEarlyOrder(due, config.seed)
  const earlier = findEarlierRecords(dirname(config.out), suite.name, summary, config) ?? baselineRecords(suite.name, config)
  return decisionPlan({ ...early, items, earlier, alpha: alphaOf(config.gates) })
}

function baselineRecords(suite: string, { gates, root }: ResolvedConfig): EarlierRecords | undefined {
  if (gates?.baseline === undefined) return undefined
  const { items } = baselineFiles(root, gates.baseline)
  const records = existsSync(items) ? readItemRecords(items).filter((record) => record.suite === suite) : []
  return records.length === 0 ? undefined : { name: `baseline ${gates.baseline}`, records }
}

/** The most, with what a model may think before each answer. */
function withThoughts(most: CallVolume, entry: ModelEntry | undefined): CallVolume {
  return { ...most, completionTokens: most.completionTokens + most.calls * (entry?.reasoningTokens ?? 0) }
}

/** Tasks in the order of their titles; those without one last, as they come. */
function place(order: readonly string[], task: string): number {
  return order.includes(task) ? order.indexOf(task) : order.length
}
