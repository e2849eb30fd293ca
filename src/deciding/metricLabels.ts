import { commonLabel, keyOfCorrected } from '../core/format/commonMetrics.ts'
import { keyOfDoubt } from '../core/format/doubtKeys.ts'
import type { SuiteRules } from './suiteRules.ts'

const BESIDE = { sure: 'without doubtful verdicts', 'with people': 'people on doubtful verdicts' } as const

/** Names of metrics in words, by key, where they have any. */
export function metricLabels({ labelOf }: Pick<SuiteRules, 'labelOf'>, keys: readonly string[]): Record<string, string> {
  const nameOf = (key: string) => commonLabel(key) ?? labelOf?.(key)
  return Object.fromEntries(
    keys.flatMap((key) => {
      const own = keyOfCorrected(key)
      const beside = keyOfDoubt(key)
      const label = nameOf(own ?? beside?.own ?? key)
      if (own !== undefined) return [[key, `${label ?? own}, corrected`] as const]
      if (beside) return [[key, `${label ?? beside.own}, ${BESIDE[beside.kind]}`] as const]
      return label === undefined ? [] : [[key, label] as const]
    }),
  )
}
