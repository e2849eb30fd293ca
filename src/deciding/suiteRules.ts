import type { Headline, SuiteAbout } from '../core/format/display.ts'
import type { ItemRecord } from '../core/format/records.ts'
import type { Role } from '../core/format/role.ts'
import type { Metrics } from '../core/format/scoresDocument.ts'
import type { StratumOf } from '../core/stats/clusters.ts'
import type { MetricRange } from '../core/stats/metricInterval.ts'
import type { MeanOf } from '../core/stats/sequential/itemMean.ts'
import type { SuiteQuestions } from '../judging/questions/labelQuestion.ts'

/** How the figures of a suite are computed from its records, and which way they are good. */
export interface SuiteRules {
  /** Name in item records and gates. */
  readonly name: string
  /** Roles the suite calls. Without a candidate among them it is the judge that is measured. */
  readonly roles: readonly Role[]
  /** Version of the scoring rules; runs of different ones cannot be compared. */
  readonly scoring: number
  /** From item records to metrics. Pure, so that any run can be summarized again. */
  readonly summarize: (records: readonly ItemRecord[]) => Metrics
  /**
   * The metrics without some records, where that is known in less time than by summing up the rest; undefined where it is not.
   */
  readonly summarizeWithout?: ((records: readonly ItemRecord[]) => ((some: ReadonlySet<ItemRecord>) => Metrics) | undefined) | undefined
  /** Adds to the metrics of all records what is computed once: figures with intervals and floors of their own. */
  readonly complete?: ((records: readonly ItemRecord[], metrics: Metrics) => Metrics) | undefined
  /** How a metric of the suite's own is a mean of items, by its key; undefined where it is none. */
  readonly meanOf?: MeanOf | undefined
  /** What people can be asked of its items, where the suite says so itself. */
  readonly questions?: SuiteQuestions | undefined
  /** Lowest and highest value that a metric can have; infinite where there is no end, undefined where it is not known. */
  readonly range: MetricRange
  /** What clusters were drawn from, where that is not their task; strata differ by design, which intervals leave out. */
  readonly stratumOf?: StratumOf | undefined
  /** Figure that the suite is read by first, where it names one. */
  readonly headline?: Headline | undefined
  /** What the suite is, where it says so. */
  readonly about?: SuiteAbout | undefined
  /** The name of a metric in words; undefined where the key is all there is. */
  readonly labelOf?: ((key: string) => string | undefined) | undefined
  /** Whether a metric is among those that runs are compared by; all others on request. */
  isHeadline(key: string): boolean
  /** Whether a smaller figure is the better one. */
  lowerIsBetter(key: string): boolean
}
