import type { Certificate, CommandRun, ItemRecord, StrategyName } from '../../kit.ts'

/** A strategy with the run that measured a judge by it. */
export interface MeasuredStrategy {
  readonly strategy: StrategyName
  readonly run: CommandRun
  readonly records: readonly ItemRecord[]
  /** What it earns the judge, or why it earns none. */
  readonly certificate: Certificate | { readonly refused: string }
}
