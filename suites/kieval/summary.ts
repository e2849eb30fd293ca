import { INTERVIEW_METRICS } from '../../src/judges/interview/evaluation.ts'
import type { ItemRecord } from '../../src/run/records.ts'
import type { Metric, Metrics } from '../../src/run/scoresDocument.ts'
import { type CombinedItem, combineTrials } from '../../src/summary/combineTrials.ts'
import { mean } from '../../src/summary/mean.ts'
import { metric, withoutNaN } from '../../src/summary/suiteScores.ts'

/**
 * All KIEval metrics (spec section 6): means over interviews by question set; with several sets each also as `set.<name>.…`,
 * and the plain key is the mean over sets.
 */
export function summarizeKieval(records: readonly ItemRecord[]): Metrics {
  const scored = records.filter(({ status }) => status === 'passed' || status === 'failed')
  const names = [...new Set(scored.map(({ task }) => task))]
  const sets = names.map((name) => ({ name, metrics: setMetrics(scored.filter(({ task }) => task === name)) }))
  const domains = domainMetrics(combineTrials(scored))
  const [only] = sets
  if (sets.length <= 1) return { ...only?.metrics, ...domains }
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
  return Object.fromEntries([...overSets, ...bySet, ...Object.entries(domains)])
}

function setMetrics(records: readonly ItemRecord[]): Metrics {
  const items = combineTrials(records)
  const over = (score: string): Metric => {
    const values = items.flatMap(({ scores }) => scores[score] ?? [])
    return metric(mean(values), values.length)
  }
  const both = (kind: 'score' | 'paper') =>
    Object.fromEntries(INTERVIEW_METRICS.map((name) => [`${kind}.${name}`, over(`${kind}.${name}`)]))
  const interviews = records.filter(({ scores }) => scores.rounds !== undefined)
  const rounds = interviews.reduce((sum, { scores }) => sum + (scores.rounds ?? 0), 0)
  const unparsable = interviews.reduce((sum, { scores }) => sum + (scores.unparsable ?? 0), 0)
  return withoutNaN({
    ...both('score'),
    ...both('paper'),
    rounds: over('rounds'),
    accuracy: over('static'),
    dropped: metric(items.filter(({ tags }) => tags.dropped !== undefined).length, items.length),
    unparsable_rate: metric(unparsable / rounds, rounds),
    ...stopShares(interviews),
  })
}

/** Share of the interviews by the reason of their last evaluation; `none` for those that were not ended. */
function stopShares(interviews: readonly ItemRecord[]): Metrics {
  const counts = new Map<string, number>()
  for (const { tags } of interviews) counts.set(String(tags.stop), (counts.get(String(tags.stop)) ?? 0) + 1)
  return Object.fromEntries([...counts].map(([reason, count]) => [`stop.${reason}`, metric(count / interviews.length, interviews.length)]))
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
