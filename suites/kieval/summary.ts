import {
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
  type SummaryInput,
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
  const sets = names.map((name) => ({
    name,
    metrics: setMetrics(
      records.filter(({ task }) => task === name),
      reasons,
    ),
  }))
  const items = combineTrials(scored)
  const slices = { ...domainMetrics(items), ...levelMetrics(items) }
  const [only] = sets
  if (sets.length <= 1) return { ...only?.metrics, ...slices }
  const described: Figures = Object.assign({}, ...sets.map(({ metrics }) => metrics))
  const overSets = Object.entries(described).map(([key, figure]): [string, Figure] => {
    const figures = sets.flatMap(({ metrics }) => metrics[key] ?? []).filter(({ value }) => Number.isFinite(value))
    return [
      key,
      {
        ...figure,
        value: mean(figures.map(({ value }) => value)),
        n: figures.reduce((sum, { n }) => sum + n, 0),
        ...(figure.mean && { mean: meanOver(items, { value: figure.mean.valueOf, cell: ({ task }) => task, weigh: 'cells' }) }),
      },
    ]
  })
  const bySet = sets.flatMap(({ name, metrics }) =>
    Object.entries(metrics).map(([key, { headline: _headline, ...figure }]): [string, Figure] => [
      `set.${name}.${key}`,
      { ...figure, label: `${name}: ${figure.label}`, compared: false, group: `set.${key}`, part: name },
    ]),
  )
  return Object.fromEntries([...overSets, ...bySet, ...Object.entries(slices)])
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

/** Mean of a score over the items that have it. */
function over(items: readonly CombinedItem[], score: string, description: FigureDescription): Figure {
  const values = items.flatMap(({ scores }) => scores[score] ?? [])
  const value = ({ scored, scores }: CombinedItem) => (scored ? scores[score] : undefined)
  return metric(mean(values), { n: values.length, mean: meanOver(items, { value }), ...description })
}

const ACCURACY = 'right static answers, share'
const OVERALL = 'KIEval score, overall'

function setMetrics(records: readonly ItemRecord[], reasons: readonly string[]): Figures {
  const scored = records.filter(isScored)
  const items = combineTrials(scored)
  const both = (kind: 'score' | 'paper', describe: (part: string) => FigureDescription) =>
    Object.fromEntries(
      INTERVIEW_METRICS.map((part) => [`${kind}.${part}`, over(items, `${kind}.${part}`, { group: kind, part, ...describe(part) })]),
    )
  const isEvaluated = (record: ItemRecord) => isHeld(record) && isInterview(record)
  const evaluated = records.filter(isEvaluated)
  const rounds = evaluated.reduce((sum, { scores }) => sum + (scores.rounds ?? 0), 0)
  const unparsable = evaluated.reduce((sum, { scores }) => sum + (scores.unparsable ?? 0), 0)
  return {
    ...both('score', (part) => ({
      label: `KIEval score, ${part}`,
      ...OFFICIAL,
      ...(part === 'overall' && { headline: { unit: 'points', digits: 1 } }),
    })),
    ...both('paper', (part) => ({ label: `score by the paper's formula, ${part}`, ...SHARE, compared: false })),
    rounds: over(items, 'rounds', { label: 'rounds of an interview, mean', ...COUNT, compared: false }),
    accuracy: over(items, 'static', { label: ACCURACY, ...SHARE, stands: true }),
    // Of several trials any may have dropped it.
    dropped: metric(items.length === 0 ? Number.NaN : itemsIn(scored.filter(({ tags }) => tags.dropped !== undefined)), {
      n: itemsIn(scored),
      label: 'questions dropped, count',
      ...COUNT,
      better: 'lower',
      compared: false,
      interval: false,
    }),
    unparsable_rate: metric(unparsable / rounds, {
      n: itemsIn(evaluated),
      mean: ofRecords(
        records,
        isEvaluated,
        ({ scores }) => scores.unparsable ?? 0,
        ({ scores }) => scores.rounds ?? 0,
      ),
      label: 'evaluations that could not be read, share',
      ...SHARE,
      stands: true,
      better: 'lower',
      compared: false,
    }),
    ...stopShares(scored.filter(isInterview), reasons),
  }
}

/** How the sum of some numbers of records over that of others is a mean of questions: each counts by its whole, with all its trials. */
function ofRecords(
  records: readonly ItemRecord[],
  isCounted: (record: ItemRecord) => boolean,
  part: (record: ItemRecord) => number,
  whole: (record: ItemRecord) => number,
) {
  const total = (of: typeof part) => (_: unknown, trials: readonly ItemRecord[]) => sum(trials.filter(isCounted).map(of))
  return ratioOver(records.filter(isCounted), total(part), total(whole))
}

/**
 * Share of the interviews by the reason of their last evaluation. A reason that only other sets have is a share of 0 here,
 * so that the shares over sets add up to 1.
 */
function stopShares(interviews: readonly ItemRecord[], reasons: readonly string[]): Figures {
  return Object.fromEntries(
    reasons.map((reason) => {
      const count = interviews.filter((record) => reasonOf(record) === reason).length
      return [
        `stop.${reason}`,
        metric(count / interviews.length, {
          n: itemsIn(interviews),
          mean: ofRecords(
            interviews,
            (record) => isScored(record) && isInterview(record),
            (record) => Number(reasonOf(record) === reason),
            () => 1,
          ),
          label: `interviews ended by ${reason.replaceAll('_', ' ')}, share`,
          ...SHARE,
          better: reason === 'none' ? 'higher' : 'lower',
          compared: false,
          group: 'stop',
          part: reason,
        }),
      ]
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
      return [`domain.${part}`, over(own, 'score.overall', { label, ...OFFICIAL, compared: false, group: 'domain', part })]
    }),
  )
}

/** The share of right static answers and the overall score by level, where the questions have one. */
function levelMetrics(items: readonly CombinedItem[]): Figures {
  const levels = LEVELS.filter((level) => items.some(({ tags }) => tags.level === level))
  return Object.fromEntries(
    levels.flatMap((level) => {
      const own = items.filter(({ tags }) => tags.level === level)
      const described = { compared: false, group: 'level', part: level } as const
      return [
        [`level.${level}.accuracy`, over(own, 'static', { label: `${ACCURACY}, ${level} level`, ...SHARE, ...described, stands: true })],
        [`level.${level}.score.overall`, over(own, 'score.overall', { label: `${OVERALL}, ${level} level`, ...OFFICIAL, ...described })],
      ]
    }),
  )
}
