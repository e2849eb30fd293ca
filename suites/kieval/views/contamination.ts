import { type Block, type CompareView, type Correlation, columnsOf, type ScoresDocument, sentences } from '../../../src/kit.ts'
import { type Contamination, contamination, pointsOf, type SetCorrelation } from '../contamination.ts'
import { pValueText, readRun } from './readRun.ts'

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

/** Right answers against interviews, over runs of the kieval suite. */
export const contaminationView: CompareView = async (names, _flags, root) => {
  const runs = names.map((name) =>
    readRun(name, root, (document) => {
      const points = pointsOf(document)
      return points.length > 0 ? { document, points } : undefined
    }),
  )
  const view = contamination(runs.flatMap(({ points }) => points))
  const unlike = differingSettings(runs.map(({ document }) => document))
  return { json: { ...view, unlike }, blocks: viewBlocks(view, unlike) }
}

function viewBlocks({ points, regression, correlations }: Contamination, unlike: readonly string[]): Block[] {
  const figure = (value: number | null) => (value === null ? '–' : value.toFixed(1))
  const rows = points.map(({ run, set, accuracy, score, rounds, expected, least, suspicious, simulated, simulatedInterview }) => [
    run,
    set,
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
    { kind: 'table', label: 'Runs', columns: columnsOf(['run', 'candidate'], 2), rows: [...candidates] },
    {
      kind: 'table',
      label: 'Points',
      columns: columnsOf(['run', 'set', 'accuracy', 'KIEval', 'rounds', 'expected', 'at least', ''], 2),
      rows,
      // What was found stands last, and must not be cut.
      givingWay: [
        { column: 0, least: 12 },
        { column: 1, least: 12 },
        { column: 6, least: 5 },
        { column: 0, least: 8 },
        { column: 1, least: 8 },
      ],
    },
    ...sentences([
      regression
        ? `Over all points${points.some(({ leak }) => leak) ? ' without a leak' : ''}: KIEval = ${regression.intercept.toFixed(1)} + ${regression.slope.toFixed(1)} × accuracy.`
        : 'No regression: it takes two different accuracies.',
    ]),
    ...correlationTable(correlations),
    ...sentences([
      placed === 0
        ? 'No point can be flagged: it takes three others without a leak to tell what is expected.'
        : `${flagged} of ${placed} far below what the others predict (95 % prediction interval).`,
      ...unlike.map((difference) => `NOT ALIKE: ${difference}.`),
      'In-context leaks and training on the test look alike here; so does a model that cannot explain what it knows.',
    ]),
  ]
}

/** The paper's Table 7: Pearson's r and its p value, with all runs and without those that have a point far below. */
function correlationTable(correlations: readonly SetCorrelation[]): Block[] {
  const rows = correlations.flatMap(({ set, all, withoutSuspicious }) => {
    const name = set ?? 'all'
    return [...rowOf(name, all), ...rowOf(`${name}, without runs far below`, withoutSuspicious)]
  })
  return rows.length === 0
    ? []
    : [{ kind: 'table', label: 'Correlations', columns: columnsOf(['Pearson’s correlation', 'r', 'p', 'points']), rows }]
}

function rowOf(name: string, found: Correlation | null): string[][] {
  return found ? [[name, found.r.toFixed(3), pValueText(found.p), String(found.n)]] : []
}
