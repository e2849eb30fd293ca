import {
  composed,
  type Figure,
  type FigureDescription,
  type Figures,
  type ItemRecord,
  isScored,
  type Metric,
  mean,
  meanOver,
  metric,
  type SummaryInput,
} from '../../src/kit.ts'
import { FORMS, KIND_TITLES, KINDS, LEVELS, PAPER_TRIALS, REMEDIES, type ShardedForm } from './names.ts'

/** What the trials of one task in one form came to. */
interface Trials {
  readonly item: string
  readonly task: string
  readonly kind: string
  readonly level: string
  readonly form: ShardedForm
  /** Totals in percent, one a trial; none of an item without scores. */
  readonly totals: number[]
  /** Attempts before the last piece, one count a trial. */
  readonly premature: number[]
}

const FORM_TITLES: Readonly<Record<ShardedForm, string>> = {
  full: 'one message',
  concat: 'points of one message',
  sharded: 'one piece a turn',
  recap: 'pieces, then all of them',
  snowball: 'pieces with those before',
}

const PERCENT: FigureDescription = { range: [0, 100] }

const ALONE = 'Higher is better. What is lost in pieces is not told: no task was put so.'

/** What is told of a task's trials (docs/suites/sharded.md, R2), and how many it takes: the least, and the most. */
const OVER_TRIALS: readonly {
  readonly key: string
  readonly label: string
  readonly better: Metric['better']
  readonly trials: readonly [least: number, most: number]
  of(totals: readonly number[]): number
}[] = [
  {
    key: 'aptitude',
    label: 'aptitude (better of two trials)',
    better: 'higher',
    trials: [2, Infinity],
    of: (totals) => mean(totals) + meanDifference(totals) / 2,
  },
  { key: 'unreliability', label: 'unreliability (difference of two trials)', better: 'lower', trials: [2, Infinity], of: meanDifference },
  {
    key: 'paper.aptitude',
    label: 'A90 of ten trials',
    better: 'higher',
    trials: [PAPER_TRIALS, PAPER_TRIALS],
    of: (totals) => percentile(totals, 0.9),
  },
  {
    key: 'paper.unreliability',
    label: 'U of ten trials',
    better: 'lower',
    trials: [PAPER_TRIALS, PAPER_TRIALS],
    of: (totals) => percentile(totals, 0.9) - percentile(totals, 0.1),
  },
]

/** All metrics of sharded instructions, in percent (docs/suites/sharded.md, R1 to R4). */
export function shardedSummary({ records }: Pick<SummaryInput, 'records'>): Figures {
  const all = trialsOf(records)
  const of = (form: ShardedForm, some = all) => some.filter((trials) => trials.form === form)
  const metrics: Record<string, Figure> = {}
  // In pieces, unless no task is to be put so.
  const first = (['sharded', ...FORMS] as const).find((form) => of(form).length > 0) ?? 'sharded'
  for (const form of FORMS) {
    const own = of(form)
    const title = FORM_TITLES[form]
    metrics[form] = average(own, {
      label: `${title}: score`,
      none: `no task was scored: ${title}`,
      ...(form === first && { headline: { unit: 'percent', digits: 1, ...(form !== 'sharded' && { good: ALONE }) } }),
    })
    for (const kind of KINDS) {
      const some = own.filter((trials) => trials.kind === kind)
      metrics[`${form}.kind.${kind}`] = average(some, { label: `${title}: ${KIND_TITLES[kind]}`, compared: false })
    }
    for (const level of LEVELS) {
      const some = own.filter((trials) => trials.level === level)
      metrics[`${form}.level.${level}`] = average(some, { label: `${title}: ${level} tasks`, compared: false })
    }
    for (const {
      key,
      label,
      better,
      trials: [least, most],
      of,
    } of OVER_TRIALS) {
      const scoreOf = ({ totals }: Trials) => (totals.length < least ? undefined : of(totals.slice(0, most)))
      metrics[`${key}.${form}`] = over(own, scoreOf, { label: `${title}: ${label}`, better, group: key, part: form })
    }
  }
  for (const whole of ['full', 'concat'] as const) {
    const label = `loss against ${FORM_TITLES[whole]}`
    metrics[`loss.${whole}`] = loss(of('sharded'), of(whole), { label })
    for (const kind of KINDS) {
      const own = all.filter((trials) => trials.kind === kind)
      const description = { label: `${label}: ${KIND_TITLES[kind]}`, compared: false } as const
      metrics[`loss.${whole}.kind.${kind}`] = loss(of('sharded', own), of(whole, own), description)
    }
  }
  for (const remedy of REMEDIES) {
    const label = `gain over one piece a turn: ${FORM_TITLES[remedy]}`
    metrics[`gain.${remedy}`] = composed(ofBoth(of('sharded'), of(remedy)), ([pieces = 0, other = 0]) => other - pieces, {
      label,
      range: [-100, 100],
    })
  }
  const ofCounts =
    (scoreOf: (counts: readonly number[]) => number) =>
    ({ premature }: Trials) =>
      premature.length > 0 ? scoreOf(premature) : undefined
  const common = { better: 'lower', compared: false } as const
  metrics.premature = over(
    of('sharded'),
    ofCounts((counts) => mean(counts.map((count) => (count > 0 ? 1 : 0)))),
    { ...common, label: 'answered before the last piece' },
    100,
  )
  metrics.premature_turns = over(of('sharded'), ofCounts(mean), {
    ...common,
    label: 'answers before the last piece, count',
    range: [0, 6],
  })
  return metrics
}

