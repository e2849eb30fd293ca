import type { Command } from 'commander'
import { type CommandTools, type Correlation, columns, printResult, type ScoresDocument, truncate } from '../../../src/kit.ts'
import { type Contamination, contamination, pointsOf, type SetCorrelation } from '../contamination.ts'
import { type PrintOptions, printingCommand, pValueText, readRun, sentence } from './printed.ts'

/** Options that make other interviews or other scores; which questions there are, and a leak, are what points differ in. */
const ALIKE = ['rounds', 'stop', 'weights', 'parse', 'validation', 'list', 'selection'] as const

/** In what runs differ that their points should share: who interviewed, who judged, and how. One text for each difference. */
export function differingSettings(documents: readonly ScoresDocument[]): string[] {
  const differences: string[] = []
  const compare = (what: string, of: (document: ScoresDocument) => string | undefined) => {
    const values = [...new Set(documents.flatMap((document) => of(document) ?? []))]
    if (values.length > 1) differences.push(`${what} ${values.join(' and ')}`)
  }
  compare('judged by', ({ run }) => run.roles.judge?.model)
  compare('interviewed by', ({ run }) => run.roles.interactor?.model)
  compare('scored by rules of version', ({ run }) => run.scoring?.kieval?.toString())
  for (const option of ALIKE) {
    compare(`made with ${option}`, ({ run }) => run.options?.kieval?.[option]?.toString())
  }
  return differences
}

/** `holdfast contamination <runs…>`: right answers against interviews, over runs of the kieval suite. */
export function contaminationCommand({ openOutput }: CommandTools): Command {
  return printingCommand(
    'contamination',
    'Set static accuracy against KIEval score over several runs, and flag models that answer better than they can explain.',
  )
    .argument('<runs...>', 'run folders, names under reports/runs, or latest')
    .action(async (names: string[], { json, out }: PrintOptions) => {
      const runs = names.map((name) =>
        readRun(name, (document) => {
          const points = pointsOf(document)
          return points.length > 0 ? { document, points } : undefined
        }),
      )
      const view = contamination(runs.flatMap(({ points }) => points))
      const unlike = differingSettings(runs.map(({ document }) => document))
      await printResult(out, json ? { json: { ...view, unlike } } : viewLines(view, unlike), openOutput)
    })
}

/** Columns for the name of a set. */
const NAME = 16

function viewLines({ points, regression, correlations }: Contamination, unlike: readonly string[]): string[] {
  const figure = (value: number | null) => (value === null ? '–' : value.toFixed(1))
  const rows = points.map(({ run, set, accuracy, score, rounds, expected, least, suspicious, simulated, simulatedInterview }) => [
    run,
    truncate(set, NAME),
    `${(100 * accuracy).toFixed(1)} %${simulated ? ' sim' : ''}`,
    `${score.toFixed(1)}${simulatedInterview ? ' sim' : ''}`,
    rounds?.toFixed(2) ?? '–',
    figure(expected),
    figure(least),
    suspicious ? 'FAR BELOW' : '',
  ])
  const flagged = points.filter(({ suspicious }) => suspicious).length
  const placed = points.filter(({ expected }) => expected !== null).length
  const candidates = new Map(points.map(({ run, model, leak }) => [run, `${model}${leak ? ', with a leak on purpose' : ''}`]))
  return [
    ...columns([...candidates], new Set([0, 1])),
    '',
    ...columns([['run', 'set', 'accuracy', 'KIEval', 'rounds', 'expected', 'at least', ''], ...rows], new Set([0, 1, 7])),
    '',
    ...sentence(
      regression
        ? `over all points${points.some(({ leak }) => leak) ? ' without a leak' : ''}: KIEval = ${regression.intercept.toFixed(1)} + ${regression.slope.toFixed(1)} × accuracy`
        : 'no regression: it takes two different accuracies',
    ),
    ...correlationLines(correlations),
    ...sentence(
      placed === 0
        ? 'no point can be flagged: it takes three others without a leak to tell what is expected'
        : `${flagged} of ${placed} far below what the others predict (95 % prediction interval)`,
    ),
    ...unlike.flatMap((difference) => sentence(`NOT ALIKE: ${difference}`)),
    ...sentence('In-context leaks and training on the test look alike here; so does a model that cannot explain what it knows.'),
  ]
}

/** The paper's Table 7: Pearson's r and its p value, with all runs and without those that have a point far below. */
function correlationLines(correlations: readonly SetCorrelation[]): string[] {
  const rows = correlations.flatMap(({ set, all, withoutSuspicious }) => {
    const name = set === null ? 'all' : truncate(set, NAME)
    return [...rowOf(name, all), ...rowOf(`${name}, without runs far below`, withoutSuspicious)]
  })
  return rows.length === 0 ? [] : ['', ...columns([['Pearson’s correlation', 'r', 'p', 'points'], ...rows], new Set([0])), '']
}

function rowOf(name: string, found: Correlation | null): string[][] {
  return found ? [[name, found.r.toFixed(3), pValueText(found.p), String(found.n)]] : []
}
