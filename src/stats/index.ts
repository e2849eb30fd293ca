/**
 * Intervals and comparisons of records, as the reports use them.
 *
 * @module holdfast/stats
 */
export { clusteredRate, type Outcome } from './clusteredRate.ts'
export {
  type ChangeVerdict,
  type CompareOptions,
  type Comparison,
  compareRecords,
  contributions,
  type MetricComparison,
} from './compareRecords.ts'
export { withIntervals } from './intervals.ts'
export { type ItemsNeeded, itemsNeeded } from './power.ts'
export { kendallTau, type Ranked, rankWithTies } from './ranks.ts'
export { tCdf, tQuantile } from './studentT.ts'
export { bootstrapT, holm, mcnemar, signFlipTest } from './tests.ts'
export { passAtK, passHatK } from './trials.ts'
export { wilson } from './wilson.ts'
