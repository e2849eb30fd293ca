import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import {
  type AnyCertificate,
  type CommandRun,
  type CommandTools,
  certificateLine,
  certificatePath,
  type GivenSettings,
  HoldfastError,
  judgeSet,
  LLMBAR,
  note,
  numberOption,
  readCertificate,
  STRATEGY_NAMES,
  type StrategyName,
  screenWidth,
  wholeRun,
  wrapWords,
} from '../../kit.ts'
import {
  CERTIFY_CRITERIA,
  CERTIFY_PAIRS,
  certificateOf,
  checklistCertificate,
  judgeRun,
  MAX_DAYS,
  pairFileCertificate,
  writeCertificate,
} from './certificates.ts'
import { readLabelledCriteria, readPairFile } from './readSets.ts'

interface CertifyOptions {
  readonly pairs?: string
  readonly checklist?: string
  readonly set?: string
  readonly strategy: StrategyName
  readonly days: number
  readonly run?: string
  readonly out?: string
}

/** `holdfast certify <judge>`: runs LLMBar, a file of pairs or labelled criteria on a judge and writes its certificate. */
export function certifyCommand(tools: CommandTools): Command {
  return new Command('certify')
    .description('Measure a judge on pairs whose better output is known (the llmbar suite), and write reports/judges/<judge>.json.')
    .argument('<judge>', 'model URI, or a name from models in the configuration')
    .addOption(new Option('--strategy <name>', 'how the judge is asked').choices(STRATEGY_NAMES).default('Vanilla'))
    .addOption(new Option('--pairs <file>', 'pairs of this file instead, LLMBar’s form or JudgeBench’s').conflicts('checklist'))
    .addOption(new Option('--checklist <file>', 'labelled criteria of this file instead, or bundled').conflicts('strategy'))
    .option('--set <name>', 'name of the set in that file (default: by the file)', readSet)
    .option('--days <number>', 'days the certificate is good for', numberOption({ whole: true, from: 1, to: MAX_DAYS }), 90)
    .option('--run <folder>', 'folder of the run; one that was interrupted is finished')
    .option('--out <file>', 'file for a copy instead of stdout')
    .action(async (judge: string, options: CertifyOptions) => {
      const root = process.cwd()
      const certificate = await certify(judge, options, tools, root)
      const path = writeCertificate(root, certificate)
      const width = screenWidth() - 1
      note(
        ...wrapWords(`${certificate.judge}: ${certificateLine(certificate)}`, width, 2).map((line) => ` ${line}`),
        ` certificate ${relative(root, path)}`,
      )
      const output = tools.openOutput(options.out)
      await output.json(certificate, 2)
      await output.close()
    })
}

/** Reads the name of a set. Commander tells what it throws. */
function readSet(text: string): string {
  const name = judgeSet.safeParse(text)
  if (!name.success) throw new InvalidArgumentError(`${name.error.issues[0]?.message}.`)
  if (text === LLMBAR) throw new InvalidArgumentError('that is the set of certificates without --pairs and --checklist.')
  return text
}

async function certify(judge: string, options: CertifyOptions, tools: CommandTools, root: string): Promise<AnyCertificate> {
  const { pairs, checklist, set, strategy, days, run: folder } = options
  const runWhole = async (settings: GivenSettings, suite?: string) =>
    wholeRun(
      await tools.runSuite({ ...settings, ...(folder !== undefined && { out: resolve(root, folder), resume: 'auto' }) }, root, suite),
      'certify',
    )
  /** Certifies by a suite of a file, on all of it, decided by nobody. */
  const onFile = async (
    { name, sha256 }: { readonly name: string; readonly sha256: string },
    suite: string,
    suiteOptions: Readonly<Record<string, string>>,
    certificateFor: (run: CommandRun, set: string) => Promise<AnyCertificate>,
  ) => {
    // A file may be called llmbar.jsonl; its certificate is none of LLMBar all the same.
    const own = set ?? (name === LLMBAR ? `${name}-file` : name)
    assertSameSet(root, judge, own, sha256)
    const settings = { judge, limit: undefined, strict: false, suites: { [suite]: suiteOptions } }
    const certificate = await certificateFor(await runWhole(settings, suite), own)
    // A name of the configuration has become a URI.
    assertSameSet(root, certificate.judge, own, sha256)
    return certificate
  }
  if (pairs !== undefined) {
    const read = await readPairFile(pairs)
    return onFile(read, CERTIFY_PAIRS, { file: resolve(root, pairs), strategy }, (run, own) =>
      pairFileCertificate(run, own, read.form, strategy, days),
    )
  }
  if (checklist !== undefined) {
    const path = checklist === 'bundled' ? checklist : resolve(root, checklist)
    return onFile(await readLabelledCriteria(checklist), CERTIFY_CRITERIA, { file: path }, (run, own) =>
      checklistCertificate(run, own, days),
    )
  }
  if (set !== undefined)
    throw new HoldfastError('USAGE', 'Failed to certify: --set names what --pairs or --checklist gives. Add one of them.')
  // PaLM 2's rule is for its published figures alone.
  const { suites, ...settings } = await judgeRun(judge, strategy)
  const whole = { ...settings, limit: undefined, suites: { llmbar: { ...suites?.llmbar, cotRule: 'phrase' } } }
  return certificateOf(await runWhole(whole), strategy, days)
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
    `Failed to certify ${judge}: ${relative(root, path)} is of other items named ${set} (SHA-256 ${before.data.sha256.slice(0, 12)}, now ${sha256.slice(0, 12)}). Name this set with --set, or remove that file.`,
  )
}
