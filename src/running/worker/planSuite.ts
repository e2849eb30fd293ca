import { fromKnown } from '../../core/base/collections.ts'
import { orUndefined } from '../../core/base/errors.ts'
import type { ResolvedConfig } from '../../core/config/resolve.ts'
import { besideOf } from '../../core/format/figureBeside.ts'
import { leftOutTexts } from '../../core/format/leftOut.ts'
import { modelLabel } from '../../core/format/modelUri.ts'
import { type CallVolume, plusVolume, timesVolume } from '../../core/format/plannedUse.ts'
import type { PlanSummary } from '../../core/format/planSummary.ts'
import type { Role } from '../../core/format/role.ts'
import { metricScale } from '../../core/format/scoresDocument.ts'
import type { PlacedItem } from '../../core/stats/summary/metric.ts'
import { type DecisionForecast, forecastDirect, forecastWaves } from '../../deciding/early/decisionForecast.ts'
import { alphaOf, earlyRules } from '../../deciding/early/earlyRules.ts'
import { earlyUnits } from '../../deciding/early/earlyUnits.ts'
import type { RuleOutlook } from '../../deciding/early/waves.ts'
import { dueItems, unitPrices } from './decideEarly.ts'
import { prepareSuite } from './prepareSuite.ts'
import type { PlannedCalls, Suite } from './suite.ts'

/** What roles take. */
type RoleUses = Partial<Record<Role, CallVolume & { readonly most: CallVolume }>>

/** What a run of a suite, all its shards, would do: items, calls and tokens, without a call. @throws HoldfastError where it could not be run. */
export async function planSuite(suite: Suite, config: ResolvedConfig): Promise<PlanSummary> {
  const whole = { ...config, shard: undefined, resume: false }
  const { opened, groups, plan, controlled, told } = await prepareSuite(suite, { config: whole, prepare: async () => whole })
  const tasks = new Map<string, { items: number; tokens: number }>()
  const { trials, votes, roles } = config
  // Known answers are asked of each model of a panel, and in the first trial only.
  const judges = new Set((roles.judge?.members ?? []).map(({ uri }) => modelLabel(uri))).size || 1
  const aTrial: RoleUses = {}
  const byRole: RoleUses = {}
  const add = (to: RoleUses, uses: PlannedCalls['roles'], times: number) => {
    if (times === 0) return
    for (const [role, { most, ...use }] of Object.entries(uses) as [Role, PlannedCalls['roles'][Role] & CallVolume][])
      to[role] = {
        ...plusVolume(to[role], timesVolume(use, times)),
        most: plusVolume(to[role]?.most, timesVolume(most ?? use, times)),
      }
  }
  const prefixes = new Map<string, number>()
  let distinct = 0
  let items = 0
  let waves: number | undefined
  for (const { id, item, task } of groups.flat()) {
    if (opened.skip?.(item) !== undefined) continue
    const { roles: uses = {}, prefix, ...planned }: Partial<PlannedCalls> = (await opened.planned?.(item)) ?? {}
    const measured = controlled(id) && (await opened.planned?.(item, controlled(id)))
    const tokens = Object.values(uses).reduce((sum, { promptTokens }) => sum + promptTokens, 0)
    const ofTask = tasks.get(task) ?? { items: 0, tokens: 0 }
    items += 1
    if (planned.waves !== undefined) waves = Math.max(waves ?? 0, measured?.waves ?? 0, planned.waves)
    ofTask.items += 1
    ofTask.tokens += tokens
    tasks.set(task, ofTask)
    distinct += (planned.distinct ?? tokens) - (prefix?.tokens ?? 0)
    if (prefix) prefixes.set(prefix.key, Math.max(prefix.tokens, prefixes.get(prefix.key) ?? 0))
    add(aTrial, uses, 1)
    add(byRole, uses, trials)
    if (!measured) continue
    // A benchmark that does not count them itself has as many for each verdict as it says what is right and what is wrong.
    const isCounted = (measured.roles.judge?.calls ?? 0) > (uses.judge?.calls ?? 0)
    const knownPerCall = [opened.reference, opened.wrong].filter(Boolean).length / votes
    if (isCounted) {
      add(byRole, measured.roles, judges)
      add(byRole, uses, -judges)
    } else if ((opened.hasKnown?.(item) ?? true) && uses.judge) add(byRole, { judge: uses.judge }, knownPerCall * judges)
  }
  const { unknown, ...gated } = await gatedFigures(suite, config, dueItems(opened, groups.flat()))
  const order = Object.keys(opened.taskTitles ?? {})
  const sorted = [...tasks].sort(([one], [other]) => place(order, one) - place(order, other))
  return {
    roles: suite.roles,
    source: plan.data.source,
    sha256: plan.data.sha256,
    ...(plan.data.version !== undefined && { version: plan.data.version }),
    options: plan.options,
    tasks: sorted.map(([task, counts]) => ({ task, title: opened.taskTitles?.[task] ?? task, ...counts })),
    ...(opened.planned && { byRole }),
    ...(waves !== undefined && { waves }),
    distinctTokens: distinct + [...prefixes.values()].reduce((sum, tokens) => sum + tokens, 0),
    ...gated,
    notes: [
      ...leftOutTexts(plan.leftOut),
      ...(opened.planNotes ? [...opened.planNotes(items, aTrial), ...told] : plan.notes),
      ...unknown.map((key) => `the gate on ${key} is broken unless the run has a figure of that name: none is known before it`),
    ],
  }
}

