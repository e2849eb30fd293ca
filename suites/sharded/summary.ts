import {
  composed,
  type Figure,
  type FigureDescription,
  type Figures,
  groupBy,
  type ItemRecord,
  isScored,
  mean,
  meanOfKnown,
  meanOver,
  metric,
  type SummaryInput,
} from '../../src/kit.ts'
import { FORMS, KIND_TITLES, KINDS, LEVELS, PAPER_TRIALS, REMEDIES, type ShardedForm } from './names.ts'

/** What the trials of one task in one form came to. */
type Trials = ReturnType<typeof trialsOf>[number]

const FORM_TITLES: Readonly<Record<ShardedForm, string>> = {
  full: 'one message',
  concat: 'points of one message',
  sharded: 'one piece a turn',
  recap: 'pieces, then all of them',
  snowball: 'pieces with those before',
}

const ALONE = 'Higher is better. What is lost in pieces is not told: no task was put so.'

/** A figure of a task of which there are so many trials: the least, and the most that it looks at. */
const ofTrials = (least: number, most: number, of: (totals: readonly number[]) => number) => {
  return ({ totals }: Trials) => (totals.length < least ? undefined : of(totals.slice(0, most)))
}
const ofAny = (of: (totals: readonly number[]) => number) => ofTrials(2, Number.POSITIVE_INFINITY, of)
const ofPaper = (of: (totals: readonly number[]) => number) => ofTrials(PAPER_TRIALS, PAPER_TRIALS, of)

/** What is told of a task's trials (docs/suites/sharded.md, R2). */
const OVER_TRIALS = [
  { key: 'aptitude', label: 'aptitude (better of two trials)', better: 'higher', scoreOf: ofAny(aptitude) },
  { key: 'unreliability', label: 'unreliability (difference of two trials)', better: 'lower', scoreOf: ofAny(meanDifference) },
  { key: 'paper.aptitude', label: 'A90 of ten trials', better: 'higher', scoreOf: ofPaper((totals) => percentile(totals, 0.9)) },
  { key: 'paper.unreliability', label: 'U of ten trials', better: 'lower', scoreOf: ofPaper(spread) },
] as const

/** Tasks of a kind or a level. */
const SLICES = [
  ...KINDS.map((kind) => ({ key: `kind.${kind}`, title: KIND_TITLES[kind], holds: (trials: Trials) => trials.kind === kind })),
  ...LEVELS.map((level) => ({ key: `level.${level}`, title: `${level} tasks`, holds: (trials: Trials) => trials.level === level })),
]

const ASIDE = { compared: false } as const

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
    metrics[form] = over(own, {
      label: `${title}: score`,
      none: `no task was scored: ${title}`,
      ...(form === first && { headline: { unit: 'percent', digits: 1, ...(form !== 'sharded' && { good: ALONE }) } }),
    })
    for (const slice of SLICES) {
      metrics[`${form}.${slice.key}`] = over(own.filter(slice.holds), { label: `${title}: ${slice.title}`, ...ASIDE })
    }
    for (const { key, label, better, scoreOf } of OVER_TRIALS) {
      metrics[`${key}.${form}`] = over(own, { label: `${title}: ${label}`, better, group: key, part: form }, scoreOf)
    }
  }
  for (const whole of ['full', 'concat'] as const) {
    const label = `loss against ${FORM_TITLES[whole]}`
    metrics[`loss.${whole}`] = loss(of('sharded'), of(whole), { label })
    for (const kind of KINDS) {
      const own = all.filter((trials) => trials.kind === kind)
      metrics[`loss.${whole}.kind.${kind}`] = loss(of('sharded', own), of(whole, own), {
        label: `${label}: ${KIND_TITLES[kind]}`,
        ...ASIDE,
      })
    }
  }
  for (const remedy of REMEDIES) {
    const described: FigureDescription = { label: `gain over one piece a turn: ${FORM_TITLES[remedy]}`, range: [-100, 100] }
    metrics[`gain.${remedy}`] = composed(ofBoth(of('sharded'), of(remedy)), ([pieces = 0, other = 0]) => other - pieces, described)
  }
  const early = ({ premature }: Trials, isOne: (count: number) => number) => meanOfKnown(premature.map(isOne))
  const premature: FigureDescription = { better: 'lower', ...ASIDE, label: 'answered before the last piece' }
  metrics.premature = over(of('sharded'), premature, (trials) => early(trials, (count) => (count > 0 ? 1 : 0)), 100)
  const turns: FigureDescription = { ...premature, label: 'answers before the last piece, count', range: [0, 6] }
  metrics.premature_turns = over(of('sharded'), turns, (trials) => early(trials, (count) => count))
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
      {},
    ),
  )
}

/**
 * Mean over tasks of what their trials come to, by default of their mean, in percent where nothing else is said; a task of which that is
 * undefined is left out.
 *
 * @param scale what the mean is multiplied by.
 */
function over(
  some: readonly Trials[],
  description: FigureDescription,
  scoreOf: (trials: Trials) => number | undefined = ({ totals }) => meanOfKnown(totals),
  scale = 1,
): Figure {
  const values = some.flatMap((trials) => scoreOf(trials) ?? [])
  const value = (_: unknown, records: readonly ItemRecord[]) => {
    const [score] = trialsOf(records).flatMap((trials) => scoreOf(trials) ?? [])
    return score === undefined ? undefined : scale * score
  }
  return metric(scale * mean(values), { n: values.length, range: [0, 100], mean: meanOver(some, { value }), ...description })
}

/** Scored trials by item; the item's id ends in its form. */
function trialsOf(records: readonly ItemRecord[]) {
  return [...groupBy(records.filter(isScored), ({ item }) => item)].flatMap(([item, own]) => {
    const slash = item.lastIndexOf('/')
    const form = FORMS.find((name) => name === item.slice(slash + 1))
    const [{ task: kind, tags }] = own as [ItemRecord]
    if (!form) return []
    // In percent, one a trial; none of an item without scores.
    const totals = own.flatMap(({ scores: { total } }) => (total === undefined ? [] : [100 * total]))
    // Attempts before the last piece.
    const premature = own.flatMap(({ scores }) => scores.premature_turns ?? [])
    return [{ item, task: item.slice(0, slash), kind, level: String(tags.level ?? ''), form, totals, premature }]
  })
}

/** What the better of two trials gets, on average. */
function aptitude(totals: readonly number[]): number {
  return mean(totals) + meanDifference(totals) / 2
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

/** How far the best trials lie from the worst. */
function spread(totals: readonly number[]): number {
  return percentile(totals, 0.9) - percentile(totals, 0.1)
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
