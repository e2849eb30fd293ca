import { relative } from 'node:path'
import { Command, Option } from 'commander'
import { note } from '../../../src/base/text/note.ts'
import { certificateLine, writeCertificate } from '../../../src/judges/certificate/certificate.ts'
import { STRATEGY_NAMES, type StrategyName } from '../../../src/judges/pairwise/strategies.ts'
import type { CommandTools } from '../../../src/worker/suiteCommand.ts'
import { certificateOf } from '../certificateOf.ts'
import { judgeRun } from '../judgeRun.ts'
import { readDays } from './readDays.ts'

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
      // PaLM 2's rule is for its published figures alone.
      const environment = { ...judgeRun(judge, strategy), HOLDFAST_LIMIT: undefined, HOLDFAST_LLMBAR_COT_RULE: 'phrase' }
      const run = await runSuite(environment, root)
      const certificate = await certificateOf(run, strategy, days)
      const path = writeCertificate(root, certificate)
      note(` ${certificate.judge}: ${certificateLine(certificate)}`, ` certificate ${relative(root, path)}`)
      const output = openOutput(out)
      await output.json(certificate, 2)
      await output.close()
    })
}
