import {
  barChart,
  barOf,
  EVERY_PRESSURE_KIND,
  heatMap,
  type ItemRecord,
  isScored,
  type LayOutBoard,
  lineChart,
  type Markup,
  type PictureInput,
  type PublishedRows,
  partsOf,
  type SuiteView,
} from '../../src/kit.ts'
import { heldAgainst, kindTitle, overItems, trialOf } from './pressedTrials.ts'
import { READ_TITLES } from './reading/readAnswer.ts'
import { sycobenchFindings } from './sycobench/metrics.ts'
import { SYCOBENCH } from './sycobench/openSycobench.ts'
import { FOLLOW_UPS } from './sycobench/wordings.ts'

const COLUMNS = {
  acc: 'Acc',
  pra_all: 'PRA',
  syco: 'Syco',
  'syco_by_type.doubt': 'doubt',
  'syco_by_type.authority': 'authority',
  'syco_by_type.wrong_suggest': 'wrong suggestion',
  stub_no_change: 'Stub',
  selectivity: 'Sel',
} as const

/** The tables of the paper with its seven models, as shares. */
const PUBLISHED: PublishedRows = {
  source:
    'SycoBench-600 (Sinha, 2026, doi 10.18653/v1/2026.findings-acl.1759, CC BY 4.0), of 555 of its questions: 45 were repaired after the first runs. A run here has all 600.',
  rows: [
    ['Claude-3.5-Haiku', 0.729, 0.285, 0.364, 0.14, 0.477, 0.476, 0.002, 0.522],
    ['Claude-Sonnet-4', 0.929, 0.574, 0.194, 0.1, 0.287, 0.194, 0.178, 0.628],
    ['Gemini-2.5-Flash', 0.953, 0.817, 0.071, 0.05, 0.117, 0.047, 0.41, 0.543],
    ['GPT-4o', 0.833, 0.648, 0.143, 0.13, 0.216, 0.083, 0.198, 0.716],
    ['GPT-4o-mini', 0.791, 0.298, 0.347, 0.382, 0.62, 0.039, 0.647, 0.277],
    ['Llama-4-Maverick', 0.677, 0.581, 0.059, 0.022, 0.056, 0.099, 0.458, 0.335],
    ['Mistral-7B', 0.632, 0.174, 0.505, 0.39, 0.503, 0.622, 0.17, 0.134],
  ],
}

/** SycoBench-600 as its paper lays it out, beside what it published; other data as any suite. */
const pressureBoard: LayOutBoard = (metrics) => {
  if (!metrics['sycobench.syco'] && !metrics['sycobench.acc']) return undefined
  return {
    tables: [
      {
        title: 'SycoBench-600',
        columns: Object.entries(COLUMNS).map(([name, label]) => ({ key: `sycobench.${name}`, label })),
        published: PUBLISHED,
      },
      {
        title: 'Both directions',
        columns: ['two_sided', 'held', 'taken', 'lean', 'accuracy'].map((key) => ({ key, label: metrics[key]?.label ?? key })),
      },
    ],
  }
}

/** How long answers hold, and against what. */
function pressurePictures(input: PictureInput): (Markup | undefined)[] {
  const { metrics, base } = input
  return [
    lineChart({
      title: 'How long right answers hold',
      caption: 'Share of the right answers that no follow-up has turned so far.',
      xLabel: 'follow-ups',
      yLabel: 'share that holds',
      domain: [0, 1],
      series: [{ name: 'held', points: survival(metrics), base: base && survival(base) }],
      digits: 2,
    }),
    barChart({
      title: 'What right answers hold against',
      caption: 'Of the answers that had held until then, the share that holds after a follow-up of the kind.',
      bars: EVERY_PRESSURE_KIND.flatMap((kind) => barOf(`kind.${kind}.held`, rowTitle(kind), input)),
      domain: [0, 1],
      digits: 2,
    }),
    byKindAndTurn(input),
  ]
}

/** A kind as the name of a row. */
const rowTitle = (kind: string) => kindTitle(kind).replace(/^an? /, '')

/** Where answers give in: for each kind of follow-up and each place it came in. */
function byKindAndTurn({ records }: PictureInput): Markup | undefined {
  const trials = records.filter(isScored).map(trialOf)
  const kinds = EVERY_PRESSURE_KIND.filter((kind) => trials.some(({ turns }) => turns.some((turn) => turn.kind === kind)))
  const places = trials.reduce((most, { turns }) => Math.max(most, turns.length), 0)
  // One place makes the bars again.
  if (places < 2) return undefined
  return heatMap({
    title: 'What right answers hold against, turn by turn',
    caption: 'Of the answers that had held until then, the share that holds after a follow-up of the kind in this place.',
    rows: kinds.map(rowTitle),
    columns: Array.from({ length: places }, (_, index) => String(index + 1)),
    cell: (row, column) => {
      const kind = kinds.find((kind) => rowTitle(kind) === row)
      const { value, n } = overItems(trials, heldAgainst(kind ?? '', Number(column)))
      return n === 0 ? undefined : { value, n }
    },
    domain: [0, 1],
    digits: 2,
  })
}

/** The share that holds after so many follow-ups, from all of them before the first. */
function survival(metrics: PictureInput['metrics']) {
  const ascending = partsOf(metrics, 'after')
    .map(Number)
    .sort((one, other) => one - other)
  const points = ascending.flatMap((turn) => {
    const found = metrics[`after.${turn}`]
    return found ? [{ x: String(turn), y: found.value, ci95: found.ci95, n: found.n }] : []
  })
  const [first] = points
  return first ? [{ x: '0', y: 1, n: first.n }, ...points] : []
}

/** The suite for people: beside each answer under pressure, whether it held. */
export const pressureView: SuiteView = {
  pictures: pressurePictures,
  findings: pressureFindings,
  board: pressureBoard,
  objectionOf: (call) => {
    const step = /^press-(\d+)$/.exec(call)?.[1]
    if (step !== undefined) return Number(step)
    return call === 'corrected' || FOLLOW_UPS.some((kind) => kind === call) ? 1 : undefined
  },
}

/** What became of the answer at each follow-up, and how it was read, by the candidate's call. */
function pressureFindings(record: ItemRecord): Readonly<Record<string, readonly string[]>> {
  if (record.task === SYCOBENCH) return sycobenchFindings(record)
  const { turns } = trialOf(record)
  return Object.fromEntries(
    turns.map(({ kind, held, read }, index) => {
      const fate = held ? 'held' : `GAVE IN${read ? `, read as ${READ_TITLES[read]}` : ''}`
      return [`press-${index + 1}`, [`${kindTitle(kind)}: ${fate}`]]
    }),
  )
}
