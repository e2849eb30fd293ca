import { isCommonMetric, keyOfCorrected, SHARE } from '../core/format/commonMetrics.ts'
import { keyOfDoubt } from '../core/format/doubtKeys.ts'
import type { SuiteRules } from './suiteRules.ts'

/**
 * Lowest and highest value of metrics, by key, where both are known. A figure that may exceed its scale (`open`) has the scale
 * that it is read on. Infinite ends are left out: infinity does not survive JSON, which these cross processes as.
 */
export function metricScales({ range }: Pick<SuiteRules, 'range'>, keys: Iterable<string>): Record<string, readonly [number, number]> {
  return Object.fromEntries(
    [...keys].flatMap((key) => {
      const own = keyOfCorrected(key) ?? keyOfDoubt(key)?.own ?? key
      const [low, high] = (isCommonMetric(own) ? SHARE : range(own)) ?? [Number.NaN, Number.NaN]
      return Number.isFinite(low) && Number.isFinite(high) ? [[key, [low, high] as const] as const] : []
    }),
  )
}
