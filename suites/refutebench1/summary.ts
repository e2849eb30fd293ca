import {
  type Figure,
  type FigureDescription,
  type Figures,
  groupBy,
  type ItemRecord,
  mean,
  meanOfFigures,
  meanOfKnown,
  metric,
  ratioOver,
  remembered,
  renamed,
  type SummaryInput,
  sum,
} from '../../src/kit.ts'
import { CONFLICT, NOTHING_LEFT } from './holdDialogue.ts'
import { CHECKERS, KINDS, NCS, PAIRS, type Rb1Task, TASK_TITLES, TASKS } from './names.ts'
import { FULFILLED, readName, STRICT } from './ratingNames.ts'

/** How many answers passed, of how many. */
interface Tally {
  readonly passed: number
  readonly of: number
}

const RATES = ['FA', 'RR', 'RR_given_FA'] as const
/** Answers to feedback, to later queries, and to those of which every feedback had been accepted. */
type Rate = (typeof RATES)[number]

/** What an item's answers add to the figures, a mean over its scored trials; nothing where it has none. */
type ItemTally = Readonly<Record<Rate, Tally>> & { readonly record: ItemRecord }

const RATE_TITLES: Readonly<Record<Rate, string>> = {
  FA: 'feedback accepted (FA)',
  RR: 'feedback kept later (RR)',
  RR_given_FA: 'kept where accepted',
}

const KIND_TITLES: Readonly<Record<(typeof KINDS)[number], string>> = {
  memory: 'same query again',
  generalization: 'another query',
  multi: 'feedback on several answers',
}

/**
 * All RefuteBench 1.0 metrics (docs/suites/refutebench1.md, R4): FA is the share of feedbacks whose immediate answer passes, RR
 * the share of later queries they apply to whose answer passes, each over all answers of a task, kind and number of irrelevant queries. A
 * task's figure is the unweighted mean of these, the overall one that of the tasks.
 */
export function refutebench1Summary({ records }: Pick<SummaryInput, 'records'>): Figures {
  const strict = ratesOf(records, 'strict')
  return {
    ...ratesOf(records, 'official'),
    ...renamed(strict, 'strict', ({ label }, part) => ({ label: `strict: ${label}`, compared: false, group: 'strict', part })),
  }
}

/** By the official checks, or by the strict ones, of which there are no figures of cells, pairs and checks. */
type Reading = 'official' | 'strict'

function ratesOf(records: readonly ItemRecord[], reading: Reading): Record<string, Figure> {
  const items = tallyItems(records, reading)
  const metrics: Record<string, Figure> = {}
  for (const task of TASKS) {
    const own = items.filter(({ record }) => record.task === task)
    const title = TASK_TITLES[task]
    const cells = cellMetrics(own, task, [title], reading)
    for (const rate of RATES) metrics[`${task}.${rate}`] = meanOf(Object.values(cells), rate, [title])
    if (reading === 'strict') continue
    Object.assign(metrics, cells)
    const pairs = PAIRS.filter((pair) => own.some(({ record }) => record.tags.pair === pair))
    for (const pair of pairs.length > 1 ? pairs : []) {
      const some = own.filter(({ record }) => record.tags.pair === pair)
      Object.assign(metrics, cellMetrics(some, `${task}.${pair}`, [title, pair], reading))
    }
    for (const checker of CHECKERS) {
      const some = own.filter(({ record }) => record.tags.checker === checker)
      const where = [title, checker.replaceAll('_', ' ')]
      for (const rate of RATES) metrics[`${task}.checker.${checker}.${rate}`] = pooled(some, rate, where, reading)
    }
    Object.assign(metrics, countMetrics(records, task))
  }
  for (const rate of RATES) {
    const own = TASKS.filter((task) => items.some(({ record }) => record.task === task))
    const figures = own.map((task) => metrics[`${task}.${rate}`] as Figure)
    metrics[rate] = {
      ...meanOf(figures, rate, []),
      ...(rate === 'RR' && reading === 'official' && { headline: { unit: 'share of answers', digits: 3 } }),
    }
  }
  return metrics
}

/** What is said of a rate. Runs are compared by those of tasks and overall. */
function described(rate: Rate, where: readonly string[], isCell: boolean): FigureDescription {
  return {
    label: [...(where.length > 0 ? [where.join(', ')] : []), RATE_TITLES[rate]].join(': '),
    range: [0, 1],
    ...((isCell || rate === 'RR_given_FA') && { compared: false }),
    ...(where.length > 0 && { group: rate, part: where.join(', ') }),
  }
}

