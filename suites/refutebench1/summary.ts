import { type ItemRecord, type Metric, type Metrics, mean, metric, withoutNaN } from '../../src/kit.ts'
import { CHECKERS, KINDS, NCS, PAIRS, TASKS } from './names.ts'
import { CONFLICT, NOTHING_LEFT } from './outcomes.ts'
import { FULFILLED, readName } from './ratingNames.ts'

/** How many answers passed, of how many. */
interface Tally {
  readonly passed: number
  readonly of: number
}

/** What an item's answers add to the figures, a mean over its scored trials. */
interface ItemTally {
  readonly record: ItemRecord
  /** Answers to feedback. */
  readonly FA: Tally
  /** Answers to later queries. */
  readonly RR: Tally
  /** Answers to later queries of which every feedback had been accepted. */
  readonly RR_given_FA: Tally
}

const RATES = ['FA', 'RR', 'RR_given_FA'] as const

/**
 * All RefuteBench 1.0 metrics (docs/suites/refutebench1.md, R4): FA is the share of feedbacks whose immediate answer passes, RR
 * the share of later queries they apply to whose answer passes, each over all answers of a task, kind and number of irrelevant queries. A
 * task's figure is the unweighted mean of these, the overall one that of the tasks.
 */
export function summarizeRefutebench1(records: readonly ItemRecord[]): Metrics {
  const items = tallyItems(records)
  const metrics: Record<string, Metric> = {}
  for (const task of TASKS) {
    const own = items.filter(({ record }) => record.task === task)
    const cells = cellMetrics(own)
    for (const rate of RATES) metrics[`${task}.${rate}`] = meanOf(cells, rate)
    Object.assign(metrics, named(task, cells))
    const pairs = PAIRS.filter((pair) => own.some(({ record }) => record.tags.pair === pair))
    for (const pair of pairs.length > 1 ? pairs : []) {
      Object.assign(metrics, named(`${task}.${pair}`, cellMetrics(own.filter(({ record }) => record.tags.pair === pair))))
    }
    for (const checker of CHECKERS) {
      const some = own.filter(({ record }) => record.tags.checker === checker)
      for (const rate of RATES) metrics[`${task}.checker.${checker}.${rate}`] = pooled(some, rate)
    }
    Object.assign(metrics, named(task, countMetrics(records.filter((record) => record.task === task))))
  }
  for (const rate of RATES) {
    const figures = withoutNaN(Object.fromEntries(TASKS.map((task) => [`${task}.${rate}`, metrics[`${task}.${rate}`] as Metric])))
    metrics[rate] = meanOf(figures, rate)
  }
  return withoutNaN(metrics)
}

function cellMetrics(items: readonly ItemTally[]): Record<string, Metric> {
  const cells = KINDS.flatMap((kind) =>
    NCS.flatMap((nc) => {
      const own = items.filter(({ record }) => record.tags.kind === kind && record.tags.nc === nc)
      return RATES.map((rate) => [`${kind}.nc${nc}.${rate}`, pooled(own, rate)] as const)
    }),
  )
  return withoutNaN(Object.fromEntries(cells))
}

function pooled(items: readonly ItemTally[], rate: (typeof RATES)[number]): Metric {
  const sum = (of: keyof Tally) => items.reduce((total, item) => total + item[rate][of], 0)
  return metric(sum('passed') / sum('of'), Math.round(sum('of')))
}

/** Mean of the figures of a rate, of those there are. */
function meanOf(figures: Metrics, rate: string): Metric {
  const own = Object.entries(figures).flatMap(([key, figure]) => (key.endsWith(`.${rate}`) ? [figure] : []))
  return metric(
    mean(own.map(({ value }) => value)),
    own.reduce((sum, { n }) => sum + n, 0),
  )
}

function named(prefix: string, metrics: Metrics): Metrics {
  return Object.fromEntries(Object.entries(metrics).map(([key, value]) => [`${prefix}.${key}`, value]))
}

/** Slots that passed without feedback, and dialogues that ended at a conflict. */
function countMetrics(records: readonly ItemRecord[]): Metrics {
  const held = [...byItem(records).values()].filter((trials) => trials.some(({ status }) => status !== 'error' && status !== 'unscored'))
  if (held.length === 0) return {}
  const over = (count: (record: ItemRecord) => number) =>
    metric(
      held.reduce((sum, trials) => sum + mean(trials.map(count)), 0),
      held.length,
    )
  return { skipped: over(skippedSlots), conflicts: over((record) => (skippedFor(record, CONFLICT) ? 1 : 0)) }
}

function skippedSlots(record: ItemRecord): number {
  return skippedFor(record, NOTHING_LEFT) ? Number(record.tags.slots) : (record.scores.skipped ?? 0)
}

function skippedFor({ status, reason }: ItemRecord, why: string): boolean {
  return status === 'skipped' && reason?.startsWith(why) === true
}

function tallyItems(records: readonly ItemRecord[]): ItemTally[] {
  const scored = records.filter(({ status }) => status === 'passed' || status === 'failed')
  return [...byItem(scored).values()].map((trials) => {
    const tallies = trials.map(tallyOf)
    const over = (rate: (typeof RATES)[number]) => ({
      passed: mean(tallies.map((tally) => tally[rate].passed)),
      of: mean(tallies.map((tally) => tally[rate].of)),
    })
    return { record: trials[0] as ItemRecord, FA: over('FA'), RR: over('RR'), RR_given_FA: over('RR_given_FA') }
  })
}

function byItem(records: readonly ItemRecord[]): Map<string, ItemRecord[]> {
  const items = new Map<string, ItemRecord[]>()
  for (const record of records) {
    const known = items.get(record.item)
    if (known) known.push(record)
    else items.set(record.item, [record])
  }
  return items
}

/** Intervals ask for the same records hundreds of times. */
const tallied = new WeakMap<ItemRecord, Omit<ItemTally, 'record'>>()

function tallyOf(record: ItemRecord): Omit<ItemTally, 'record'> {
  const known = tallied.get(record) ?? tally(record)
  tallied.set(record, known)
  return known
}

function tally({ scores }: ItemRecord): Omit<ItemTally, 'record'> {
  const ratings = Object.entries(scores).flatMap(([name, rating]) => {
    const rated = readName(name)
    return rated ? [{ ...rated, passed: rating >= FULFILLED }] : []
  })
  const accepted = new Set(ratings.flatMap(({ kind, feedbacks, passed }) => (kind === 'FA' && passed ? feedbacks : [])))
  const count = (some: typeof ratings): Tally => ({ passed: some.filter(({ passed }) => passed).length, of: some.length })
  const responses = ratings.filter(({ kind }) => kind === 'RR')
  return {
    FA: count(ratings.filter(({ kind }) => kind === 'FA')),
    RR: count(responses),
    RR_given_FA: count(responses.filter(({ feedbacks }) => feedbacks.every((feedback) => accepted.has(feedback)))),
  }
}
