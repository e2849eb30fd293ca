import { join, resolve } from 'node:path'
import { Command, Option } from 'commander'
import {
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
import { refusedLines } from '../labels/matchLabels.ts'
import { correlateKinds } from './correlateKinds.ts'
import { type CorrelationReport, correlationBlocks } from './correlationBlocks.ts'
import { aspectMeasure, LENGTH, loadRouge, measureAnswers, OVERLAP_MEASURES } from './measureAnswers.ts'
import { PAID_CALL, planCorrelation, RATING, rateAnswers, writeReferences } from './paidMeasures.ts'
import { type ComparedAnswer, readCompared, runReferences } from './readCompared.ts'

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
      const { run, judges, refused, several, documents, ...compared } = await readCompared(name, flags.also ?? [], paths, root)
      const references = await runReferences(run, [...new Set(compared.answers.map(({ suite }) => suite))], root)
      const answers = compared.answers.map((answer) => ({ ...answer, reference: references.of(answer) ?? answer.reference }))
      const asked = { judge: flags.judge !== undefined, author: flags.author !== undefined }
      const config = await commandConfig(withModels({ judge: flags.judge, author: flags.author }), root)
      const isPaid = asked.judge || asked.author
      const planned = isPaid
        ? commandPlanLines(estimateCommand(planCorrelation(answers, asked), config), config)
        : [' no call is made without --judge or --author']
      if (flags.plan) return printResult(flags.out, planned)
      if (isPaid) note(...planned)
      const replies = isPaid ? await ask(answers, asked, config, flags.work) : {}
      // Interrupted: what came is kept for the same command.
      if (!replies) return
      const { written, ratings, paid = [], simulated = false } = replies
      // With an author its references count, and no others.
      const measured = await measureAnswers(
        written ? answers.map((answer) => ({ ...answer, reference: written.of(answer) })) : answers,
        (answer): Record<string, number> => {
          const rating = ratings?.of(answer)
          return rating === undefined ? {} : { [RATING]: rating }
        },
      )
      const unusable = (count: number, what: string) => (count > 0 ? [`${counted(count, 'answer')} without a usable ${what}.`] : [])
      const report: CorrelationReport = {
        simulated: simulated || documents.some(isSimulated),
        kinds: correlateKinds(measured, [...judges, ...aspectsOf(answers).map(aspectMeasure), RATING, ...OVERLAP_MEASURES, LENGTH]),
        missing: {
          ...(!(await loadRouge()) && { ROUGE: NO_ROUGE }),
          ...MISSING,
          ...(!ratings && { [RATING]: 'not asked. Name a judge with --judge' }),
        },
        notes: [
          ...refusedLines(refused),
          ...(several > 0 ? [`${counted(several, 'labelled question')} about several texts at once, which have no measure.`] : []),
          ...(asked.author ? [] : references.notes.map((text) => `${text}.`.replace(/\.\.$/, '.'))),
          ...unusable(written?.unusable ?? 0, 'reference of the author'),
          ...unusable(ratings?.unusable ?? 0, 'rating of the judge'),
        ],
      }
      if (flags.json) return printResult(flags.out, { json: { ...report, simulated: report.simulated ? SIMULATED : undefined, paid } })
      const blocks = correlationBlocks(report)
      if (flags.markdown) return printResult(flags.out, markdownBlocks(blocks))
      await printResult(flags.out, [...terminalBlocks(blocks, screenWidth()), ...(paid.length > 0 ? ['', ...paidTable(paid)] : [])])
    })
}

/** Where people gave one score of an answer, as in KIEval's Table 5, each aspect of the judge's is a measure of its own. */
function aspectsOf(answers: readonly ComparedAnswer[]): string[] {
  const labelled = new Set(answers.map(({ kind }) => kind))
  return [...new Set(answers.flatMap(({ aspects = {} }) => Object.keys(aspects)))].filter((kind) => !labelled.has(kind))
}

/** What models replied; nothing where none was asked. */
interface Asked {
  readonly written?: Awaited<ReturnType<typeof writeReferences>> | undefined
  readonly ratings?: Awaited<ReturnType<typeof rateAnswers>> | undefined
  readonly paid?: readonly PaidRole[]
  readonly simulated?: boolean
}

/** Asks for ratings and references; undefined after an interruption. */
async function ask(
  answers: readonly ComparedAnswer[],
  asked: { readonly judge: boolean; readonly author: boolean },
  config: ResolvedConfig,
  work: string,
): Promise<Asked | undefined> {
  const roles = { ...(asked.author && { author: PAID_CALL }), ...(asked.judge && { judge: PAID_CALL }) }
  const progress = commandProgress()
  const folder = resolve(config.root, work)
  const answered = (count: number) => progress.step(counted(count, 'answer'))
  return runPaidCommand({ name: 'correlate', config, folder, roles, answered }, async (command) => ({
    written: asked.author ? await writeReferences(command, answers) : undefined,
    ratings: asked.judge ? await rateAnswers(command, answers) : undefined,
    paid: command.paid(),
    simulated: command.simulated,
  })).finally(() => progress.end())
}
