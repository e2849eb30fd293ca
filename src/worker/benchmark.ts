import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { afterAll, describe, type ExpectStatic } from 'vitest'
import { HoldfastError } from '../base/errors.ts'
import type { ResolvedConfig } from '../config/resolve.ts'
import { readRunSettings } from '../config/runSettings.ts'
import type { Role } from '../config/suite.ts'
import type { Dialogue } from '../dialogue/dialogue.ts'
import type { BenchmarkMeta, Display } from '../format/meta.ts'
import { type ItemRecord, inOrder } from '../format/records.ts'
import { runFolder } from '../format/runFolder.ts'
import type { Metric } from '../format/scoresDocument.ts'
import type { Model } from '../models/model.ts'
import { compareWithBaseline } from '../results/baseline/compareWithBaseline.ts'
import { type MetricRange, withIntervals } from '../stats/intervals.ts'
import { suiteScores } from '../stats/summary/suiteScores.ts'
import { meanWithout, runSummary, type SummaryInput } from '../stats/summary/summaryInput.ts'
import { itemTest, type OwnTest } from './itemTest.ts'
import { ofShard } from './ofShard.ts'
import { groupByPrefix, inTrials, prefixWarmUp } from './prefixGroups.ts'
import { runItem } from './runItem.ts'
import { currentRuntime } from './runtime.ts'
import { selectItems } from './selectItems.ts'

/** What an item's body works with. */
export interface BenchmarkContext {
  /** The model under test, its calls filed under this item. */
  readonly candidate: Model
  /** The judge; matchers use it by themselves. */
  readonly judge: Model
  /** The model that objects to answers. */
  readonly refuter: Model
  /** The model that interviews. */
  readonly interactor: Model
  /** An empty dialogue with the candidate. */
  readonly dialogue: Dialogue
  readonly expect: ExpectStatic
  /** Aborted when the run stops. */
  readonly signal: AbortSignal
}

/** Tags of an item: slices that a summary can tell apart. */
export type Tags = Readonly<Record<string, string | number | readonly string[]>>

/** A benchmark: its items and what to know about each. Functions of an item must be pure. */
export interface BenchmarkOptions<Item, Fixtures extends object = object> {
  /** Roles the items call, checked before the first one. Default: the candidate. */
  readonly roles?: readonly Role[]
  readonly items: Iterable<Item> | AsyncIterable<Item> | (() => Iterable<Item> | Promise<Iterable<Item>>)
  /** Unique within the benchmark. Default `item.id`. */
  readonly id?: (item: Item, index: number) => string
  /** Task the item belongs to; limits and tables count by task. Default the benchmark's name. */
  readonly task?: (item: Item) => string
  /** Names of tasks for people. */
  readonly taskTitles?: Readonly<Record<string, string>>
  readonly tags?: (item: Item) => Tags
  /** What varies together with other items, by kind (template, context, seed); intervals resample it. */
  readonly clusters?: (item: Item) => Readonly<Record<string, string>>
  /** Items alike enough that a limited run should take some of each kind. Default: all of a task are alike. */
  readonly stratum?: (item: Item) => string
  /** Key of the long beginning of the prompt that items share; items of one prefix run together. */
  readonly prefix?: (item: Item) => string
  /** Prompt tokens of the item, and how many of them are its prefix. */
  readonly tokens?: (item: Item) => { readonly total: number; readonly prefix: number }
  /** An answer with full marks: what `sim:oracle` says. */
  readonly reference?: (item: Item) => string
  /** Why the item is not run, decided before the first call. */
  readonly skip?: (item: Item) => string | undefined
  /** Total from which an item passes, for matchers that name none. Shown in items.jsonl. */
  readonly threshold?: number
  /**
   * One's own `test.extend(...)`, whose fixtures the body then gets beside ours; where both have one of a name, ours. Like
   * Vitest's own, they must be destructured in the body's second parameter.
   */
  readonly test?: OwnTest<Fixtures>
  /** Where the items come from, for scores.json; the hash defaults to that of the items as JSON. */
  readonly data?: { readonly source: string; readonly sha256?: string }
  /** Lines for the header. */
  readonly notes?: () => readonly string[]
  /** How the figures are laid out in the terminal; by default the mean, and below it every figure of the summary. */
  readonly display?: () => Display
  /** Lowest and highest value of a figure, where its interval must not go beyond. Without a summary 0 and 1. */
  readonly range?: MetricRange
  /** Figures of the benchmark from its scored items. Pure. */
  readonly summary?: (input: SummaryInput) => Readonly<Record<string, number | Metric>>
}

