import { HoldfastError } from '../../src/base/errors.ts'
import { readRunSettings } from '../../src/config/runSettings.ts'
import type { Metric } from '../../src/format/scoresDocument.ts'
import type { Certificate } from '../../src/judges/certificate/certificate.ts'
import { promptHash } from '../../src/judges/pairwise/renderCalls.ts'
import { STRATEGIES, type StrategyName } from '../../src/judges/pairwise/strategies.ts'
import type { CommandRun } from '../../src/worker/suiteCommand.ts'

/** Percent of verdicts that may be null, and of pairs with a reply that was cut off: beyond, the figures are of the rest. */
const MAX_UNREAD = 5
const DAY = 24 * 60 * 60 * 1000

/**
 * The certificate that a run of the five subsets earns its judge.
 *
 * @param days it is good for, from the run's beginning: answers that a finished run had before are no newer for it.
 * @throws HoldfastError for a run that is not complete, or of which too much could not be read.
 */
export async function certificateOf({ folder, scores, exitCode }: CommandRun, strategy: StrategyName, days: number): Promise<Certificate> {
  const { run, suites } = scores
  const { metrics = {} } = suites.llmbar ?? {}
  const { judge } = run.roles
  const accuracy = metrics['accuracy.average']
  const agreement = metrics['agreement.average']
  const data = run.data.llmbar
  if (exitCode !== 0 || run.partial || !judge || !accuracy || !agreement || !data) {
    throw new HoldfastError(
      'RUN',
      `Failed to certify ${judge?.model ?? 'the judge'}: the run is not complete. See what it printed above, and run again.`,
    )
  }
  // It is for published figures alone: no run of another suite reads a judge by it.
  if (strategy === 'CoT' && run.options?.llmbar?.cotRule === 'line') {
    throw new HoldfastError(
      'RUN',
      `Failed to certify ${judge.model}: its replies were read by the rule line. Run without HOLDFAST_LLMBAR_COT_RULE.`,
    )
  }
  const unread = metrics.null_rate?.value ?? 0
  const cut = 100 * (metrics.cut_rate?.value ?? 0)
  if (unread > MAX_UNREAD || cut > MAX_UNREAD) {
    throw new HoldfastError(
      'RUN',
      `Failed to certify ${judge.model}: ${unread.toFixed(1)} % of its verdicts name no output and ${cut.toFixed(1)} % of the pairs have a reply that was cut off, at most ${MAX_UNREAD} % may. ${cut > MAX_UNREAD ? 'Give its entry in models a larger reasoningTokens.' : 'Look at them with npx holdfast show latest, and ask the judge by another strategy.'}`,
    )
  }
  const date = new Date(run.startedAt)
  if (suites.llmbar?.items !== data.items) {
    throw new HoldfastError(
      'RUN',
      `Failed to certify ${judge.model}: the run had ${suites.llmbar?.items} of ${data.items} pairs. A certificate is of all of them: run without a limit and a shard.`,
    )
  }
  return {
    schema: 'holdfast.certificate/1',
    judge: judge.model,
    simulated: judge.simulated,
    ...(judge.served && { served: judge.served }),
    strategy,
    votes: readRunSettings(folder).votes,
    promptSha256: await promptHash(STRATEGIES[strategy]),
    accuracy: figureOf(accuracy),
    agreement: figureOf(agreement),
    nullRate: metrics.null_rate?.value ?? 0,
    data,
    version: run.version,
    run: run.id,
    date: date.toISOString(),
    expires: new Date(date.getTime() + days * DAY).toISOString(),
  }
}

/** What a certificate has of a metric. */
function figureOf({ value, n, ci95 }: Metric): Certificate['accuracy'] {
  return { value, n, ci95 }
}
