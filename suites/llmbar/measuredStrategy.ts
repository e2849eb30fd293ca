import type { ItemRecord } from '../../src/format/records.ts'
import type { Certificate } from '../../src/judges/certificate/certificate.ts'
import type { StrategyName } from '../../src/judges/pairwise/strategies.ts'
import type { CommandRun } from '../../src/worker/suiteCommand.ts'

/** A strategy with the run that measured a judge by it. */
export interface MeasuredStrategy {
  readonly strategy: StrategyName
  readonly run: CommandRun
  readonly records: readonly ItemRecord[]
  /** What it earns the judge, or why it earns none. */
  readonly certificate: Certificate | { readonly refused: string }
}
