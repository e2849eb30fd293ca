import {
  type Block,
  type CompareView,
  columnsOf,
  dataError,
  findRun,
  type Metric,
  type Metrics,
  readJson,
  type ScoresDocument,
  scoresDocument,
  singleLine,
} from '../../../src/kit.ts'

/** The same question put to both benchmarks: a metric of RefuteBench 1.0, by a program, and one of 2.0, by a judge. */
const QUESTIONS = [
  { question: 'feedback followed at once', one: 'FA', two: 'persistent.satisfied' },
  { question: 'still followed later, of that', one: 'RR_given_FA', two: 'persistent.retained_given_satisfied' },
  { question: 'translation: followed at once', one: 'mt.FA', two: 'persistent.mt.satisfied' },
  ...[1, 2, 3].map((count) => ({
    question: `translation: still, ${count} between`,
    one: `mt.memory.nc${count}.RR_given_FA`,
    two: `persistent.mt.retained_given_satisfied.c${count}`,
  })),
  { question: 'three objections: first followed', one: undefined, two: 'transient.satisfied' },
  { question: 'three objections: still at last', one: undefined, two: 'transient.retained_given_satisfied' },
] as const

/** What both benchmarks say of one model; null where its runs do not tell. */
type BothOfModel = ReturnType<typeof bothBenchmarks>[number]

/** Figures of RefuteBench 2.0 beside those of 1.0, by candidate; of several runs of a benchmark the last. */
export function bothBenchmarks(documents: readonly ScoresDocument[]) {
  const found = new Map<string, { simulated: boolean; one?: Metrics; two?: Metrics }>()
  for (const { run, suites } of documents) {
    const { refutebench1, refutebench } = suites
    if (!refutebench1 && !refutebench) continue
    const { model = 'none', simulated = false } = run.roles.candidate ?? {}
    const judged = refutebench !== undefined && [run.roles.judge, run.roles.refuter].some((role) => role?.simulated)
    const known = found.get(model)
    found.set(model, {
      ...known,
      simulated: simulated || judged || known?.simulated === true,
      ...(refutebench1 && { one: refutebench1.metrics }),
      ...(refutebench && { two: refutebench.metrics }),
    })
  }
  return [...found].map(([model, { simulated, one, two }]) => ({
    model,
    simulated,
    rows: QUESTIONS.map((entry) => ({
      question: entry.question,
      one: (entry.one === undefined ? undefined : one?.[entry.one]) ?? null,
      two: two?.[entry.two] ?? null,
    })),
  }))
}

/** RefuteBench 2.0 beside 1.0 for the same models. */
export const refutationsView: CompareView = async (names, _flags, root) => {
  const models = bothBenchmarks(names.map((name) => readJson(findRun(name, root).scores, scoresDocument)))
  if (models.length === 0)
    throw dataError(`Failed to read ${names.join(', ')}: no figures of RefuteBench. Name runs of the suites refutebench and refutebench1.`)
  return { json: models, blocks: models.flatMap(modelBlocks) }
}

function modelBlocks({ model, simulated, rows }: BothOfModel): Block[] {
  const figure = (metric: Metric | null) => (metric === null ? '–' : metric.value.toFixed(3))
  const interval = (metric: Metric | null) => metric?.ci95?.map((end) => end.toFixed(2)).join(' to ') ?? ''
  return [
    { kind: 'heading', text: `${singleLine(model)}${simulated ? ', simulated' : ''}` },
    {
      kind: 'table',
      label: 'Both benchmarks',
      columns: columnsOf(['share of answers', '1.0', '95 %', '2.0', '95 %']),
      rows: rows.map(({ question, one, two }) => [question, figure(one), interval(one), figure(two), interval(two)]),
    },
  ]
}
