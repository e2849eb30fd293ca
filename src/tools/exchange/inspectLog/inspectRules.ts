import { combineTrials, type Ends, type ItemRecord, isCommonMetric, type Metrics, mean, type Role, type SuiteRules } from '../../../kit.ts'
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
  const share: Ends = [0, 1]
  return {
    name: suite,
    roles,
    scoring: 1,
    summarize: (some) => meansOf(some, names),
    range: (key) => (shares.has(key) ? share : undefined),
    isHeadline: (key) => !isCommonMetric(key),
    lowerIsBetter: () => false,
  }
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

/** A score that no item has is left out. */
function meansOf(records: readonly ItemRecord[], names: readonly string[]): Metrics {
  const items = combineTrials(records)
  return Object.fromEntries(
    names.flatMap((name) => {
      const values = items.map(({ scores }) => scores[name]).filter((value) => value !== undefined)
      return values.length === 0 ? [] : [[name, { value: mean(values), n: values.length, ci95: null }]]
    }),
  )
}
