import { MAIN_SUBSETS } from '../../../suites/llmbar/subsets.ts'
import type { GivenSettings, StrategyName } from '../../kit.ts'

/**
 * Settings of a run that measures a judge as it is measured for a certificate: on the five subsets, and decided by nobody.
 *
 * @param judge model URI, or a name from models in the configuration.
 */
export function judgeRun(judge: string, strategy: StrategyName): GivenSettings {
  return { judge, suites: { llmbar: { strategy, subsets: MAIN_SUBSETS } }, strict: false }
}
