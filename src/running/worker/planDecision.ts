import type { ResolvedConfig } from '../../core/config/resolve.ts'
import { type DecisionForecast, forecastDirect, forecastWaves } from '../../deciding/early/decisionForecast.ts'
import { alphaOf, earlyRules } from '../../deciding/early/earlyRules.ts'
import { earlyUnits } from '../../deciding/early/earlyUnits.ts'
import type { RuleOutlook } from '../../deciding/early/waves.ts'
import { dueItems, unitPrices } from './decideEarly.ts'
import { prepareSuite } from './prepareSuite.ts'
import type { Suite } from './suite.ts'

/** What an early decision of a suite would cost. */
export interface PlannedDecision {
  readonly direct: DecisionForecast
  readonly batch: DecisionForecast
}

/**
 * Forecasts the price of an early decision, without a call. @param rules where each rule stands before the run.
 * @returns why there is none, where a rule waits for the last item.
 */
export async function planDecision(
  suite: Suite,
  config: ResolvedConfig,
  rules: readonly RuleOutlook['before'][],
): Promise<PlannedDecision | { readonly why: string }> {
  const whole = { ...config, shard: undefined, resume: false }
  const { opened, groups } = await prepareSuite(suite, { config: whole, prepare: async () => whole })
  const due = dueItems(opened, groups.flat())
  const early = earlyRules(await suite.rules(), due, config.gates, config.root)
  const [waiting] = early.waiting
  if (waiting) return { why: `${waiting.rule} ${waiting.why}, so the run goes to its last item` }
  const units = earlyUnits(due, { rules: early.rules, seed: config.seed })
  const by = { rules, alpha: alphaOf(config.gates), units: units.length, ...unitPrices(config, opened, units) }
  return { direct: forecastDirect(by), batch: forecastWaves(by) }
}
