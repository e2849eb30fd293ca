import { join, resolve } from 'node:path'
import { Command, Option } from 'commander'
import {
  type CallRole,
  commandConfig,
  commandPlanLines,
  commandProgress,
  counted,
  estimateCommand,
  isSimulated,
  markdownBlocks,
  note,
  type PaidRole,
  paidTable,
  printResult,
  type ResolvedConfig,
  runPaidCommand,
  SIMULATED,
  screenWidth,
  terminalBlocks,
  withModels,
} from '../../../kit.ts'
import { refusedLines } from '../measure/judgedSource.ts'
import type { ComparedAnswer } from './comparedAnswer.ts'
import type { CorrelatedKind } from './correlateKinds.ts'
import { type CorrelationReport, correlationBlocks } from './correlationBlocks.ts'
import { type ComparedRun, readCompared } from './readCompared.ts'
import type { SingleRatings } from './singleRating.ts'
import type { WrittenReferences } from './writtenReferences.ts'

/** Measures of KIEval's Table 5 that cannot be had here. */
const MISSING = {
  BERTScore: 'not computed. It needs the weights of a language model, which this package has not',
  METEOR: "not computed. It needs WordNet's synonyms, which this package has not",
}

const NO_ROUGE = 'not computed. Install js-rouge: npm install --save-dev js-rouge@3'

interface CorrelateFlags {
  readonly also?: readonly string[]
  readonly judge?: string
  readonly author?: string
  readonly work: string
  readonly plan?: boolean
  readonly json?: boolean
  readonly markdown?: boolean
  readonly out?: string
}

/** `holdfast correlate <run> <labels…>`: how the judge and the measures that papers compare it with go with the labels of people. */
export function correlateCommand(): Command {
  return new Command('correlate')
    .description('Correlate the judge, ROUGE, BLEU, length and a single rating with the labels of people, by kind of question and task.')
    .argument('<run>', 'run folder, its name under reports/runs, or latest')
    .argument('<labels...>', 'files of lines { suite, item, trial, question, sha256, rater, value }, JSONL (.gz too)')
    .option('--also <runs...>', 'runs of the same answers before other judges, as rejudge makes them: each judge is a row')
    .option('--judge <model>', 'who rates every answer from 1 to 10 (default: nobody)')
    .option('--author <model>', 'who writes the references for ROUGE and BLEU (default: those of the suite)')
    .option('--work <folder>', 'folder of its calls: what is answered there is not asked again', join('reports', 'data', 'correlate'))
    .option('--plan', 'print what --judge and --author take, and make no call')
    .option('--json', 'print JSON, with the figures of every task')
    .addOption(new Option('--markdown', 'print markdown, for a pull request').conflicts('json'))
    .option('--out <file>', 'file for the result instead of stdout')
    .action(async (name: string, paths: string[], flags: CorrelateFlags) => {
      const root = process.cwd()
      const compared = await readCompared(name, flags.also ?? [], paths, root)
      const { runReferences } = await import('./runReferences.ts')
      const references = await runReferences(compared.run, [...new Set(compared.answers.map(({ suite }) => suite))], root)
      const answers = compared.answers.map((answer) => ({
        ...answer,
        reference: references.of(answer.suite, answer.item, answer.question) ?? answer.reference,
      }))
      const asked = { judge: flags.judge !== undefined, author: flags.author !== undefined }
      const config = await commandConfig(withModels({ judge: flags.judge, author: flags.author }), root)
      if (asked.judge || asked.author) {
        const planned = await planLines(answers, asked, config)
        if (flags.plan) return printResult(flags.out, planned)
        note(...planned)
      } else if (flags.plan) return printResult(flags.out, [' no call is made without --judge or --author'])
      const replies = asked.judge || asked.author ? await ask(answers, asked, config, flags.work) : {}
      // Interrupted: what came is kept for the same command.
      if (!replies) return
      // With an author its references count, and no others.
      const { written, ratings, paid = [] } = replies
      const referred = written ? answers.map((answer) => ({ ...answer, reference: written.of(answer) })) : answers
      const kinds = await correlated(referred, ratings, compared.judges)
      const report = await reportOf(compared, kinds, { ...replies, notes: asked.author ? [] : references.notes })
      if (flags.json) return printResult(flags.out, { json: { ...jsonOf(report), paid } })
      const blocks = correlationBlocks(report)
      if (flags.markdown) return printResult(flags.out, markdownBlocks(blocks))
      await printResult(flags.out, [...terminalBlocks(blocks, screenWidth()), ...(paid.length > 0 ? ['', ...paidTable(paid)] : [])])
    })
}