/** An item with everything the plan says of it. */
export interface PlannedItem<Item> {
  readonly item: Item
  readonly id: string
  readonly task: string
  readonly stratum: string
  readonly prefix: string
}

/**
 * Declares a benchmark: every item is a Vitest test, run concurrently within the run's limit. Matchers record their
 * scores, and the item fails at its end if any fell below its threshold.
 *
 * @example
 * benchmark('capitals', {
 *   items: [{ id: 'fr', question: 'Capital of France?', answer: 'Paris' }],
 *   reference: (item) => item.answer,
 * }, async (item, { candidate, expect }) => {
 *   const answer = await candidate.ask(item.question)
 *   await expect(answer).toPassRubric(rubric([criterion('names it', { check: (text) => text.includes(item.answer) })]))
 * })
 */
export function benchmark<Item, Fixtures extends object = object>(
  name: string,
  options: BenchmarkOptions<Item, Fixtures>,
  body: (item: Item, context: BenchmarkContext & Omit<Fixtures, keyof BenchmarkContext>) => Promise<void>,
): void {
  // Vitest shares this object with the suite's task, and copies it to tests declared later: so it is filled at the end.
  const meta: { holdfastBenchmark?: BenchmarkMeta } = {}
  describe(name, { meta }, async () => {
    const runtime = currentRuntime()
    const { config } = runtime
    const roles = options.roles ?? ['candidate']
    // The endpoints answer while the items are read and declared; none runs before.
    const prepared = Promise.all(roles.map((role) => runtime.prepare(role)))
    prepared.catch(() => undefined)
    // The thread is taken for a while now: the requests leave before.
    for (let turn = 0; turn < CONNECTING_TURNS; turn += 1) await setImmediate()
    const all = planItems(name, await readItems(options.items), options)
    const groups = groupByPrefix(ofShard(name, selectItems(all, config.limit, config.seed), config.shard, options.tokens))
    const planned = groups.flat()
    const records: ItemRecord[] = []
    const warmUp = prefixWarmUp(config, groups)
    const declare = itemTest(options.test, body)
    // runItem adds the fixtures, which it does not know by type.
    const run = body as (item: Item, context: BenchmarkContext) => Promise<void>
    for (const { entry, trial } of inTrials(groups, config.trials)) {
      const title = config.trials === 1 ? entry.id : `${entry.id} (trial ${trial + 1} of ${config.trials})`
      const weight = options.tokens?.(entry.item).total ?? 1
      declare(title, { holdfastWeight: weight }, (context) =>
        warmUp(entry.prefix, () =>
          runtime.inItsTurn(() =>
            runItem({ suite: name, entry, trial, options, body: run, runtime, context, keep: (record) => records.push(record) }),
          ),
        ),
      )
    }
    const filled = describeBenchmark(name, planned, all, options, config.trials)
    if (config.resume) assertSameData(name, filled.data.sha256, config)
    meta.holdfastBenchmark = filled
    afterAll(() => {
      const summarize = (some: readonly ItemRecord[]) => runSummary(some, options.summary)
      const ordered = inOrder(records)
      // Without a summary the only figure is the mean total.
      filled.metrics = options.summary
        ? withIntervals(ordered, summarize, options.range)
        : withIntervals(ordered, summarize, options.range ?? (() => [0, 1]), meanWithout(ordered))
      const withCommon = (some: readonly ItemRecord[]) => suiteScores(some, summarize(some)).metrics
      filled.baseline = compareWithBaseline(name, ordered, withCommon, config.gates, config.root)
    })
    await prepared
  })
}