function cellMetrics(items: readonly ItemTally[], prefix: string, where: readonly string[], reading: Reading): Record<string, Figure> {
  const cells = KINDS.flatMap((kind) =>
    NCS.flatMap((nc) => {
      const own = items.filter(({ record }) => record.tags.kind === kind && record.tags.nc === nc)
      if (own.length === 0) return []
      const others = kind === 'multi' ? [] : [`after ${nc} other ${nc === '1' ? 'query' : 'queries'}`]
      return RATES.map(
        (rate) => [`${prefix}.${kind}.nc${nc}.${rate}`, pooled(own, rate, [...where, KIND_TITLES[kind], ...others], reading)] as const,
      )
    }),
  )
  return Object.fromEntries(cells)
}

function pooled(items: readonly ItemTally[], rate: Rate, where: readonly string[], reading: Reading): Figure {
  const sumOf = (of: keyof Tally) => sum(items.map((item) => item[rate][of]))
  const ofTally = (of: keyof Tally) => (_: unknown, trials: readonly ItemRecord[]) => tallyItems(trials, reading)[0]?.[rate][of]
  const own = items.map(({ record }) => record)
  return metric(sumOf('passed') / sumOf('of'), {
    n: items.filter((item) => item[rate].of > 0).length,
    mean: ratioOver(own, ofTally('passed'), ofTally('of')),
    ...described(rate, where, true),
  })
}

/** Mean of the figures of a rate. */
function meanOf(figures: readonly Figure[], rate: Rate, where: readonly string[]): Figure {
  return meanOfFigures(
    figures.filter(({ group }) => group === rate),
    described(rate, where, false),
  )
}

/** Slots that passed without feedback, and dialogues of a task that ended at a conflict. */
function countMetrics(records: readonly ItemRecord[], task: Rb1Task): Figures {
  const own = [...byItem(records.filter((record) => record.task === task)).values()]
  const held = own.filter((trials) => trials.some(({ status }) => status !== 'error' && status !== 'unscored'))
  if (held.length === 0) return {}
  const over = (label: string, count: (record: ItemRecord) => number) => {
    const described = { range: [0, null], better: 'lower', compared: false, interval: false } as const
    const value = sum(held.map((trials) => mean(trials.map(count))))
    return metric(value, { n: held.length, label: `${TASK_TITLES[task]}: ${label}`, ...described })
  }
  return {
    [`${task}.skipped`]: over('slots without feedback, count', (record) =>
      skippedFor(record, NOTHING_LEFT) ? Number(record.tags.slots) : (record.scores.skipped ?? 0),
    ),
    [`${task}.conflicts`]: over('rows ended by a conflict, count', (record) => Number(skippedFor(record, CONFLICT))),
  }
}

function skippedFor({ status, reason }: ItemRecord, why: string): boolean {
  return status === 'skipped' && reason?.startsWith(why) === true
}

function tallyItems(records: readonly ItemRecord[], reading: Reading): ItemTally[] {
  return [...byItem(records).values()].map((trials) => {
    const tallies = trials.filter(({ status }) => status === 'passed' || status === 'failed').map(TALLY_OF[reading])
    const averaged = (rate: Rate, of: keyof Tally) => meanOfKnown(tallies.map((tally) => tally[rate][of])) ?? 0
    const over = (rate: Rate) => ({ passed: averaged(rate, 'passed'), of: averaged(rate, 'of') })
    return { record: trials[0] as ItemRecord, FA: over('FA'), RR: over('RR'), RR_given_FA: over('RR_given_FA') }
  })
}

const byItem = (records: readonly ItemRecord[]) => groupBy(records, ({ item }) => item)

/** Intervals ask for the same records hundreds of times. */
const TALLY_OF = {
  official: remembered(({ scores }: ItemRecord) => tally(scores, '', FULFILLED), new WeakMap()),
  strict: remembered(({ scores }: ItemRecord) => tally(scores, STRICT, 1), new WeakMap()),
} satisfies Record<Reading, unknown>

/** @param passes the score from which one passes whose name begins so. */
function tally(scores: ItemRecord['scores'], begins: string, passes: number): Omit<ItemTally, 'record'> {
  const ratings = Object.entries(scores).flatMap(([name, score]) => {
    const rated = name.startsWith(begins) ? readName(name.slice(begins.length)) : undefined
    return rated ? [{ ...rated, passed: score >= passes }] : []
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
