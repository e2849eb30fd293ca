import { dirname, join, resolve } from 'node:path'
import { Command, Option } from 'commander'
import {
  assertOtherRuns,
  type CommandFlags,
  commandConfig,
  commandPlanLines,
  counted,
  dataError,
  findRun,
  holdfastCommand,
  note,
  type PaidCommand,
  paidTable,
  present,
  printForms,
  printResult,
  runPaidCommand,
  SIMULATED,
  usageError,
  withModels,
  withOptions,
} from '../../../kit.ts'
import type { CorrectionMethod } from '../agreement/corrected.ts'
import { correlateKinds } from '../correlate/correlateKinds.ts'
import { type CorrelationReport, correlationBlocks } from '../correlate/correlationBlocks.ts'
import { aspectMeasure, LENGTH, loadRouge, measureAnswers, OVERLAP_MEASURES, RATING } from '../correlate/measureAnswers.ts'
import { PAID_CALL, planCorrelation, rateAnswers, writeReferences } from '../correlate/paidMeasures.ts'
import { type ComparedAnswer, readCompared, runReferences } from '../correlate/readCompared.ts'
import { boundKey, type Label, type LabelKey, readLabelFiles } from '../labels/label.ts'
import { refusedLines } from '../labels/matchLabels.ts'
import { judgeBlocks } from './judgeBlocks.ts'
import { type JudgedSource, readJudgedAgainst, readJudgedKey, readJudgedRun } from './judgedSource.ts'
import { type JudgeReport, type JudgeSection, measureJudge, measurePeople } from './measureJudge.ts'

interface MeasureFlags extends CommandFlags {
  readonly run?: string
  readonly against?: readonly string[] | undefined
  readonly method?: CorrectionMethod
  readonly rating?: string
}

/** What was measured, for people and as JSON. */
type Measured = { readonly report: JudgeReport; readonly json: object }

/** `holdfast judge measure <labels…>`: is the judge right, by the labels of people, and what would people say of the whole run? */
export function measureCommand(): Command {
  return withOptions(
    new Command('measure')
      .description('Measure a judge against the labels of people, and correct its figure by them.')
      .argument(
        '[labels...]',
        'files of labels and of their keys, JSONL (.gz too): { suite, item, question, sha256, rater, value } with a key or --run, or { id, judge, human? }',
      )
      .option('--run <run>', 'the run whose judge is measured, in place of a key')
      .option('--against <runs...>', 'judges of other runs of the same answers, beside people or in place of them')
      .addOption(
        new Option('--method <name>', 'how the figure is corrected (default: lee for labels of 0 and 1 without a key, else ppi)').choices([
          'lee',
          'ppi',
        ]),
      )
      .option('--rating <model>', 'a model that rates every answer from 1 to 10, as another measure'),
    ['all', 'with --run: ROUGE, BLEU and length beside the judge, and correlations with the labels'],
    ['author', 'who writes the references for ROUGE and BLEU (default: those of the suite)'],
    'work',
    'plan',
    'json',
    'markdown',
    'page',
    'out',
  ).action(async (paths: readonly string[], flags: MeasureFlags) => {
    // Beside itself the judge of a run would agree in all.
    const runs = flags.run === undefined || !flags.against ? [] : [flags.run, ...flags.against]
    const named = runs.map((name) => ({ name, file: findRun(name, process.cwd()).items }))
    assertOtherRuns(named, 'measure judges by each other')
    const isMore = flags.all || flags.rating !== undefined || flags.author !== undefined || (flags.against && paths.length > 0)
    const more = isMore ? await moreMeasures(paths, flags) : undefined
    if (flags.plan) return printResult(flags.out, more?.planned ?? [' no call is made without --rating or --author'])
    note(...(more?.planned ?? []))
    const found = await more?.measure()
    if (more && !found) return
    const { report, json } = await measured(paths, more ? { ...flags, against: undefined } : flags)
    const blocks = judgeBlocks(report)
    const correlations = found ? correlationBlocks(found.report) : []
    const paid = found?.paid ?? []
    await printForms(
      {
        json: found ? { ...json, correlation: { ...found.report, simulated: found.report.simulated ? SIMULATED : undefined, paid } } : json,
        blocks: [...blocks, ...correlations, { kind: 'lines', lines: () => (paid.length > 0 ? ['', ...paidTable(paid)] : []) }],
      },
      flags,
      'reports/judge.html',
    )
  })
}

