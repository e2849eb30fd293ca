import {
  barChart,
  barOf,
  EVERY_PRESSURE_KIND,
  heatMap,
  isScored,
  lineChart,
  type Markup,
  type PictureInput,
  partsOf,
} from '../../src/kit.ts'
import { heldAgainst, kindTitle, overItems, trialOf } from './pressedTrials.ts'

/** How long answers hold, and against what. */
export function pressurePictures(input: PictureInput): (Markup | undefined)[] {
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
