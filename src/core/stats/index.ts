/**
 * Intervals and comparisons of records, as the reports use them.
 *
 * @module holdfast/stats
 */
export { clusteredMean, clusteredRate, type HitOrMiss } from './clusteredRate.ts'
export type { Stratum, StratumOf } from './clusters.ts'
export {
  type ChangeVerdict,
  type CompareOptions,
  type Comparison,
  compareRecords,
  contributions,
  type ItemsForChange,
  type MetricComparison,
} from './compareRecords.ts'
export { type IntervalOptions, withIntervals } from './intervals.ts'
export type { Ends } from './metricInterval.ts'
export { detectableChange, itemsNeeded, type Precision } from './power.ts'
export { kendallTau, type Ranked, type RankedPair, rankByPairs } from './ranks.ts'
export { tCdf, tQuantile } from './studentT.ts'
export { composed, type Figure, type FigureDescription, type Figures, type MeanOfItems, metric, type OwnFigure } from './summary/metric.ts'
export { holm, holmAfter } from './tests.ts'
export { passAtK, passHatK } from './trials.ts'
export { wilson } from './wilson.ts'
