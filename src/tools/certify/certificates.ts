import { dirname } from 'node:path'
import {
  type AnyCertificate,
  type CommandRun,
  certificatePath,
  checklistPromptHash,
  type GivenSettings,
  HoldfastError,
  holdfastCommand,
  LLMBAR,
  lacksScores,
  loadSuite,
  type Metrics,
  makeFolder,
  partsOf,
  promptHash,
  readRunSettings,
  runPath,
  STRATEGIES,
  type StrategyName,
  writeWhole,
} from '../../kit.ts'
import type { readSet } from './readSets.ts'

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

/** Pairs of LLMBar's five subsets (arXiv 2310.07641, Table 1). */
const LLMBAR_PAIRS = 419
/** Percent of verdicts that may be null, and of items with a reply that was cut off: beyond, the figures are of the rest. */
const MAX_UNREAD = 5
/** The run before it ends with a word of its own, of its gates alone. */
const NO_CERTIFICATE = 'No certificate is written.'
const DAY = 24 * 60 * 60 * 1000

/** What a judge is certified on in place of LLMBar: the pairs or labelled criteria of a file. */
export type FileSet = Pick<Awaited<ReturnType<typeof readSet>>, 'name' | 'form'>

/** The suite that measures a judge on a set. */
export function suiteOf(set: FileSet | undefined): string {
  return set === undefined ? LLMBAR : set.form === 'criteria' ? CERTIFY_CRITERIA : CERTIFY_PAIRS
}

/** How much of what a judge said could not be read, in percent: verdicts that are null, and items with a reply that was cut off. */
export function unreadOf(metrics: Metrics) {
  const nullRate = metrics.null_rate?.value ?? 0
  const cut = 100 * (metrics.cut_rate?.value ?? 0)
  return { nullRate, cut, isOver: nullRate > MAX_UNREAD || cut > MAX_UNREAD }
}

/**
 * The certificate that a run earns its judge. Of pairs its accuracy is LLMBar's: the mean over the five subsets, of a file over all pairs,
 * or by JudgeBench's rule for JudgeBench.
 *
 * @param certified undefined for LLMBar.
 * @param work says how the same run is finished.
 * @param days it is good for, from the run's beginning: answers that a finished run had before are no newer for it.
 * @throws HoldfastError for a run that is not complete, or of which too much could not be read.
 */
export async function certificateOf(
  { folder, scores, exitCode }: CommandRun,
  certified: FileSet | undefined,
  strategy: StrategyName,
  days: number,
  work = '',
): Promise<AnyCertificate> {
  const { name: set = '', form } = certified ?? {}
  const path = runPath(folder.path, process.cwd())
  const suite = suiteOf(certified)
  const { run, suites } = scores
  const { metrics = {}, items, unscored, error } = suites[suite] ?? {}
  const { judge } = run.roles
  const data = run.data[suite]
  const refused = (why: string) => new HoldfastError('RUN', `Failed to certify ${judge?.model ?? 'the judge'}: ${why}`)
  const incomplete = () => refused(`the run is not complete. See what it printed above, and run again${work}.`)
  const what = form === 'criteria' ? 'answers' : 'pairs'
  // Nothing else is the matter with it.
  if (lacksScores(scores) && scores.reasons?.length === 1 && error === 0 && !run.partial)
    throw refused(
      `the run is complete, but its replies on ${unscored} of ${items} ${what} cannot be used. The same run would end alike. Read them with ${holdfastCommand('show', path, '--unscored')}. Take another judge, or set structuredOutput: false in its entry in models. A judge that is given by its URI gets an entry, and is then named by it: models: { strict: { uri: '<its URI>', structuredOutput: false } }. ${NO_CERTIFICATE}`,
    )
  if (exitCode !== 0 || run.partial || !judge || !data) throw incomplete()
  const { nullRate, cut, isOver } = unreadOf(metrics)
  if (isOver)
    throw refused(
      `the run is complete, but ${nullRate.toFixed(1)} % of its verdicts name no output and ${cut.toFixed(1)} % of the ${what} have a reply that was cut off, at most ${MAX_UNREAD} % may. ${cut > MAX_UNREAD ? 'Give its entry in models a larger reasoningTokens.' : `Look at them with ${holdfastCommand('show', path)}. Ask the judge another way than ${strategy} by --strategy, or take another judge.`} ${NO_CERTIFICATE}`,
    )
  if (items !== data.items)
    throw refused(
      `the run is complete, but had ${items} of ${data.items} ${what}. A certificate is of all of them: run without a limit and a shard. ${NO_CERTIFICATE}`,
    )
  if (form === undefined && data.source === 'official' && data.items !== LLMBAR_PAIRS)
    throw refused(
      `the data have ${data.items} pairs in place of LLMBar's ${LLMBAR_PAIRS}. Name pairs of your own with --from. ${NO_CERTIFICATE}`,
    )
  // It is for published figures alone: no run of another suite reads a judge by it.
  if (form === undefined && strategy === 'CoT' && run.options?.llmbar?.cotRule === 'line')
    throw refused('its replies were read by the rule line. Run without HOLDFAST_LLMBAR_COT_RULE.')
  const date = new Date(run.startedAt)
  const common = {
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
  }
  /** A metric that the run must have, as certificates hold it. */
  const figure = (key: string): AnyCertificate['accuracy'] => {
    const { value, n, ci95 } = metrics[key] ?? {}
    if (value === undefined || n === undefined || ci95 === undefined) throw incomplete()
    return { value, n, ci95 }
  }
  if (form === 'criteria') {
    const accuracy = figure('accuracy')
    const [sensitivity, specificity, kappa] = [figure('sensitivity'), figure('specificity'), figure('kappa')]
    const promptSha256 = checklistPromptHash()
    return { ...common, kind: 'checklist', set, promptSha256, criteria: accuracy.n, accuracy, sensitivity, specificity, kappa }
  }
  const figures = (part: string) => ({ accuracy: figure(`accuracy.${part}`), agreement: figure(`agreement.${part}`) })
  const subsets = form === undefined ? [] : partsOf(metrics, 'accuracy').filter((part) => part !== 'all')
  return {
    ...common,
    ...(form !== undefined && { kind: 'pairwise', set, rule: form === 'judgebench' ? 'judgebench' : 'orders' }),
    strategy,
    promptSha256: await promptHash(STRATEGIES[strategy]),
    ...figures(form === undefined ? 'average' : 'all'),
    ...(subsets.length > 0 && { subsets: Object.fromEntries(subsets.map((subset) => [subset, figures(subset)])) }),
    nullRate,
  }
}
