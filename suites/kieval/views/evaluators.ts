import { existsSync, realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  type Block,
  type CompareView,
  columnsOf,
  combineTrials,
  dataError,
  INTERVIEW_METRICS,
  type ItemRecord,
  kendallTau,
  mean,
  pearson,
  type RunFolder,
  readItemRecords,
  type ScoresDocument,
  sentences,
  singleLine,
  spearman,
} from '../../../src/kit.ts'
import { pValueText, readRun } from './readRun.ts'

/** What several evaluators say of the same interviews: runs of kieval, and those that judged them again. */
export const evaluatorsView: CompareView = async (names, _flags, root) => {
  const runs = names.map((name) =>
    readRun(name, root, (document, folder) => evaluatedRun(document, readItemRecords(folder.items), interviewsOf(document, folder))),
  )
  const agreements = evaluatorAgreements(runs)
  if (agreements.length === 0) {
    throw dataError(
      'Failed to set evaluators side by side: no two of these runs evaluated the same interviews. Name a run and what npx holdfast judge again <run> --judge <evaluator> made of it.',
    )
  }
  const listed = runs.map(({ overall: _overall, ...run }) => run)
  return { json: { runs: listed, agreements }, blocks: viewBlocks(runs, agreements) }
}

/** A run with who evaluated its interviews. */
export type EvaluatedRun = NonNullable<ReturnType<typeof evaluatedRun>>

/** Reads a run; undefined for one without scored interviews. */
function evaluatedRun({ run, suites }: ScoresDocument, records: readonly ItemRecord[], interviews: string) {
  const metrics = suites.kieval?.metrics ?? {}
  const scores = Object.fromEntries(
    INTERVIEW_METRICS.flatMap((name) => {
      const figure = metrics[`score.${name}`]
      return figure ? [[name, figure.value] as const] : []
    }),
  )
  if (scores.overall === undefined) return undefined
  const overall = combineTrials(records.filter(({ suite }) => suite === 'kieval')).flatMap(({ item, scores: own }) => {
    const score = own['score.overall']
    return score === undefined ? [] : [[item, score] as const]
  })
  return {
    run: run.id,
    /** The run that held the interviews: this one, or the one that it judged again. */
    interviews,
    candidate: run.roles.candidate?.model ?? '',
    evaluator: run.roles.judge?.model ?? '',
    /** Whether anybody was simulated who had a part in them. */
    simulated: ['candidate', 'interactor', 'judge'].some((role) => run.roles[role]?.simulated),
    /** Official scores, 10 to 100: a row of the paper's Table 13. */
    scores,
    /** Overall score of each interview, by item. */
    overall: new Map(overall),
  }
}

/** Every two evaluators that evaluated the same interviews, over all interviews that they share. */
export function evaluatorAgreements(runs: readonly EvaluatedRun[]) {
  const names = [...new Set(runs.map(({ evaluator }) => evaluator))]
  return names.flatMap((one, index) =>
    names.slice(index + 1).flatMap((other) => {
      const shared = runs.flatMap((run) => {
        const again = runs.find(({ interviews, evaluator }) => interviews === run.interviews && evaluator === other)
        return run.evaluator === one && again ? [[run, again] as const] : []
      })
      return shared.length === 0 ? [] : [agreementOf(one, other, shared)]
    }),
  )
}

/**
 * What two evaluators say of the same interviews (the paper's Table 14): `scores` over the mean scores of all aspects and the overall
 * ones, one point for each run and score; `interviews` over the overall scores of single interviews; `difference` the mean overall score
 * by the second less that by the first, over the interviews that both scored.
 */
function agreementOf(one: string, other: string, shared: readonly (readonly [EvaluatedRun, EvaluatedRun])[]) {
  const scores = shared.flatMap(([first, second]) => INTERVIEW_METRICS.map((name) => [first.scores[name], second.scores[name]] as const))
  const interviews = shared.flatMap(([first, second]) =>
    [...first.overall].map(([item, score]) => [score, second.overall.get(item)] as const),
  )
  const both = interviews.flatMap(([first, second]) => (first === undefined || second === undefined ? [] : [second - first]))
  return {
    evaluators: [one, other] as const,
    scores: agreement(scores),
    interviews: agreement(interviews),
    difference: both.length === 0 ? null : mean(both),
  }
}

/** How far two series agree in their order and their size; tau is Kendall's tau-b. */
function agreement(pairs: readonly (readonly [number | undefined, number | undefined])[]) {
  const whole = pairs.flatMap(([one, other]) => (one === undefined || other === undefined ? [] : [[one, other] as const]))
  const [one, other] = [whole.map(([value]) => value), whole.map(([, value]) => value)]
  const [linear, ranked] = [pearson(one, other), spearman(one, other)]
  return linear && ranked && { pearson: linear, spearman: ranked, tau: kendallTau(one, other) }
}

/** The folder of the run that held the interviews: a run that judges again has its recording as the candidate. */
function interviewsOf({ run }: ScoresDocument, folder: RunFolder): string {
  const recorded = /^replay:(.+)$/s.exec(run.roles.candidate?.model ?? '')?.[1]
  const path = recorded === undefined ? folder.path : dirname(recorded)
  return existsSync(path) ? realpathSync(path) : path
}

function viewBlocks(runs: readonly EvaluatedRun[], agreements: ReturnType<typeof evaluatorAgreements>): Block[] {
  const candidateOf = ({ interviews, candidate }: EvaluatedRun) =>
    runs.find((run) => run.interviews === interviews && !run.candidate.startsWith('replay:'))?.candidate ?? candidate
  const rows = runs.map((run) => [
    `${candidateOf(run)} by ${run.evaluator}`,
    ...INTERVIEW_METRICS.map((name) => run.scores[name]?.toFixed(1) ?? '–'),
    run.simulated ? 'sim' : '',
  ])
  const told = agreements.flatMap(({ evaluators, scores, interviews, difference }): Block[] => [
    { kind: 'heading', text: singleLine(evaluators.join(' and ')) },
    {
      kind: 'table',
      label: 'Agreement',
      columns: columnsOf(['', 'n', 'Pearson r', 'p', 'Spearman ρ', 'p', 'Kendall τ']),
      rows: [
        ['scores of runs', ...figuresOf(scores)],
        ['single interviews', ...figuresOf(interviews)],
      ],
    },
    ...(difference === null
      ? []
      : sentences([`The second scores interviews ${Math.abs(difference).toFixed(1)} ${difference < 0 ? 'lower' : 'higher'} on the mean.`])),
  ])
  return [
    { kind: 'table', label: 'Evaluators', columns: columnsOf(['interviews and evaluator', ...INTERVIEW_METRICS, '']), rows, isWide: true },
    ...told,
  ]
}

function figuresOf(found: ReturnType<typeof agreement>): string[] {
  if (!found) return Array(6).fill('–')
  const { pearson, spearman, tau } = found
  return [String(pearson.n), pearson.r.toFixed(3), pValueText(pearson.p), spearman.r.toFixed(3), pValueText(spearman.p), tau.toFixed(3)]
}