type Asked = { readonly judge: boolean; readonly author: boolean }

/** What models replied; nothing where none was asked. */
interface Replies {
  readonly written?: WrittenReferences | undefined
  readonly ratings?: SingleRatings | undefined
  readonly paid?: readonly PaidRole[]
  readonly simulated?: boolean
}

async function planLines(answers: readonly ComparedAnswer[], asked: Asked, config: ResolvedConfig): Promise<string[]> {
  const { planCorrelation } = await import('./correlatePlan.ts')
  return commandPlanLines(estimateCommand(planCorrelation(answers, asked), config), config)
}

/** Asks for ratings and references; undefined after an interruption. */
async function ask(answers: readonly ComparedAnswer[], asked: Asked, config: ResolvedConfig, work: string): Promise<Replies | undefined> {
  const { RATING_CALL, rateAnswers } = await import('./singleRating.ts')
  const { WRITING_CALL, writeReferences } = await import('./writtenReferences.ts')
  const roles: Partial<Record<CallRole, object>> = {
    ...(asked.author && { author: WRITING_CALL }),
    ...(asked.judge && { judge: RATING_CALL }),
  }
  const progress = commandProgress()
  try {
    const folder = resolve(config.root, work)
    const answered = (count: number) => progress.step(counted(count, 'answer'))
    return await runPaidCommand({ name: 'correlate', config, folder, roles, answered }, async (command) => ({
      written: asked.author ? await writeReferences(command, answers) : undefined,
      ratings: asked.judge ? await rateAnswers(command, answers) : undefined,
      paid: command.paid(),
      simulated: command.simulated,
    }))
  } finally {
    progress.end()
  }
}

async function correlated(
  answers: readonly ComparedAnswer[],
  ratings: SingleRatings | undefined,
  judges: readonly string[],
): Promise<CorrelatedKind[]> {
  // Loaded when needed: every command comes through this file.
  const { aspectMeasure, LENGTH, measureAnswers, OVERLAP_MEASURES } = await import('./measureAnswers.ts')
  const { correlateKinds } = await import('./correlateKinds.ts')
  const { RATING } = await import('./singleRating.ts')
  const measured = await measureAnswers(answers, (answer) => {
    const rating = ratings?.of(answer)
    return rating === undefined ? {} : { [RATING]: rating }
  })
  // Where people gave one score of an answer, as in KIEval's Table 5, each aspect of the judge's is a measure of its own.
  const labelled = new Set(answers.map(({ kind }) => kind))
  const aspects = new Set(answers.flatMap(({ aspects = {} }) => Object.keys(aspects)).filter((kind) => !labelled.has(kind)))
  return correlateKinds(measured, [...judges, ...[...aspects].map(aspectMeasure), RATING, ...OVERLAP_MEASURES, LENGTH])
}

async function reportOf(
  { documents, refused, several }: ComparedRun,
  kinds: readonly CorrelatedKind[],
  { written, ratings, simulated, notes }: Replies & { readonly notes: readonly string[] },
): Promise<CorrelationReport> {
  const { loadRouge } = await import('./overlap/rouge.ts')
  const hasRouge = (await loadRouge()) !== undefined
  const unusable = (count: number, what: string) => (count > 0 ? [`${counted(count, 'answer')} without a usable ${what}.`] : [])
  return {
    simulated: simulated === true || documents.some(isSimulated),
    kinds,
    missing: {
      ...(!hasRouge && { ROUGE: NO_ROUGE }),
      ...MISSING,
      ...(!ratings && { 'rating 1 to 10': 'not asked. Name a judge with --judge' }),
    },
    notes: [
      ...refusedLines(refused),
      ...(several > 0 ? [`${counted(several, 'labelled question')} about several texts at once, which have no measure.`] : []),
      ...notes.map((text) => `${text}.`.replace(/\.\.$/, '.')),
      ...unusable(written?.unusable ?? 0, 'reference of the author'),
      ...unusable(ratings?.unusable ?? 0, 'rating of the judge'),
    ],
  }
}

function jsonOf({ simulated, kinds, missing, notes }: CorrelationReport): object {
  return { ...(simulated && { simulated: SIMULATED }), kinds, missing, notes }
}
