import {
  byTag,
  type CombinedItem,
  combineTrials,
  type Figure,
  type FigureDescription,
  type Figures,
  INTERVIEW_METRICS,
  type ItemRecord,
  isScored,
  mean,
  meanOver,
  metric,
  ratioOver,
  renamed,
  type SummaryInput,
  scoreMean,
  sum,
} from '../../src/kit.ts'
import { LEVELS } from './question.ts'

/**
 * All KIEval metrics (docs/suites/kieval.md, R9, R12): means over interviews by question set; with several sets each also as
 * `set.<name>.…`, and the plain key is the mean over sets. Bundled questions have figures by field and level.
 */
export function kievalSummary({ records }: Pick<SummaryInput, 'records'>): Figures {
  const scored = records.filter(isScored)
  const names = [...new Set(records.filter(isHeld).map(({ task }) => task))]
  const reasons = [...new Set(scored.filter(isInterview).map(reasonOf))]
  const sets = names.map((name) => {
    const own = records.filter(({ task }) => task === name)
    return { name, metrics: setMetrics(own, reasons) }
  })
  const items = combineTrials(scored)
  const byLevel = (own: readonly CombinedItem[], level: string) => ({
    accuracy: scoreMean(own, 'static', { label: `${ACCURACY}, ${level} level`, ...SHARE, stands: true }),
    'score.overall': scoreMean(own, 'score.overall', { label: `${OVERALL}, ${level} level`, ...OFFICIAL }),
  })
  const slices = { ...domainMetrics(items), ...byTag(items, 'level', byLevel, LEVELS) }
  if (sets.length <= 1) return { ...sets[0]?.metrics, ...slices }
  const overSets = Object.entries<Figure>(Object.assign({}, ...sets.map(({ metrics }) => metrics))).map(([key, figure]) => {
    const figures = sets.flatMap(({ metrics }) => metrics[key] ?? []).filter(({ value }) => Number.isFinite(value))
    const value = mean(figures.map((one) => one.value))
    const over = figure.mean && meanOver(items, { value: figure.mean.valueOf, cell: ({ task }) => task, weigh: 'cells' })
    return [key, { ...figure, value, n: sum(figures.map(({ n }) => n)), ...(over && { mean: over }) }] as const
  })
  const bySet = sets.map(({ name: part, metrics }) =>
    renamed(metrics, `set.${part}`, ({ label }, key) => ({ label: `${part}: ${label}`, compared: false, group: `set.${key}`, part })),
  )
  return Object.assign(Object.fromEntries(overSets), ...bySet, slices)
}

/** An interview of which no evaluation could be read is unscored. */
const isHeld = (record: ItemRecord) => isScored(record) || record.status === 'unscored'
const itemsIn = (records: readonly ItemRecord[]) => new Set(records.map(({ item }) => item)).size
const isInterview = ({ scores }: ItemRecord) => scores.rounds !== undefined
/** How an interview ended, by its last evaluation. */
const reasonOf = ({ tags }: ItemRecord) => String(tags.stop)

/** The official score, 10 to 100 for scores from 1 to 4. */
const OFFICIAL = { range: [10, 100] } as const
const SHARE = { range: [0, 1] } as const
const COUNT = { range: [0, null] } as const

const ACCURACY = 'right static answers, share'
const OVERALL = 'KIEval score, overall'

function setMetrics(records: readonly ItemRecord[], reasons: readonly string[]): Figures {
  const scored = records.filter(isScored)
  const items = combineTrials(scored)
  const both = (kind: 'score' | 'paper', describe: (part: string) => FigureDescription) =>
    Object.fromEntries(
      INTERVIEW_METRICS.map((part) => [`${kind}.${part}`, scoreMean(items, `${kind}.${part}`, { group: kind, part, ...describe(part) })]),
    )
  return {
    ...both('score', (part) => ({
      label: `KIEval score, ${part}`,
      ...OFFICIAL,
      ...(part === 'overall' && { headline: { unit: 'points', digits: 1 } }),
    })),
    ...both('paper', (part) => ({ label: `score by the paper's formula, ${part}`, ...SHARE, compared: false })),
    rounds: scoreMean(items, 'rounds', { label: 'rounds of an interview, mean', ...COUNT, compared: false }),
    accuracy: scoreMean(items, 'static', { label: ACCURACY, ...SHARE, stands: true }),
    // Of several trials any may have dropped it.
    dropped: metric(items.length === 0 ? Number.NaN : itemsIn(scored.filter(({ tags }) => tags.dropped !== undefined)), {
      n: itemsIn(scored),
      label: 'questions dropped, count',
      ...COUNT,
      better: 'lower',
      compared: false,
      interval: false,
      stands: true,
    }),
    unparsable_rate: ofInterviews(records, isHeld, unparsableIn, roundsIn, {
      label: 'evaluations that could not be read, share',
      stands: true,
      better: 'lower',
    }),
    ...stopShares(records, reasons),
  }
}

type ValueOf = (record: ItemRecord) => number
const roundsIn: ValueOf = ({ scores }) => scores.rounds ?? 0
const unparsableIn: ValueOf = ({ scores }) => scores.unparsable ?? 0

/** The sum of some numbers of interviews over that of others: a mean of questions, of which each counts by its whole, with all its trials. */
function ofInterviews(
  records: readonly ItemRecord[],
  isCounted: (record: ItemRecord) => boolean,
  part: ValueOf,
  whole: ValueOf,
  description: FigureDescription,
): Figure {
  const counted = (some: readonly ItemRecord[]) => some.filter((record) => isCounted(record) && isInterview(record))
  const total = (of: ValueOf) => (_: unknown, trials: readonly ItemRecord[]) => sum(counted(trials).map(of))
  const own = counted(records)
  const described = { n: itemsIn(own), mean: ratioOver(own, total(part), total(whole)), ...SHARE, compared: false, ...description } as const
  return metric(sum(own.map(part)) / sum(own.map(whole)), described)
}

/**
 * Share of the interviews by the reason of their last evaluation. A reason that only other sets have is a share of 0 here,
 * so that the shares over sets add up to 1.
 */
function stopShares(records: readonly ItemRecord[], reasons: readonly string[]): Figures {
  return Object.fromEntries(
    reasons.map((reason) => {
      const label = `interviews ended by ${reason.replaceAll('_', ' ')}, share`
      const described = { label, better: reason === 'none' ? 'higher' : 'lower', group: 'stop', part: reason } as const
      const isSo = (record: ItemRecord) => Number(reasonOf(record) === reason)
      return [`stop.${reason}`, ofInterviews(records, isScored, isSo, () => 1, described)]
    }),
  )
}

/** The overall score by field of knowledge, where the questions name one. */
function domainMetrics(items: readonly CombinedItem[]): Figures {
  const domains = [...new Set(items.flatMap(({ tags }) => tags.domain ?? []))]
  return Object.fromEntries(
    domains.map((part) => {
      const own = items.filter(({ tags }) => tags.domain === part)
      const label = `KIEval score, ${part.replaceAll('-', ' ')}`
      return [`domain.${part}`, scoreMean(own, 'score.overall', { label, ...OFFICIAL, compared: false, group: 'domain', part })]
    }),
  )
}
