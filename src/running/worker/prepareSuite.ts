import { hash } from 'node:crypto'
import { configError, orUndefined } from '../../core/base/errors.ts'
import { assertThreshold, TOTALS } from '../../core/base/scale.ts'
import { counted } from '../../core/base/text/counted.ts'
import type { ResolvedConfig } from '../../core/config/resolve.ts'
import { readSuiteOptions } from '../../core/config/suiteOptions.ts'
import { rulesBySuite } from '../../core/format/gates.ts'
import { hasSimulated } from '../../core/format/modelEntry.ts'
import { modelLabel } from '../../core/format/modelUri.ts'
import type { Role } from '../../core/format/role.ts'
import type { SuitePlan } from '../../core/format/suitePlan.ts'
import { partRefusal, unmeantGate } from '../../deciding/gates/reasons.ts'
import { plannedHeadline } from '../../deciding/headline.ts'
import { controlledItems } from './controlled.ts'
import { dueItems, groupsOf, orderEarly } from './decideEarly.ts'
import { groupByPrefix, ofShard, type PlannedItem, planItems, readItems, selectItems, takeChosen, takeRecorded } from './selectItems.ts'
import type { Opened, OpenSuite, Suite, SuiteItems, SuiteRun } from './suite.ts'

/** A suite opened for a run, with the items that the run takes of it. */
export type PreparedSuite = Awaited<ReturnType<typeof prepareSuite>>

/** Opens a suite and takes what the configuration asks for: items, limit, seed, shard. @throws HoldfastError for what does not fit. */
export async function prepareSuite(suite: Suite, run: Omit<SuiteRun, 'options'>) {
  const { suites, ownSuites } = run.config
  // Those of a suite that the plugin does not know are validated here.
  const options = suites[suite.name] ?? readSuiteOptions(suite, ownSuites[suite.name] ?? { configured: {}, variables: {} })
  // Asking an endpoint may change the configuration that the caller holds.
  const context: SuiteRun = Object.create(run, { options: { value: options } })
  const opened: Opened = await suite.open(context)
  if (opened.threshold !== undefined) assertThreshold(`run ${suite.name}`, opened.threshold, TOTALS)
  const { config } = run
  await refuseSession(suite, opened, run)
  const all = planItems(suite.name, await readItems(opened.items), opened)
  const chosen = takeChosen(suite.name, all, opened.data?.sha256 ?? hashOf(all), config.items)
  const recorded = takeRecorded(suite.name, chosen, config.recording)
  const selected = selectItems(recorded, config.limit, config.seed)
  const own = ofShard(suite.name, selected, config.shard, opened.tokens)
  const early =
    config.decide === 'early' ? await orderEarly(suite, opened, selected, config, { own, data: dataOf(opened, all), options }) : undefined
  const hasKnown = opened.hasKnown ?? (() => opened.reference !== undefined || opened.wrong !== undefined)
  // Where a run may end early, the judge is measured before it does. In a recording it was measured on the items drawn then.
  const order = config.recording ? undefined : early?.order?.flat()
  const entries = new Map((order ?? (config.recording ? recorded : selected)).map(({ id, item }) => [id, item]))
  const isJudged = (id: string) => opened.skip?.(entries.get(id)) === undefined && hasKnown(entries.get(id))
  const controlled = await controlledItems(config, suite.roles, [...entries.keys()], isJudged, order !== undefined)
  const few = selected.filter(({ id }) => controlled(id) === 'few').length
  const gone = config.items ? 0 : (config.recording?.suites[suite.name]?.items.length ?? 0) - recorded.length
  const lost = config.recording && gone > 0 ? [`recorded and no longer in the data: ${counted(gone, 'item')}`] : []
  const groups = early?.order ? groupsOf(early.order, own) : groupByPrefix(own)
  // A file of items asks for what it names, and all of that is there.
  const leftOut = config.items?.suite === suite.name ? [] : (opened.leftOut ?? [])
  // By the items of all shards: what part of them ran does not change what a suite is read by.
  const figures = (await suite.rules()).planned(dueItems(opened, selected))
  const part = partRefusal(suite.name, leftOut, config.gates)
  const refused = part === undefined ? unmeantGate(suite.name, figures, config.gates) : `${part}.`
  if (refused !== undefined) throw configError(`Failed to hold gates against ${suite.name}: ${refused}`)
  const headline = plannedHeadline(figures, opened.display?.())
  const planned = planOf(suite, options, opened, { all, selected, planned: groups.flat() }, config.trials)
  const plan = { ...planned, headline, ...(leftOut.length > 0 && { leftOut }), ...(config.gates && { gates: config.gates }) }
  const known = `on ${counted(few, 'item')} it also judges answers known to be right or wrong (HOLDFAST_CONTROLS=0: none)`
  const measured = few > 0 ? [`no certificate says that the judge can be trusted: ${known}`] : []
  const told = [...measured, ...(await unlikeBaseline(plan, config))]
  return {
    opened,
    /** The items in the order they begin: those of one prefix together. */
    groups,
    plan: {
      ...plan,
      notes: [...plan.notes, ...told, ...lost],
      ...(config.shard && { shard: config.shard }),
      ...(early && { early: early.plan }),
    },
    /** Says which known answers go through an item's judge. */
    controlled,
    /** What is to be said of these, and of the baseline. */
    told,
    /** Says which items need not be run, where gates are decided early. */
    early: early?.run,
  }
}