/** What is lost when sharded, in percent of the mean of the other form, over the tasks that have both. Negative where more is got in pieces. */
function loss(sharded: readonly Trials[], whole: readonly Trials[], description: FigureDescription): Figure {
  return composed(ofBoth(sharded, whole), ([pieces = 0, other = 0]) => 100 * (1 - pieces / other), {
    range: [null, null],
    better: 'lower',
    ...description,
  })
}

/** The means of two forms over the tasks that have both. */
function ofBoth(...forms: readonly [readonly Trials[], readonly Trials[]]): Figure[] {
  const [one, other] = forms.map((own) => new Set(own.map(({ task }) => task))) as [Set<string>, Set<string>]
  return forms.map((own) =>
    over(
      own.filter(({ task }) => one.has(task) && other.has(task)),
      meanTotal,
      {},
    ),
  )
}

/** Mean over tasks of the mean over their trials. */
function average(some: readonly Trials[], description: FigureDescription): Figure {
  return over(some, meanTotal, description)
}

function meanTotal({ totals }: Trials): number | undefined {
  return totals.length > 0 ? mean(totals) : undefined
}

/**
 * Mean over tasks of what their trials come to, in percent where nothing else is said; a task of which that is undefined is left out.
 *
 * @param scale what the mean is multiplied by.
 */
function over(some: readonly Trials[], scoreOf: (trials: Trials) => number | undefined, description: FigureDescription, scale = 1): Figure {
  const values = some.flatMap((trials) => scoreOf(trials) ?? [])
  const value = (_: unknown, records: readonly ItemRecord[]) =>
    trialsOf(records)
      .flatMap((trials) => scoreOf(trials) ?? [])
      .map((score) => scale * score)[0]
  return metric(scale * mean(values), { n: values.length, ...PERCENT, mean: meanOver(some, { value }), ...description })
}

/** Scored trials by item; the item's id ends in its form. */
function trialsOf(records: readonly ItemRecord[]): Trials[] {
  const byItem = new Map<string, Trials>()
  for (const record of records) {
    const { item, task: kind, tags, scores } = record
    const slash = item.lastIndexOf('/')
    const form = FORMS.find((name) => name === item.slice(slash + 1))
    if (!isScored(record) || !form) continue
    const known = byItem.get(item) ?? {
      item,
      task: item.slice(0, slash),
      kind,
      level: String(tags.level ?? ''),
      form,
      totals: [],
      premature: [],
    }
    if (scores.total !== undefined) known.totals.push(100 * scores.total)
    if (scores.premature_turns !== undefined) known.premature.push(scores.premature_turns)
    byItem.set(item, known)
  }
  return [...byItem.values()]
}

/**
 * Mean difference of two of the values, over all pairs (Gini). However many trials there are, it is right on average: of two further
 * trials of the task it says how far they lie apart (the second L-moment, Hosking 1990, is half of it).
 *
 * @param values at least two.
 */
export function meanDifference(values: readonly number[]): number {
  return mean(values.flatMap((one, index) => values.slice(index + 1).map((other) => Math.abs(one - other))))
}

/**
 * Percentile of values by linear interpolation between those that stand next to it in order, as NumPy's default.
 *
 * @param share 0 to 1: 0.9 is the 90th percentile.
 * @returns NaN of nothing.
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  const at = share * (sorted.length - 1)
  const below = sorted[Math.floor(at)]
  const above = sorted[Math.ceil(at)]
  if (below === undefined || above === undefined) return Number.NaN
  return below + (above - below) * (at - Math.floor(at))
}