/** The scales of the metrics that gates of the suite name, and whether an early decision is open to all of these gates. */
async function gatedFigures(suite: Suite, { gates, root }: ResolvedConfig, items: readonly PlacedItem[]) {
  const rules = gates?.[suite.name]
  if (typeof rules !== 'object') return { unknown: [] }
  const suiteRules = await suite.rules()
  const known = suiteRules.planned(items)
  const planned = Object.entries(known).filter(([key]) => Object.hasOwn(rules, key))
  const others = Object.keys(rules).filter((key) => !Object.hasOwn(known, key) && !besideOf(key, known))
  // A baseline that cannot be read is the run's error.
  const early = orUndefined(() => earlyRules(suiteRules, items, gates, root))
  return {
    unknown: others,
    ...(early && { decidesEarly: early.rules.length > 0 && early.waiting.length === 0 }),
    scales: fromKnown(planned.map(([key, own]) => [key, metricScale(own)])),
  }
}

/** Tasks in the order of their titles; those without one last, as they come. */
function place(order: readonly string[], task: string): number {
  return order.includes(task) ? order.indexOf(task) : order.length
}

/** What an early decision of a suite would cost. */
export interface PlannedDecision {
  readonly direct: DecisionForecast
  readonly batch: DecisionForecast
}

/**
 * Forecasts the price of an early decision, without a call. @param rules where each rule stands before the run.
 * @returns why there is none, where a rule waits for the last item.
 */
export async function planDecision(
  suite: Suite,
  config: ResolvedConfig,
  rules: readonly RuleOutlook['before'][],
): Promise<PlannedDecision | { readonly why: string }> {
  const whole = { ...config, shard: undefined, resume: false }
  const { opened, groups } = await prepareSuite(suite, { config: whole, prepare: async () => whole })
  const due = dueItems(opened, groups.flat())
  const early = earlyRules(await suite.rules(), due, config.gates, config.root)
  const [waiting] = early.waiting
  if (waiting) return { why: `${waiting.rule} ${waiting.why}, so the run goes to its last item` }
  const units = earlyUnits(due, { rules: early.rules, seed: config.seed })
  const inFlight = Math.max(1, Math.round((config.concurrency * units.length) / (config.trials * due.length)))
  const by = { rules, alpha: alphaOf(config.gates), units: units.length, inFlight, ...unitPrices(config, opened, units) }
  return { direct: forecastDirect(by), batch: forecastWaves(by) }
}
