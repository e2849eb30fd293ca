import { relative } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import { HoldfastError } from '../../../src/base/errors.ts'
import { note } from '../../../src/base/text/note.ts'
import { readRunSettings } from '../../../src/config/runSettings.ts'
import { type Certificate, certificateLine, writeCertificate } from '../../../src/judges/certificate/certificate.ts'
import { promptHash } from '../../../src/judges/pairwise/renderCalls.ts'
import { STRATEGIES, STRATEGY_NAMES, type StrategyName } from '../../../src/judges/pairwise/strategies.ts'
import type { CommandRun, CommandTools } from '../../../src/worker/suiteCommand.ts'
import { MAIN_SUBSETS } from '../subsets.ts'

/** Percent of verdicts that may be null, and of pairs with a reply that was cut off: beyond, the figures are of the rest. */
const MAX_UNREAD = 5
const MAX_DAYS = 3650
const DAY = 24 * 60 * 60 * 1000

interface CertifyOptions {
  readonly strategy: StrategyName
  readonly days: number
  readonly out?: string
}

/** `holdfast certify <judge>`: runs LLMBar on a judge and writes its certificate. */
export function certifyCommand({ openOutput, runSuite }: CommandTools): Command {
  return new Command('certify')
    .description('Measure a judge on pairs whose better output is known (the llmbar suite), and write reports/judges/<judge>.json.')
    .argument('<judge>', 'model URI, or a name from models in the configuration')
    .addOption(new Option('--strategy <name>', 'how the judge is asked').choices(STRATEGY_NAMES).default('Vanilla'))
    .option('--days <number>', 'days the certificate is good for', readDays, 90)
    .option('--out <file>', 'file for a copy instead of stdout')
    .action(async (judge: string, { strategy, days, out }: CertifyOptions) => {
      const root = process.cwd()
      const environment = {
        HOLDFAST_JUDGE: judge,
        HOLDFAST_LLMBAR_STRATEGY: strategy,
        HOLDFAST_LLMBAR_SUBSETS: MAIN_SUBSETS.join(','),
        HOLDFAST_GATES: undefined,
        HOLDFAST_LIMIT: undefined,
        HOLDFAST_SHARD: undefined,
        HOLDFAST_STRICT: '0',
      }
      const run = await runSuite(environment, root)
      const certificate = await certificateOf(run, strategy, days)
      const path = writeCertificate(root, certificate)
      note(` ${certificate.judge}: ${certificateLine(certificate)}`, ` certificate ${relative(root, path)}`)
      const output = openOutput(out)
      await output.json(certificate, 2)
      await output.close()
    })
}

function readDays(text: string): number {
  const days = Number(text)
  if (!Number.isInteger(days) || days < 1 || days > MAX_DAYS)
    throw new InvalidArgumentError(`expected a whole number of days, 1 to ${MAX_DAYS}.`)
  return days
}

async function certificateOf({ folder, scores, exitCode }: CommandRun, strategy: StrategyName, days: number): Promise<Certificate> {
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
  const unread = metrics.null_rate?.value ?? 0
  const cut = 100 * (metrics.cut_rate?.value ?? 0)
  if (unread > MAX_UNREAD || cut > MAX_UNREAD) {
    throw new HoldfastError(
      'RUN',
      `Failed to certify ${judge.model}: ${unread.toFixed(1)} % of its verdicts name no output and ${cut.toFixed(1)} % of the pairs have a reply that was cut off, at most ${MAX_UNREAD} % may. ${cut > MAX_UNREAD ? 'Give its entry in models a larger reasoningTokens.' : 'Look at them with npx holdfast show, and ask the judge by another strategy.'}`,
    )
  }
  const date = new Date(run.finishedAt)
  if (suites.llmbar?.items !== data.items) {
    throw new HoldfastError(
      'RUN',
      `Failed to certify ${judge.model}: the run had ${suites.llmbar?.items} of ${data.items} pairs. Take shard out of the configuration.`,
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
    accuracy,
    agreement,
    nullRate: metrics.null_rate?.value ?? 0,
    data,
    version: run.version,
    run: run.id,
    date: date.toISOString(),
    expires: new Date(date.getTime() + days * DAY).toISOString(),
  }
}
