import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import {
  type AnyCertificate,
  BUNDLED_CRITERIA,
  type CommandFlags,
  type CommandPlan,
  type CommandTools,
  certificateLine,
  certificatePath,
  counted,
  type GivenSettings,
  isBetterThanChance,
  judgeSet,
  LLMBAR,
  note,
  printForms,
  printResult,
  readCertificate,
  STRATEGY_NAMES,
  type StrategyName,
  sentences,
  shellWord,
  usageError,
  wholeRun,
  withOptions,
} from '../../kit.ts'
import { certificateOf, judgeRun, suiteOf, writeCertificate } from './certificates.ts'
import { readSet } from './readSets.ts'
import { measureStrategies, planLines } from './strategies.ts'

const DAYS = 90
const BY_CHANCE = 'Do not go by its verdicts. Take another judge, or have people label answers.'

type CertifyFlags = CommandFlags & { readonly strategy?: readonly (StrategyName | 'all')[]; readonly keep?: StrategyName }

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
    if (process.env.HOLDFAST_LIMIT !== undefined)
      note(' HOLDFAST_LIMIT does not count here: a certificate is of all pairs. --plan says what they take, without a call.')
    const names = STRATEGY_NAMES.filter((name) => asked.includes(name) || asked.includes('all'))
    if (names.length > 1 && from !== undefined)
      throw usageError('Failed to certify: several strategies are measured on LLMBar alone. Name one, or leave out --from.')
    if (keep && !names.includes(keep))
      throw usageError(`Failed to certify ${keep}: it is not among the strategies to run. Add it to --strategy.`)
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
    const set = await fileSet(flags)
    if (set) assertSameSet(root, judge, set)
    const suite = suiteOf(set)
    const settings = await settingsOf(judge, strategy, set, root)
    const how = set?.form === 'criteria' ? set.form : strategy
    if (plan) return printResult(flags.out, planLines(new Map([[how, await tools.planSuite(suite, settings, root)]])))
    const place = work !== undefined && { out: resolve(root, work), resume: 'auto' }
    // An answer of another day says nothing of the model that answers now.
    const run = await tools.runSuite(suite, { ...settings, cache: 'off', ...place }, root)
    const again = ` with --work ${shellWord(relative(root, run.folder.path))}: what is answered is kept`
    const certificate = await certificateOf(wholeRun(run, 'judge certify', '--work'), set, strategy, days, again)
    // A name of the configuration has become a URI.
    if (set) assertSameSet(root, certificate.judge, set)
    const path = relative(root, writeCertificate(root, certificate))
    const good = `Good until ${certificate.expires.slice(0, 10)}: ${path}, to be committed.`
    const blocks = [
      ...(certificate.simulated ? [{ kind: 'simulated' } as const] : []),
      ...sentences([
        `${certificate.judge}: ${certificateLine(certificate)}.`,
        isBetterThanChance([certificate]) ? sizeText(certificate) : BY_CHANCE,
        good,
        gateText(certificate),
      ]),
    ]
    return printForms({ json: certificate, blocks }, flags)
  })
}

/** How large differences look to a judge of that accuracy: by its two error rates, as Rogan and Gladen (1978) correct a share. */
function sizeText(certificate: AnyCertificate): string {
  const whole = (percent: number) => `${percent.toFixed(0)} %`
  if (certificate.kind !== 'checklist') {
    const { value } = certificate.accuracy
    return `It is right about ${whole(value)} of pairs: the lead of a model looks ${whole(2 * value - 100)} as large as it is.`
  }
  const [found, taken] = [certificate.sensitivity.value, 100 - certificate.specificity.value]
  return `It finds ${whole(found)} of the criteria that are met, and takes ${whole(taken)} of the others for met: a difference between models looks ${whole(found - taken)} as large as it is.`
}

/** What a certificate is for. */
function gateText({ set, kind }: Pick<AnyCertificate, 'set' | 'kind'>): string {
  const of = kind === 'checklist' ? 'verdicts on criteria, as in FB-Bench and toPassRubric' : 'comparisons of two answers'
  return `It is for ${of}. The gate minJudgeAccuracy${set === undefined ? '' : ` with judgeSet: '${set}'`} demands it.`
}

/** Reads the name of a set. Commander tells what it throws. */
function setName(text: string): string {
  const name = judgeSet.safeParse(text)
  if (!name.success) throw new InvalidArgumentError(`${name.error.issues[0]?.message}.`)
  if (text === LLMBAR) throw new InvalidArgumentError('that is the set of certificates without --from.')
  return text
}

/** The pairs or labelled criteria of a file that a judge is certified on; undefined for LLMBar. */
async function fileSet({ from, name }: CommandFlags) {
  if (from !== undefined) {
    const read = await readSet(from)
    // A file may be called llmbar.jsonl; its certificate is none of LLMBar all the same.
    return { ...read, from, name: name ?? (read.name === LLMBAR ? `${read.name}-file` : read.name) }
  }
  if (name !== undefined) throw usageError('Failed to certify: --name names what --from gives. Add --from.')
  return undefined
}

type CertifiedFile = NonNullable<Awaited<ReturnType<typeof fileSet>>>

/** Settings of the run that certifies a judge: on all of the set, decided by nobody. */
async function settingsOf(judge: string, strategy: StrategyName, set: CertifiedFile | undefined, root: string): Promise<GivenSettings> {
  if (set === undefined) {
    const { suites, ...settings } = await judgeRun(judge, strategy)
    // PaLM 2's rule is for its published figures alone.
    return { ...settings, limit: undefined, suites: { llmbar: { ...suites?.llmbar, cotRule: 'phrase' } } }
  }
  const file = set.from === BUNDLED_CRITERIA ? 'bundled' : resolve(root, set.from)
  const options = set.form === 'criteria' ? { file } : { file, strategy }
  return { judge, limit: undefined, strict: false, suites: { [suiteOf(set)]: options } }
}

/**
 * A certificate takes the place of an older one of the same set only.
 *
 * @throws HoldfastError where the judge has one of another set under this name.
 */
function assertSameSet(root: string, judge: string, { name, sha256 }: CertifiedFile): void {
  const path = certificatePath(root, judge, name)
  if (!existsSync(path)) return
  const before = readCertificate(path)
  // One that cannot be read is worth nothing.
  if (before.problem !== undefined || before.data.sha256 === sha256) return
  throw usageError(
    `Failed to certify ${judge}: ${relative(root, path)} is of other items named ${name} (SHA-256 ${before.data.sha256.slice(0, 12)}, now ${sha256.slice(0, 12)}). Name this set with --name, or remove that file.`,
  )
}
