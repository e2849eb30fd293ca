import { join, resolve } from 'node:path'
import { type CommandFlags, commandConfig, commandPlanLines, counted, type PaidCommand, runPaidCommand, withModels } from '../../../kit.ts'
import { refusedLines } from '../labels/matchLabels.ts'
import { correlateKinds } from './correlateKinds.ts'
import type { CorrelationReport } from './correlationBlocks.ts'
import { aspectMeasure, LENGTH, loadRouge, measureAnswers, OVERLAP_MEASURES, RATING } from './measureAnswers.ts'
import { PAID_CALL, planCorrelation, rateAnswers, writeReferences } from './paidMeasures.ts'
import { type ComparedAnswer, readCompared, runReferences } from './readCompared.ts'

/** Measures of KIEval's Table 5 that cannot be had here. */
const MISSING = {
  BERTScore: 'not computed. It needs the weights of a language model, which this package has not',
  METEOR: "not computed. It needs WordNet's synonyms, which this package has not",
}

const NO_ROUGE = 'not computed. Install js-rouge: npm install --save-dev js-rouge@3'

/** Flags of `holdfast judge measure` that are about measures beside agreement. */
export interface CorrelateFlags extends CommandFlags {
  readonly against?: readonly string[]
  readonly rating?: string
}

/** Prepares a correlation: nothing is asked yet. @param name of the run. @param paths of labels. */
export async function correlation(name: string, paths: readonly string[], flags: CorrelateFlags, root: string) {
  const { run, judges, refused, several, simulated: isSimulated, ...compared } = await readCompared(name, flags.against ?? [], paths, root)
  const references = await runReferences(run, [...new Set(compared.answers.map(({ suite }) => suite))], root)
  const answers = compared.answers.map((answer) => ({ ...answer, reference: references.of(answer) ?? answer.reference }))
  const asked = { judge: flags.rating !== undefined, author: flags.author !== undefined }
  const config = await commandConfig(withModels({ judge: flags.rating, author: flags.author }), root)
  const isPaid = asked.judge || asked.author
  const folder = resolve(config.root, flags.work ?? join('reports', 'data', 'measure'))
  const roles = { ...(asked.author && { author: PAID_CALL }), ...(asked.judge && { judge: PAID_CALL }) }
  const ask = async (command: PaidCommand) => ({
    written: asked.author ? await writeReferences(command, answers) : undefined,
    ratings: asked.judge ? await rateAnswers(command, answers) : undefined,
    paid: command.paid(),
    simulated: command.simulated,
  })
  const free = { written: undefined, ratings: undefined, paid: [], simulated: false }
  const measure = async () => {
    const replies = isPaid ? await runPaidCommand({ name: 'judge measure', config, folder, roles }, ask) : free
    // Interrupted: what came is kept for the same command.
    if (!replies) return undefined
    const { written, ratings, paid, simulated } = replies
    // With an author its references count, and no others.
    const measured = await measureAnswers(
      written ? answers.map((answer) => ({ ...answer, reference: written.of(answer) })) : answers,
      ratings?.of,
    )
    const unusable = (count: number, what: string) => (count > 0 ? [`${counted(count, 'answer')} without a usable ${what}.`] : [])
    const report: CorrelationReport = {
      simulated: simulated || isSimulated,
      kinds: correlateKinds(measured, [...judges, ...aspectsOf(answers).map(aspectMeasure), RATING, ...OVERLAP_MEASURES, LENGTH]),
      missing: {
        ...(!(await loadRouge()) && { ROUGE: NO_ROUGE }),
        ...MISSING,
        ...(!ratings && { [RATING]: 'not asked. Name a model with --rating' }),
      },
      notes: [
        ...refusedLines(refused),
        ...(several > 0 ? [`${counted(several, 'labelled question')} about several texts at once, which have no measure.`] : []),
        ...(asked.author ? [] : references.notes.map((text) => `${text}.`.replace(/\.\.$/, '.'))),
        ...unusable(written?.unusable ?? 0, 'reference of the author'),
        ...unusable(ratings?.unusable ?? 0, 'rating of the model'),
      ],
    }
    return { report, paid }
  }
  return { planned: isPaid ? commandPlanLines(planCorrelation(answers, asked), config) : undefined, measure }
}

/** Where people gave one score of an answer, as in KIEval's Table 5, each aspect of the judge's is a measure of its own. */
function aspectsOf(answers: readonly ComparedAnswer[]): string[] {
  const labelled = new Set(answers.map(({ kind }) => kind))
  return [...new Set(answers.flatMap(({ aspects = {} }) => Object.keys(aspects)))].filter((kind) => !labelled.has(kind))
}
