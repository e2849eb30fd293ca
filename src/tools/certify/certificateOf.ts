import { type Certificate, type CommandRun, HoldfastError, promptHash, STRATEGIES, type StrategyName } from '../../kit.ts'
import { certifiedRun } from './certifiedRun.ts'

/** Most days that a certificate can be good for. */
export const MAX_DAYS = 3650

/**
 * The certificate that a run of the five subsets earns its judge.
 *
 * @param days it is good for, from the run's beginning: answers that a finished run had before are no newer for it.
 * @throws HoldfastError for a run that is not complete, or of which too much could not be read.
 */
export async function certificateOf(run: CommandRun, strategy: StrategyName, days: number): Promise<Certificate> {
  const { common, figure, nullRate } = certifiedRun(run, 'llmbar', days, 'pairs')
  // It is for published figures alone: no run of another suite reads a judge by it.
  if (strategy === 'CoT' && run.scores.run.options?.llmbar?.cotRule === 'line') {
    throw new HoldfastError(
      'RUN',
      `Failed to certify ${common.judge}: its replies were read by the rule line. Run without HOLDFAST_LLMBAR_COT_RULE.`,
    )
  }
  return {
    ...common,
    strategy,
    promptSha256: await promptHash(STRATEGIES[strategy]),
    accuracy: figure('accuracy.average'),
    agreement: figure('agreement.average'),
    nullRate,
  }
}
