import { relative } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import {
  type AnyCertificate,
  type CommandFlags,
  type CommandPlan,
  type CommandTools,
  certificateLine,
  counted,
  HoldfastError,
  judgeSet,
  LLMBAR,
  note,
  printForms,
  printResult,
  STRATEGY_NAMES,
  type StrategyName,
  sentences,
  withOptions,
} from '../../kit.ts'
import { judgeRun, writeCertificate } from './certificates.ts'
import { certifiedSet, certify } from './certifySet.ts'
import { measureStrategies, planLines } from './strategies.ts'

const DAYS = 90

interface CertifyFlags extends CommandFlags {
  readonly strategy?: readonly (StrategyName | 'all')[]
  readonly keep?: StrategyName
}

/** `holdfast judge certify <model>`: runs LLMBar, a file of pairs or labelled criteria on a judge, and writes its certificate. */
export function certifyCommand(tools: CommandTools): Command {
  return withOptions(
    new Command('certify')
      .description('Measure a judge on pairs whose better output is known (the llmbar suite), and write reports/judges/<judge>.json.')
      .argument('<model>', 'model URI, or a name from models in the configuration')
      .addOption(
        new Option('--strategy <names...>', 'how the judge is asked (default: Vanilla); several: the paper’s table').choices([
          ...STRATEGY_NAMES,
          'all',
        ]),
      )
      .option('--name <name>', 'name of the set of --from (default: by the file)', setName)
      .addOption(new Option('--keep <strategy>', 'of several: write the certificate of this one').choices(STRATEGY_NAMES)),
    ['from', 'pairs of this file instead, LLMBar’s form or JudgeBench’s, or labelled criteria; or bundled-criteria'],
    ['days', undefined, DAYS],
    ['work', 'folder of the run, of several strategies of the runs; what was interrupted is finished'],
    'plan',
    'json',
    'out',
  ).action(async (judge: string, flags: CertifyFlags) => {
    const root = process.cwd()
    const { keep, work, days = DAYS, plan, from } = flags
    const { strategy: asked = ['Vanilla'] } = flags
    const names = STRATEGY_NAMES.filter((name) => asked.includes(name) || asked.includes('all'))
    if (names.length > 1 && from !== undefined)
      throw new HoldfastError('USAGE', 'Failed to certify: several strategies are measured on LLMBar alone. Name one, or leave out --from.')
    if (keep && !names.includes(keep))
      throw new HoldfastError('USAGE', `Failed to certify ${keep}: it is not among the strategies to run. Add it to --strategy.`)
    if (names.length > 1) {
      note(` counting the calls and tokens of ${counted(names.length, 'way')} to ask`)
      const plans = new Map<StrategyName, CommandPlan>()
      for (const name of names) plans.set(name, await tools.planSuite(LLMBAR, await judgeRun(judge, name), root))
      const planned = planLines(plans)
      if (plan) return printResult(flags.out, planned)
      note(...planned)
      const found = await measureStrategies(judge, plans, { work, days, keep }, tools, root)
      return found && printForms(found, flags)
    }
    const strategy = names[0] as StrategyName
    const set = await certifiedSet(judge, strategy, days, flags, root)
    if (plan) return printResult(flags.out, planLines(new Map([[strategy, await tools.planSuite(set.suite, set.settings, root)]])))
    const certificate = await certify(set, tools, work, root)
    return printForms(
      { json: certificate, blocks: certificateBlocks(certificate, relative(root, writeCertificate(root, certificate))) },
      flags,
    )
  })
}

function certificateBlocks(certificate: AnyCertificate, path: string) {
  return sentences([
    `${certificate.judge}: ${certificateLine(certificate)}.`,
    `Good until ${certificate.expires.slice(0, 10)}: ${path}, to be committed.`,
  ])
}

/** Reads the name of a set. Commander tells what it throws. */
function setName(text: string): string {
  const name = judgeSet.safeParse(text)
  if (!name.success) throw new InvalidArgumentError(`${name.error.issues[0]?.message}.`)
  if (text === LLMBAR) throw new InvalidArgumentError('that is the set of certificates without --from.')
  return text
}