async function measured(paths: readonly string[], { run, against, method }: MeasureFlags): Promise<Measured> {
  const root = process.cwd()
  if (against !== undefined) {
    if (run === undefined) throw usageError('Failed to measure judges by each other: --against goes with --run. Name two runs or more.')
    return amongJudges([run, ...against], method, root)
  }
  if (paths.length === 0) throw usageError('Failed to measure the judge: no labels. Name files of labels, or --against a run.')
  const { simple, labels, keys } = await readLabelFiles(paths, run !== undefined)
  const found = simple.length > 0 && measureJudge(simple, paths.join(', '), method)
  if (labels.length === 0 && !simple.some(({ human }) => human !== undefined))
    throw dataError(
      `Failed to measure the judge: ${paths.join(', ')} has no label${keys.length > 0 ? ', only a key. Open the page of each rater, rate, and name the file that it saves.' : '. Name the files that raters wrote.'}`,
    )
  if (found)
    return { report: { sections: [{ title: 'The judge against people', measured: found }], notes: [], simulated: false }, json: found }
  if (run === undefined && keys.length === 0)
    throw dataError(
      `Failed to measure the judge: ${paths.join(', ')} does not say what the judge said. Name the key that was written with the labels, or the run by --run.`,
    )
  const used = withoutChosen(labels, keys)
  if (used.labels.length === 0) throw dataError(`Failed to measure the judge: ${chosenNote(used.left)} Draw a sample by random.`)
  const source = run === undefined ? readJudgedKey(used.labels, used.keys) : await readJudgedRun(run, used, root)
  const corrected =
    run !== undefined && keys.length > 0 && paths.some((path) => dirname(resolve(path)) === resolve(root, 'reports', 'labels'))
  const [ofRun, ofKeys] = [source.judged.flatMap(({ models }) => models), used.keys.flatMap(({ model }) => model ?? [])]
  const others = [...new Set(ofKeys)].filter((model) => ofRun.length > 0 && !ofRun.includes(model))
  const notes = present([
    others.length > 0 &&
      `The key was written of verdicts by ${others.join(', ')}, and this run was judged by ${[...new Set(ofRun)].join(', ')}: the figures are of the latter.`,
    used.left > 0 && chosenNote(used.left),
    corrected && `The metrics of the run as people would have them: ${holdfastCommand('merge', run, '--out', 'reports/runs/corrected')}`,
  ])
  return ofSource(source, method, run, notes)
}

/** Each kind of question of each suite by itself, for each has a scale of its own. */
function sectionsOf({ judged, isSample }: Pick<JudgedSource, 'judged' | 'isSample'>, method: CorrectionMethod | undefined) {
  return judged.map(({ suite, kind, models, lines, texts }) => ({
    ...{ suite, kind, models, title: `${suite}: ${kind}`, isSample },
    measured: measureJudge(lines, `${suite}, ${kind}`, method, isSample),
    textsOf: (id: string) => texts.get(id),
  }))
}

/** What was found of each kind of question, as JSON by suite and kind. */
function byKind<Found extends { readonly suite: string; readonly kind: string }>(all: readonly Found[], of: (found: Found) => object) {
  const json: Record<string, Record<string, object>> = {}
  for (const found of all) json[found.suite] = { ...json[found.suite], [found.kind]: of(found) }
  return json
}

/** Said where labels are of another text: what is left of a sample is none. */
const CHANGED =
  'Answers changed since they were labelled. Those that did not change are no random sample: the corrected figure may be off. Label a sample of these answers.'

/** Said where no run is named. */
const OF_KEY =
  'A key has the answers that were drawn, and no others. For the mean that people would give the whole run name that too: --run <run>.'

function chosenNote(count: number): string {
  return `${counted(count, 'label')} of doubtful items that were chosen and not drawn: they say nothing of the judge on others, and do not count.`
}

function ofSource(source: JudgedSource, method: CorrectionMethod | undefined, run: string | undefined, others: readonly string[]) {
  const { simulated, unjudged } = source
  const sections = sectionsOf(source, method)
  const people = source.unasked.map(({ suite, kind, isAsked, lines }) => ({
    ...{ suite, kind, title: `${suite}: ${kind}`, isAsked },
    said: measurePeople(lines, `${suite}, ${kind}`),
  }))
  const suites = byKind([...sections, ...people], (found) =>
    'measured' in found ? found.measured : { ...found.said, ...(found.isAsked && { unusable: true }) },
  )
  const refused = refusedLines(source.refused, run === undefined ? 'key' : 'run')
  const notes = present([
    ...refused,
    source.refused.otherText.length > 0 && CHANGED,
    ...others,
    source.isSample && run === undefined && OF_KEY,
    unjudged > 0 && `${counted(unjudged, 'labelled question')} that the judge gave no usable reply to.`,
  ])
  return { report: { sections, people, notes, simulated }, json: { ...(simulated && { simulated }), suites, unjudged, refused } }
}

