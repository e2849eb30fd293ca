import { commonLabel, keyOfCorrected } from '../format/commonMetrics.ts'
import type { SuiteRules } from './suiteRules.ts'

/** Names of metrics in words, by key, where they have any. */
export function metricLabels({ labelOf }: Pick<SuiteRules, 'labelOf'>, keys: readonly string[]): Record<string, string> {
  const nameOf = (key: string) => commonLabel(key) ?? labelOf?.(key)
  return Object.fromEntries(
    keys.flatMap((key) => {
      const own = keyOfCorrected(key)
      const label = nameOf(own ?? key)
      if (own !== undefined) return [[key, `${label ?? own}, corrected`] as const]
      return label === undefined ? [] : [[key, label] as const]
    }),
  )
}
