import { counted } from '../../core/base/text/counted.ts'
import { roughCount } from '../../core/base/text/roughCount.ts'
import type { MetricComparison } from '../../core/stats/compareRecords.ts'
import type { SuiteComparison } from '../../deciding/compare/suiteComparison.ts'
import { metricFigure, metricName } from './metricText.ts'

/**
 * What these items can tell of the metrics that are shown without a verdict, one sentence each: of the first one always, of the
 * others where somebody asked about a change. It is a fact of the design, which the change that was seen does not enter.
 */
export function toldSentences(comparison: SuiteComparison, shown: readonly MetricComparison[]): string[] {
  const [headline] = shown
  return shown.flatMap((metric) => {
    const { key, verdict, detectable, needed } = metric
    if (verdict !== 'cannot-tell' || detectable === null || (metric !== headline && !needed)) return []
    const of = metric === headline ? '' : ` of ${metricName(comparison, key)}`
    const told = `With ${counted(comparison.paired, 'item')} a change${of} of ${metricFigure(comparison, metric, detectable)} would be told in 9 of 10 runs`
    return [`${told}${needed ? `; to tell ${needed.change} takes ${roughCount(needed.items)} items` : ''}.`]
  })
}