/** Each judge by those that are named after it. */
async function amongJudges(runs: readonly string[], method: CorrectionMethod | undefined, root: string): Promise<Measured> {
  const sections: JudgeSection[] = []
  const notes: string[] = []
  const pairs: object[] = []
  let isSimulated = false
  for (const [at, run] of runs.entries()) {
    for (const against of runs.slice(at + 1)) {
      const source = await readJudgedAgainst(run, against, root)
      const { judge, other, simulated, unasked, counts } = source
      const { unjudged, onlyHere } = counts
      isSimulated ||= simulated
      const own = sectionsOf(source, method)
      sections.push(...own.map((section) => ({ ...section, title: `${section.title}, ${judge}`, otherJudge: other })))
      if (unjudged > 0) notes.push(`${counted(unjudged, 'question')} that ${against} judged, and ${run} gave no usable reply to.`)
      for (const { suite, kind, isAsked } of unasked)
        notes.push(`${suite}, ${kind}: ${run} ${isAsked ? 'has no usable reply to any' : 'asked no judge'}.`)
      if (onlyHere > 0) notes.push(`${counted(onlyHere, 'question')} of ${run} that ${against} has no verdict of on the same text.`)
      pairs.push({ run, against, judge, other, suites: byKind(own, (section) => section.measured), ...counts })
    }
  }
  return {
    report: { sections, notes, simulated: isSimulated },
    json: { ...(isSimulated && { simulated: true }), judges: pairs },
  }
}

/**
 * Labels and keys without those of items that were chosen and not drawn: such items are the doubtful ones, and say nothing of how a
 * judge does on the others.
 *
 * @returns `left`: how many labels are left out.
 */
function withoutChosen(labels: readonly Label[], keys: readonly LabelKey[]) {
  const drawn = keys.filter(({ of }) => of === undefined)
  const known = new Set(drawn.map(boundKey))
  const chosen = new Set(keys.filter(({ of }) => of !== undefined).map(boundKey))
  const kept = labels.filter((label) => !chosen.has(boundKey(label)) || known.has(boundKey(label)))
  return { labels: kept, keys: drawn, left: labels.length - kept.length }
}

/** Measures of KIEval's Table 5 that cannot be had here. */
const MISSING = {
  BERTScore: 'not computed. It needs the weights of a language model, which this package has not',
  METEOR: "not computed. It needs WordNet's synonyms, which this package has not",
}

const NO_ROUGE = 'not computed. Install js-rouge: npm install --save-dev js-rouge@3'

/** Prepares measures beside agreement, and their correlations with labels: nothing is asked yet. */
async function moreMeasures(paths: readonly string[], flags: MeasureFlags) {
  if (flags.run === undefined || paths.length === 0)
    throw usageError(
      'Failed to measure more than agreement: --all, --rating and --author take labels and the run that they are of. Name files of labels, and the run with --run.',
    )
  const root = process.cwd()
  const { run, judges, refused, several, simulated, ...compared } = await readCompared(flags.run, flags.against, paths, root)
  const references = await runReferences(run, [...new Set(compared.answers.map(({ suite }) => suite))], root)
  const answers = compared.answers.map((answer) => ({ ...answer, reference: references.of(answer) ?? answer.reference }))
  const volumes = planCorrelation(answers, flags)
  const config = await commandConfig(withModels({ judge: flags.rating, author: flags.author }), root)
  const folder = resolve(config.root, flags.work ?? join('reports', 'data', 'measure'))
  const measure = async (command?: PaidCommand) => {
    const written = command && volumes.author ? await writeReferences(command, answers) : undefined
    const ratings = command && volumes.judge ? await rateAnswers(command, answers) : undefined
    // With an author its references count, and no others.
    const measured = await measureAnswers(
      written ? answers.map((answer) => ({ ...answer, reference: written.of(answer) })) : answers,
      ratings?.of,
    )
    const unusable = (count = 0, what: string) => count > 0 && `${counted(count, 'answer')} without a usable ${what}.`
    const report: CorrelationReport = {
      simulated: (command?.simulated ?? false) || simulated,
      kinds: correlateKinds(measured, [...judges, ...aspectsOf(answers).map(aspectMeasure), RATING, ...OVERLAP_MEASURES, LENGTH]),
      missing: {
        ...(!(await loadRouge()) && { ROUGE: NO_ROUGE }),
        ...MISSING,
        ...(!ratings && { [RATING]: 'not asked. Name a model with --rating' }),
      },
      notes: present([
        ...refusedLines(refused),
        several > 0 && `${counted(several, 'labelled question')} about several texts at once, which have no measure.`,
        ...(volumes.author ? [] : references.notes.map((text) => `${text}.`.replace(/\.\.$/, '.'))),
        unusable(written?.unusable, 'reference of the author'),
        unusable(ratings?.unusable, 'rating of the model'),
      ]),
    }
    return { report, paid: command?.paid() ?? [] }
  }
  const paid = Object.keys(volumes)
  if (paid.length === 0) return { planned: undefined, measure }
  const roles = Object.fromEntries(paid.map((role) => [role, PAID_CALL]))
  // Interrupted: what came is kept for the same command.
  return {
    planned: commandPlanLines(volumes, config),
    measure: () => runPaidCommand({ name: 'judge measure', config, folder, roles }, measure),
  }
}

/** Where people gave one score of an answer, as in KIEval's Table 5, each aspect of the judge's is a measure of its own. */
function aspectsOf(answers: readonly ComparedAnswer[]): string[] {
  const labelled = new Set(answers.map(({ kind }) => kind))
  return [...new Set(answers.flatMap(({ aspects = {} }) => Object.keys(aspects)))].filter((kind) => !labelled.has(kind))
}