/** That a baseline was made otherwise than the run will be, so that its drops are not told: said before anything is paid. */
async function unlikeBaseline(plan: Omit<SuitePlan, 'headline'>, { gates, root, roles, trials }: ResolvedConfig): Promise<string[]> {
  const { suite, data, options, scoring } = plan
  const name = gates?.baseline
  if (
    name === undefined ||
    !rulesBySuite(gates).some(([of, rules]) => of === suite && Object.values(rules).some(({ maxDrop }) => maxDrop !== undefined))
  )
    return []
  const { comparableOf, incomparable, nearBaseline, readBaseline, simulatedBase } = await import('../../deciding/baseline/baseline.ts')
  // That there is none, or none that can be read, is the run's to say.
  const document = orUndefined(() => readBaseline(root, name))
  if (!document) return [nearBaseline(root, name) ?? []].flat()
  const base = comparableOf(document, suite, plan.roles)
  // Whether this run will ask its judge at all is not known where the baseline never asked one.
  const judge = base.judge !== undefined && roles.judge ? modelLabel(roles.judge.uri) : base.judge
  const now = { suite, data: data.sha256, bundled: data.version, judge, options, trials, scoring }
  const isSimulated = (role: Role) => hasSimulated(roles[role])
  const why = incomparable(base, now) ?? simulatedBase(document, gates, plan.roles, isSimulated)
  return why === undefined ? [] : [`the baseline ${name} was made with ${why}: drops from it will not be told`]
}

/** @throws HoldfastError for a candidate that keeps its own conversation, where the suite says that it cannot be asked. */
async function refuseSession({ name, roles }: Suite, { refusesSessions }: OpenSuite<unknown>, run: Omit<SuiteRun, 'options'>) {
  if (refusesSessions === undefined || !roles.includes('candidate')) return
  const { candidate } = (await run.prepare('candidate')).roles
  if (!candidate?.keepsConversation) return
  throw configError(
    `Failed to run ${name}: ${modelLabel(candidate.uri)} keeps its own conversation, and ${refusesSessions}. Name a model without memory, or leave the suite out.`,
  )
}

function planOf<Item>(
  suite: Suite,
  options: Readonly<Record<string, unknown>>,
  opened: OpenSuite<Item>,
  { all, selected, planned }: Readonly<Record<'all' | 'selected' | 'planned', readonly PlannedItem<Item>[]>>,
  trials: number,
): Omit<SuitePlan, 'headline'> {
  const run = planned.filter(({ item }) => opened.skip?.(item) === undefined)
  // The tasks of all shards, so that merged parts have them in the order of a whole run.
  const tasks = new Map(selected.map(({ task }) => [task, 0]))
  for (const { task } of planned) tasks.set(task, (tasks.get(task) ?? 0) + 1)
  return {
    suite: suite.name,
    roles: suite.roles,
    items: planned.length,
    trials,
    data: dataOf(opened, all),
    tasks: [...tasks].map(([task, items]) => ({ task, title: opened.taskTitles?.[task] ?? task, items })),
    calls: opened.tokens && run.length * trials,
    tokens: opened.tokens && countTokens(run, opened.tokens, trials),
    notes: opened.notes?.() ?? [],
    display: opened.display?.(),
    options,
    scoring: suite.scoring,
  }
}

function dataOf<Item>({ data }: OpenSuite<Item>, all: readonly PlannedItem<Item>[]): SuitePlan['data'] {
  return {
    source: data?.source ?? 'items in the test file',
    ...(data?.version !== undefined && { version: data.version }),
    sha256: data?.sha256 ?? hashOf(all),
    items: all.length,
  }
}

function hashOf(items: readonly PlannedItem<unknown>[]): string {
  return hash('sha256', JSON.stringify(items.map(({ item }) => item)))
}

function countTokens<Item>(planned: readonly PlannedItem<Item>[], tokens: NonNullable<SuiteItems<Item>['tokens']>, trials: number) {
  const prefixes = new Map<string, number>()
  let total = 0
  let own = 0
  for (const { item, prefix } of planned) {
    const { of = prefix, ...counted } = tokens(item)
    prefixes.set(of, Math.max(counted.prefix, prefixes.get(of) ?? 0))
    total += counted.total
    own += counted.total - counted.prefix
  }
  return { total: total * trials, distinct: own + [...prefixes.values()].reduce((sum, count) => sum + count, 0) }
}
