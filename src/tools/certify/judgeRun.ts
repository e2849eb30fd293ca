import { MAIN_SUBSETS } from '../../../suites/llmbar/subsets.ts'
import type { StrategyName } from '../../kit.ts'

/**
 * Variables of a run that measures a judge as it is measured for a certificate: on the five subsets, and decided by nobody.
 *
 * @param judge model URI, or a name from models in the configuration.
 */
export function judgeRun(judge: string, strategy: StrategyName): Readonly<Record<string, string | undefined>> {
  return {
    HOLDFAST_JUDGE: judge,
    HOLDFAST_LLMBAR_STRATEGY: strategy,
    HOLDFAST_LLMBAR_SUBSETS: MAIN_SUBSETS.join(','),
    HOLDFAST_GATES: undefined,
    HOLDFAST_SHARD: undefined,
    HOLDFAST_STRICT: '0',
  }
}
