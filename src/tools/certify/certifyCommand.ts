import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import {
  type AnyCertificate,
  type Block,
  type CommandFlags,
  type CommandPlan,
  type CommandRun,
  type CommandTools,
  certificateLine,
  certificatePath,
  counted,
  HoldfastError,
  judgeSet,
  LLMBAR,
  note,
  printForms,
  printResult,
  readCertificate,
  readLines,
  STRATEGY_NAMES,
  type StrategyName,
  sentences,
  wholeRun,
  withOptions,
} from '../../kit.ts'
import {
  CERTIFY_CRITERIA,
  CERTIFY_PAIRS,
  certificateOf,
  checklistCertificate,
  judgeRun,
  pairFileCertificate,
  writeCertificate,
} from './certificates.ts'
import { BUNDLED_CRITERIA, readLabelledCriteria, readPairFile } from './readSets.ts'
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
    ['from', 'pairs of LLMBar’s or JudgeBench’s form, labelled criteria, or bundled-criteria'],
    ['days', undefined, DAYS],
    ['work', 'folder of the run or runs; interrupted ones are finished'],
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
    const place = work !== undefined && { out: resolve(root, work), resume: 'auto' }
    // An answer of another day says nothing of the model that answers now.
    const run = await tools.runSuite(set.suite, { ...set.settings, cache: 'off', ...place }, root)
    const certificate = await set.certificateFor(wholeRun(run, 'judge certify', '--work'))
    return printForms(
      { json: certificate, blocks: certificateBlocks(certificate, relative(root, writeCertificate(root, certificate))) },
      flags,
    )
  })
}

function certificateBlocks(certificate: AnyCertificate, path: string): Block[] {
  return [
    ...(certificate.simulated ? [{ kind: 'simulated' } as const] : []),
    ...sentences([
      `${certificate.judge}: ${certificateLine(certificate)}.`,
      `Good until ${certificate.expires.slice(0, 10)}: ${path}, to be committed.`,
    ]),
  ]
}

/** Reads the name of a set. Commander tells what it throws. */
function setName(text: string): string {
  const name = judgeSet.safeParse(text)
  if (!name.success) throw new InvalidArgumentError(`${name.error.issues[0]?.message}.`)
  if (text === LLMBAR) throw new InvalidArgumentError('that is the set of certificates without --from.')
  return text
}

/** The set that a judge is certified on: LLMBar, or the pairs or labelled criteria of a file, told apart by their fields. */
async function certifiedSet(judge: string, strategy: StrategyName, days: number, { from, name }: CommandFlags, root: string) {
  if (from === undefined) {
    if (name !== undefined) throw new HoldfastError('USAGE', 'Failed to certify: --name names what --from gives. Add --from.')
    // PaLM 2's rule is for its published figures alone.
    const { suites, ...settings } = await judgeRun(judge, strategy)
    const whole = { ...settings, limit: undefined, suites: { llmbar: { ...suites?.llmbar, cotRule: 'phrase' } } }
    return {
      suite: LLMBAR,
      settings: whole,
      certificateFor: (run: CommandRun): Promise<AnyCertificate> => certificateOf(run, strategy, days),
    }
  }
  const isCriteria = from === BUNDLED_CRITERIA || (await hasCriteria(from))
  const pairs = isCriteria ? undefined : await readPairFile(from)
  const read = pairs ?? (await readLabelledCriteria(from))
  // A file may be called llmbar.jsonl; its certificate is none of LLMBar all the same.
  const own = name ?? (read.name === LLMBAR ? `${read.name}-file` : read.name)
  assertSameSet(root, judge, own, read.sha256)
  const [suite, options] = pairs
    ? [CERTIFY_PAIRS, { file: resolve(root, from), strategy }]
    : [CERTIFY_CRITERIA, { file: from === BUNDLED_CRITERIA ? 'bundled' : resolve(root, from) }]
  return {
    suite,
    // On all of it, decided by nobody.
    settings: { judge, limit: undefined, strict: false, suites: { [suite]: options } },
    certificateFor: async (run: CommandRun): Promise<AnyCertificate> => {
      const certificate = await (pairs ? pairFileCertificate(run, own, pairs.form, strategy, days) : checklistCertificate(run, own, days))
      // A name of the configuration has become a URI.
      assertSameSet(root, certificate.judge, own, read.sha256)
      return certificate
    },
  }
}

/** Whether the first entry of a file has criteria: else it is of pairs. */
async function hasCriteria(path: string): Promise<boolean> {
  for await (const line of readLines(path)) if (line.trim() !== '') return /"criteria"\s*:/.test(line)
  return false
}

/**
 * A certificate takes the place of an older one of the same set only.
 *
 * @throws HoldfastError where the judge has one of another set under this name.
 */
function assertSameSet(root: string, judge: string, set: string, sha256: string): void {
  const path = certificatePath(root, judge, set)
  if (!existsSync(path)) return
  const before = readCertificate(path)
  // One that cannot be read is worth nothing.
  if (before.problem !== undefined || before.data.sha256 === sha256) return
  throw new HoldfastError(
    'USAGE',
    `Failed to certify ${judge}: ${relative(root, path)} is of other items named ${set} (SHA-256 ${before.data.sha256.slice(0, 12)}, now ${sha256.slice(0, 12)}). Name this set with --name, or remove that file.`,
  )
}
