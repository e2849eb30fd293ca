import { commonLabel } from '../format/commonMetrics.ts'
import type { SuiteRules } from './suiteRules.ts'

/** Names of metrics in words, by key, where they have any. */
export function metricLabels({ labelOf }: Pick<SuiteRules, 'labelOf'>, keys: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const label = commonLabel(key) ?? labelOf?.(key)
      return label === undefined ? [] : [[key, label] as const]
    }),
  )
}
