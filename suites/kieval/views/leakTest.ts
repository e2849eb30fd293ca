import {
  type Block,
  type CompareView,
  columnsOf,
  compareRecords,
  dataError,
  type Figures,
  findRun,
  type ItemRecord,
  type RunFolder,
  readItemRecords,
  readJson,
  type ScoresDocument,
  scoresDocument,
  sentences,
  summaryRules,
  usageError,
} from '../../../src/kit.ts'
import { kievalSummary } from '../summary.ts'

const { summarize } = summaryRules('kieval', kievalSummary)

/**
 * What the leak test says. `holds`: right answers rose and the KIEval score did not, which is what KIEval is for. `fooled`:
 * the score rose too. `nothing`: right answers did not rise, so that nothing leaked that helped.
 */
type LeakTest = ReturnType<typeof leakTest>

/** Compares a run with one whose candidate had the questions and answers in its context, question by question. */
export function leakTest(clean: readonly ItemRecord[], leaked: readonly ItemRecord[]) {
  const accuracy = changeOf('accuracy', clean, leaked)
  const interviewed = (records: readonly ItemRecord[]) =>
    new Set(records.filter(({ scores }) => scores['score.overall'] !== undefined).map(({ item }) => item))
  const [one, other] = [interviewed(clean), interviewed(leaked)]
  // A question dropped in one run has no interview there: means over different questions would be compared.
  const both = (records: readonly ItemRecord[]) => records.filter(({ item }) => one.has(item) && other.has(item))
  const score = changeOf('score.overall', both(clean), both(leaked))
  const verdict: keyof typeof VERDICTS = score?.rose ? 'fooled' : accuracy?.rose && score ? 'holds' : 'nothing'
  return { verdict, accuracy, score }
}

type LeakChange = ReturnType<typeof changeOf>

/** Two figures are tested, each at half of 5 %. */
const LEVEL = 0.05 / 2

/** A figure without the leak and with it, on the questions that have it in both runs, and whether it rose beyond chance. */
function changeOf(metric: string, clean: readonly ItemRecord[], leaked: readonly ItemRecord[]) {
  // The paired test of the change, whatever the scale that the figure is on.
  const unscaled = (records: readonly ItemRecord[]): Figures => {
    const { [metric]: figure } = summarize(records)
    return figure ? { [metric]: { ...figure, range: undefined } } : {}
  }
  const [found] = compareRecords(clean, leaked, unscaled).metrics
  if (!found) return null
  const { a, b, change, ci95, n, p } = found
  return { clean: a, leaked: b, change, ci95, n, rose: change > 0 && p < LEVEL }
}

/** Does a leaked test raise the right answers only, and not the KIEval score? The first run is without the leak, the second with it. */
export const leakTestView: CompareView = async ([cleanName = 'latest', leakedName, ...others], _flags, root) => {
  if (leakedName === undefined || others.length > 0)
    throw usageError('Failed to test a leak: it takes two runs. Name first the run without, then the one with HOLDFAST_KIEVAL_LEAK=1.')
  const [clean, leaked] = [findRun(cleanName, root), findRun(leakedName, root)]
  const documents = [documentOf(clean, false), documentOf(leaked, true)] as const
  const result = leakTest(readItemRecords(clean.items), readItemRecords(leaked.items))
  return { json: result, blocks: resultBlocks(result, documents), isNo: result.verdict !== 'holds' }
}

function documentOf(folder: RunFolder, leak: boolean): ScoresDocument {
  const document = readJson(folder.scores, scoresDocument)
  const options = document.run.options?.kieval
  if (options && (options.leak === true) === leak) return document
  throw dataError(
    `Failed to test a leak: ${folder.path} is ${options ? (leak ? 'without a leak' : 'with a leak') : 'no run of kieval'}. Name first the run without, then the one with HOLDFAST_KIEVAL_LEAK=1.`,
  )
}

const VERDICTS = {
  holds: 'HOLDS: right answers rose, and the KIEval score did not',
  fooled: 'FOOLED: the KIEval score rose too',
  nothing: 'SAYS NOTHING: right answers did not rise, so that nothing leaked that helped',
} as const

function resultBlocks({ verdict, accuracy, score }: LeakTest, documents: readonly ScoresDocument[]): Block[] {
  const roles = documents.flatMap(({ run }) => Object.entries(run.roles))
  // The candidate alone gives right answers; the score is also the interviewer's and the judge's work.
  const simulated = (name: string | undefined) => roles.some(([role, own]) => own.simulated && (name === undefined || role === name))
  const facts = ['candidate', 'judge'].map(
    (role) => [role, [...new Set(roles.filter(([name]) => name === role).map(([, { model }]) => model))].join(' and ')] as const,
  )
  const row = (label: string, figures: LeakChange, scale: number, isSimulated: boolean) => {
    const of = (value: number) => `${(scale * value).toFixed(1)}${isSimulated ? ' sim' : ''}`
    const signed = (value: number) => `${value < 0 ? '-' : '+'}${Math.abs(scale * value).toFixed(1)}`
    if (!figures) return [label, '–', '–', '–', '–', '']
    const { clean, leaked, change, ci95, n, rose } = figures
    return [label, of(clean), of(leaked), signed(change), ci95 ? ci95.map(signed).join(' to ') : '–', rose ? 'rose' : 'no rise', String(n)]
  }
  return [
    { kind: 'facts', facts },
    {
      kind: 'table',
      label: 'Changes',
      columns: columnsOf(['', 'clean', 'leaked', 'change', '95 % interval', '', 'n']),
      rows: [row('right answers, %', accuracy, 100, simulated('candidate')), row('KIEval, 10 to 100', score, 1, simulated(undefined))],
    },
    { kind: 'text', text: { text: VERDICTS[verdict], isStrong: true } },
    ...sentences(['The leak is in the context. What training on the test does to a model is another matter.']),
  ]
}
