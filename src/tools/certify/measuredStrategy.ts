import type { ItemRecord } from '../../core/format/records.ts'
import type { Certificate } from '../../judging/certificate/certificate.ts'
import type { StrategyName } from '../../judging/pairwise/strategies.ts'
import type { CommandRun } from '../../running/worker/suiteCommand.ts'

/** A strategy with the run that measured a judge by it. */
export interface MeasuredStrategy {
  readonly strategy: StrategyName
  readonly run: CommandRun
  readonly records: readonly ItemRecord[]
  /** What it earns the judge, or why it earns none. */
  readonly certificate: Certificate | { readonly refused: string }
}
