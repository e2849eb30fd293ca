import {
  type CombinedItem,
  combineTrials,
  INTERVIEW_METRICS,
  type ItemRecord,
  type Metric,
  type Metrics,
  mean,
  metric,
  withoutNaN,
} from '../../src/kit.ts'
import { LEVELS } from './question.ts'

/**
 * All KIEval metrics (docs/suites/kieval.md, R9, R12): means over interviews by question set; with several sets each also as
 * `set.<name>.…`, and the plain key is the mean over sets. Bundled questions have figures by field and level.
 */
export function summarizeKieval(records: readonly ItemRecord[]): Metrics {
  const scored = records.filter(isScored)
  const names = [...new Set(records.filter((record) => isScored(record) || isUnscored(record)).map(({ task }) => task))]
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
  const keys = [...new Set(sets.flatMap(({ metrics }) => Object.keys(metrics)))]
  const overSets = keys.map((key): [string, Metric] => {
    const figures = sets.flatMap(({ metrics }) => metrics[key] ?? [])
    return [
      key,
      metric(
        mean(figures.map(({ value }) => value)),
        figures.reduce((sum, { n }) => sum + n, 0),
      ),
    ]
  })
  const bySet = sets.flatMap(({ name, metrics }) =>
    Object.entries(metrics).map(([key, figure]): [string, Metric] => [`set.${name}.${key}`, figure]),
  )
  return Object.fromEntries([...overSets, ...bySet, ...Object.entries(slices)])
}

const isScored = ({ status }: ItemRecord) => status === 'passed' || status === 'failed'
const isUnscored = ({ status }: ItemRecord) => status === 'unscored'
const isInterview = ({ scores }: ItemRecord) => scores.rounds !== undefined
/** How an interview ended, by its last evaluation. */
const reasonOf = ({ tags }: ItemRecord) => String(tags.stop)

function setMetrics(records: readonly ItemRecord[], reasons: readonly string[]): Metrics {
  const scored = records.filter(isScored)
  const items = combineTrials(scored)
  const over = (score: string): Metric => {
    const values = items.flatMap(({ scores }) => scores[score] ?? [])
    return metric(mean(values), values.length)
  }
  const both = (kind: 'score' | 'paper') =>
    Object.fromEntries(INTERVIEW_METRICS.map((name) => [`${kind}.${name}`, over(`${kind}.${name}`)]))
  // An interview of which no evaluation could be read is unscored, and is what this rate is for.
  const evaluated = records.filter((record) => (isScored(record) || isUnscored(record)) && isInterview(record))
  const rounds = evaluated.reduce((sum, { scores }) => sum + (scores.rounds ?? 0), 0)
  const unparsable = evaluated.reduce((sum, { scores }) => sum + (scores.unparsable ?? 0), 0)
  return withoutNaN({
    ...both('score'),
    ...both('paper'),
    rounds: over('rounds'),
    accuracy: over('static'),
    // Of several trials any may have dropped it.
    dropped: metric(
      items.length === 0 ? Number.NaN : new Set(scored.filter(({ tags }) => tags.dropped !== undefined).map(({ item }) => item)).size,
      items.length,
    ),
    unparsable_rate: metric(unparsable / rounds, rounds),
    ...stopShares(scored.filter(isInterview), reasons),
  })
}

/**
 * Share of the interviews by the reason of their last evaluation. A reason that only other sets have is a share of 0 here,
 * so that the shares over sets add up to 1.
 */
function stopShares(interviews: readonly ItemRecord[], reasons: readonly string[]): Metrics {
  return Object.fromEntries(
    reasons.map((reason) => {
      const count = interviews.filter((record) => reasonOf(record) === reason).length
      return [`stop.${reason}`, metric(count / interviews.length, interviews.length)]
    }),
  )
}

/** The overall score by field of knowledge, where the questions name one. */
function domainMetrics(items: readonly CombinedItem[]): Metrics {
  const domains = [...new Set(items.flatMap(({ tags }) => tags.domain ?? []))]
  return Object.fromEntries(
    domains.map((domain) => {
      const values = items.filter(({ tags }) => tags.domain === domain).flatMap(({ scores }) => scores['score.overall'] ?? [])
      return [`domain.${domain}`, metric(mean(values), values.length)]
    }),
  )
}

/** The share of right static answers and the overall score by level, where the questions have one. */
function levelMetrics(items: readonly CombinedItem[]): Metrics {
  const levels = LEVELS.filter((level) => items.some(({ tags }) => tags.level === level))
  const over = (own: readonly CombinedItem[], score: string): Metric => {
    const values = own.flatMap(({ scores }) => scores[score] ?? [])
    return metric(mean(values), values.length)
  }
  const metrics = Object.fromEntries(
    levels.flatMap((level) => {
      const own = items.filter(({ tags }) => tags.level === level)
      return [
        [`level.${level}.accuracy`, over(own, 'static')],
        [`level.${level}.score.overall`, over(own, 'score.overall')],
      ]
    }),
  )
  return withoutNaN(metrics)
}
