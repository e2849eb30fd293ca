import { dirname } from 'node:path'
import {
  type AnyCertificate,
  type Certificate,
  type ChecklistCertificate,
  type CommandRun,
  certificatePath,
  checklistPromptHash,
  type GivenSettings,
  HoldfastError,
  LLMBAR,
  loadSuite,
  makeFolder,
  partsOf,
  promptHash,
  readRunSettings,
  STRATEGIES,
  type StrategyName,
  writeWhole,
} from '../../kit.ts'
import type { PairSet } from './readSets.ts'

/** Writes a certificate to its place, over an older one of the same judge and set. */
export function writeCertificate(root: string, certificate: AnyCertificate): string {
  const path = certificatePath(root, certificate.judge, certificate.set)
  makeFolder(dirname(path))
  writeWhole(path, `${JSON.stringify(certificate, null, 2)}\n`)
  return path
}

/** Name of the suite of a file of pairs. */
export const CERTIFY_PAIRS = 'certify-pairs'
/** Name of the suite of labelled criteria. */
export const CERTIFY_CRITERIA = 'certify-criteria'

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

/**
 * The certificate that a run of the five subsets earns its judge.
 *
 * @param days it is good for, from the run's beginning: answers that a finished run had before are no newer for it.
 * @throws HoldfastError for a run that is not complete, or of which too much could not be read.
 */
export async function certificateOf(run: CommandRun, strategy: StrategyName, days: number): Promise<Certificate> {
  const { common, figure, nullRate } = certifiedRun(run, 'llmbar', days, 'pairs')
  if (common.data.source === 'official' && common.data.items !== LLMBAR_PAIRS)
    throw new HoldfastError(
      'RUN',
      `Failed to certify ${common.judge}: the data have ${common.data.items} pairs in place of LLMBar's ${LLMBAR_PAIRS}. Name pairs of your own with --from. ${NO_CERTIFICATE}`,
    )
  // It is for published figures alone: no run of another suite reads a judge by it.
  if (strategy === 'CoT' && run.scores.run.options?.llmbar?.cotRule === 'line')
    throw new HoldfastError(
      'RUN',
      `Failed to certify ${common.judge}: its replies were read by the rule line. Run without HOLDFAST_LLMBAR_COT_RULE.`,
    )
  return {
    ...common,
    strategy,
    promptSha256: await promptHash(STRATEGIES[strategy]),
    accuracy: figure('accuracy.average'),
    agreement: figure('agreement.average'),
    nullRate,
  }
}

/**
 * The certificate that a run of a file of pairs earns its judge: its accuracy is LLMBar's, over all pairs, or by JudgeBench's rule for
 * JudgeBench.
 *
 * @param set name of the set.
 * @param days it is good for, from the run's beginning.
 * @throws HoldfastError for a run that is not complete, or of which too much could not be read.
 */
export async function pairFileCertificate(
  run: CommandRun,
  set: string,
  form: PairSet['form'],
  strategy: StrategyName,
  days: number,
): Promise<Certificate> {
  const { common, figure, nullRate, metrics } = certifiedRun(run, CERTIFY_PAIRS, days, 'pairs')
  const subsets = partsOf(metrics, 'accuracy').filter((part) => part !== 'all')
  const figures = (part: string) => ({ accuracy: figure(`accuracy.${part}`), agreement: figure(`agreement.${part}`) })
  return {
    ...common,
    kind: 'pairwise',
    set,
    rule: form === 'judgebench' ? 'judgebench' : 'orders',
    strategy,
    promptSha256: await promptHash(STRATEGIES[strategy]),
    ...figures('all'),
    ...(subsets.length > 0 && { subsets: Object.fromEntries(subsets.map((subset) => [subset, figures(subset)])) }),
    nullRate,
  }
}

/**
 * The certificate that a run of labelled criteria earns its judge.
 *
 * @param set name of the set.
 * @param days it is good for, from the run's beginning.
 * @throws HoldfastError for a run that is not complete, or of which too much was cut off.
 */
export async function checklistCertificate(run: CommandRun, set: string, days: number): Promise<ChecklistCertificate> {
  const { common, figure } = certifiedRun(run, CERTIFY_CRITERIA, days, 'answers')
  const accuracy = figure('accuracy')
  return {
    ...common,
    kind: 'checklist',
    set,
    promptSha256: checklistPromptHash(),
    criteria: accuracy.n,
    accuracy,
    sensitivity: figure('sensitivity'),
    specificity: figure('specificity'),
    kappa: figure('kappa'),
  }
}

/** Pairs of LLMBar's five subsets (arXiv 2310.07641, Table 1). */
const LLMBAR_PAIRS = 419
/** Percent of verdicts that may be null, and of items with a reply that was cut off: beyond, the figures are of the rest. */
const MAX_UNREAD = 5
/** The run before it ends with a word of its own, of its gates alone. */
const NO_CERTIFICATE = 'No certificate is written.'
const DAY = 24 * 60 * 60 * 1000

/**
 * Checks that a run of a suite is fit to certify its judge.
 *
 * @param days the certificate is good for, from the run's beginning: answers that a finished run had before are no newer for it.
 * @param items what the suite's items are called, in the plural.
 * @throws HoldfastError for a run that is not complete, or of which too much could not be read.
 */
function certifiedRun({ folder, scores, exitCode }: CommandRun, suite: string, days: number, items: string) {
  const { run, suites } = scores
  const { metrics = {} } = suites[suite] ?? {}
  const { judge } = run.roles
  const data = run.data[suite]
  const incomplete = () =>
    new HoldfastError(
      'RUN',
      `Failed to certify ${judge?.model ?? 'the judge'}: the run is not complete. See what it printed above, and run again.`,
    )
  if (exitCode !== 0 || run.partial || !judge || !data) throw incomplete()
  const unread = metrics.null_rate?.value ?? 0
  const cut = 100 * (metrics.cut_rate?.value ?? 0)
  if (unread > MAX_UNREAD || cut > MAX_UNREAD)
    throw new HoldfastError(
      'RUN',
      `Failed to certify ${judge.model}: the run is complete, but ${unread.toFixed(1)} % of its verdicts name no output and ${cut.toFixed(1)} % of the ${items} have a reply that was cut off, at most ${MAX_UNREAD} % may. ${cut > MAX_UNREAD ? 'Give its entry in models a larger reasoningTokens.' : 'Look at them with npx holdfast show latest, and ask the judge by another strategy.'} ${NO_CERTIFICATE}`,
    )
  if (suites[suite]?.items !== data.items)
    throw new HoldfastError(
      'RUN',
      `Failed to certify ${judge.model}: the run is complete, but had ${suites[suite]?.items} of ${data.items} ${items}. A certificate is of all of them: run without a limit and a shard. ${NO_CERTIFICATE}`,
    )
  const date = new Date(run.startedAt)
  return {
    /** What certificates of every kind have. */
    common: {
      schema: 'holdfast.certificate/1' as const,
      judge: judge.model,
      simulated: judge.simulated,
      ...(judge.served && { served: judge.served }),
      votes: readRunSettings(folder).votes,
      data,
      version: run.version,
      run: run.id,
      date: date.toISOString(),
      expires: new Date(date.getTime() + days * DAY).toISOString(),
    },
    /** A metric that the run must have, as certificates hold it. */
    figure(key: string): AnyCertificate['accuracy'] {
      const { value, n, ci95 } = metrics[key] ?? {}
      if (value === undefined || n === undefined || ci95 === undefined) throw incomplete()
      return { value, n, ci95 }
    },
    /** Percent of the verdicts that name nothing. */
    nullRate: unread,
    metrics,
  }
}
