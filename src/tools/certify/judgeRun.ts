import { type GivenSettings, LLMBAR, loadSuite, type StrategyName } from '../../kit.ts'

/**
 * Settings of a run that measures a judge as it is measured for a certificate: on the subsets that LLMBar has by default, whatever the
 * user has set, and decided by nobody.
 *
 * @param judge model URI, or a name from models in the configuration.
 */
export async function judgeRun(judge: string, strategy: StrategyName): Promise<GivenSettings> {
  const { subsets } = (await loadSuite(LLMBAR))?.options.parse({}) ?? {}
  return { judge, suites: { llmbar: { strategy, subsets } }, strict: false }
}