/** Turns of the event loop in which a connection to an endpoint on this machine is made. */
const CONNECTING_TURNS = 8

async function readItems<Item>(items: BenchmarkOptions<Item>['items']): Promise<Item[]> {
  const source = typeof items === 'function' ? await items() : items
  const read: Item[] = []
  for await (const item of source) read.push(item)
  return read
}

/** @throws HoldfastError for an item without an id and for two items of one id. */
function planItems<Item>(name: string, items: readonly Item[], options: BenchmarkOptions<Item>): PlannedItem<Item>[] {
  const seen = new Set<string>()
  return items.map((item, index) => {
    const id = options.id ? options.id(item, index) : (item as { id?: unknown }).id
    if (typeof id !== 'string' || id === '') {
      throw new HoldfastError(
        'DATA',
        `Failed to plan ${name}: item ${index + 1} has no id. Give items an id, or the benchmark an id function.`,
      )
    }
    if (seen.has(id)) throw new HoldfastError('DATA', `Failed to plan ${name}: two items have the id ${JSON.stringify(id)}. Rename one.`)
    seen.add(id)
    return { item, id, task: options.task?.(item) ?? name, stratum: options.stratum?.(item) ?? '', prefix: options.prefix?.(item) ?? '' }
  })
}

/** @throws HoldfastError when the run that is being finished was begun with other data. */
function assertSameData(name: string, sha256: string, { out }: ResolvedConfig): void {
  const before = readRunSettings(runFolder(out)).sha256[name]
  if (before === undefined || before === sha256) return
  throw new HoldfastError(
    'CONFIG',
    `Failed to resume ${out}: the data of ${name} were ${before.slice(0, 12)}, are ${sha256.slice(0, 12)}. Resume with the data the run was begun with.`,
  )
}

function describeBenchmark<Item>(
  suite: string,
  planned: readonly PlannedItem<Item>[],
  all: readonly PlannedItem<Item>[],
  options: BenchmarkOptions<Item>,
  trials: number,
): BenchmarkMeta {
  const run = planned.filter(({ item }) => options.skip?.(item) === undefined)
  const tasks = new Map<string, number>()
  for (const { task } of planned) tasks.set(task, (tasks.get(task) ?? 0) + 1)
  const sha256 =
    options.data?.sha256 ??
    createHash('sha256')
      .update(JSON.stringify(all.map(({ item }) => item)))
      .digest('hex')
  return {
    suite,
    items: planned.length,
    trials,
    data: { source: options.data?.source ?? 'items in the test file', sha256, items: all.length },
    roles: options.roles ?? ['candidate'],
    tasks: [...tasks].map(([task, items]) => ({ task, title: options.taskTitles?.[task] ?? task, items })),
    calls: options.tokens && run.length * trials,
    tokens: options.tokens && countTokens(run, options.tokens, trials),
    notes: options.notes?.() ?? [],
    display: options.display?.(),
  }
}

function countTokens<Item>(
  planned: readonly PlannedItem<Item>[],
  tokens: NonNullable<BenchmarkOptions<Item>['tokens']>,
  trials: number,
): { total: number; distinct: number } {
  const prefixes = new Map<string, number>()
  let total = 0
  let own = 0
  for (const { item, prefix } of planned) {
    const counted = tokens(item)
    prefixes.set(prefix, counted.prefix)
    total += counted.total
    own += counted.total - counted.prefix
  }
  return { total: total * trials, distinct: own + [...prefixes.values()].reduce((sum, count) => sum + count, 0) }
}
