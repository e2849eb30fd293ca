import {
  combineTrials,
  type ItemRecord,
  mean,
  metric,
  type Role,
  type SuiteRules,
  type SummaryFunction,
  summaryRules,
} from '../../../kit.ts'
import { TOTAL } from './scoreValues.ts'

/**
 * How the figures of Inspect logs are computed: the mean of each score over the samples, each once whatever its epochs. Intervals
 * resample samples, or the clusters that the log names.
 *
 * @param records of all the logs: a score that lies between 0 and 1 in every one of them is a share.
 * @param roles that the logs called.
 */
export function inspectRules(suite: string, records: readonly ItemRecord[], roles: readonly Role[] = ['candidate']): SuiteRules {
  const names = scoreNames(records)
  const shares = new Set(names.filter((name) => records.every(({ scores }) => isShare(scores[name]))))
  return { name: suite, roles, scoring: 1, ...summaryRules(suite, meansOf(names, shares)) }
}

function isShare(value: number | undefined): boolean {
  return value === undefined || (value >= 0 && value <= 1)
}

/** Names of the scores, those of the first scorer before the others: they come first in every record that has them. */
function scoreNames(records: readonly ItemRecord[]): string[] {
  const places = new Map<string, number>()
  for (const { scores } of records)
    for (const [place, name] of Object.keys(scores).entries()) if (name !== TOTAL) places.set(name, Math.max(place, places.get(name) ?? 0))
  return [...places].sort(([, one], [, other]) => one - other).map(([name]) => name)
}

/** Whether a smaller figure is the better one, and what a figure is that is no share, a log does not say. */
function meansOf(names: readonly string[], shares: ReadonlySet<string>): SummaryFunction {
  return ({ records }) => {
    const items = combineTrials(records)
    return Object.fromEntries(
      names.map((name) => {
        const values = items.map(({ scores }) => scores[name]).filter((value) => value !== undefined)
        return [name, metric(mean(values), { n: values.length, ...(shares.has(name) && { range: [0, 1] }) })]
      }),
    )
  }
}
