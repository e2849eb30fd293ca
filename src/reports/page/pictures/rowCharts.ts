import { type ScaleLinear, scaleLinear } from 'd3-scale'
import { symbolCircle, symbolDiamond } from 'd3-shape'
import { html, type Markup } from '../markup.ts'
import {
  acrossGrid,
  basis,
  type Chart,
  ciText,
  figure,
  type Interval,
  LETTER,
  LINE_HEIGHT,
  label,
  line,
  lines,
  mark,
  NAMES_WIDTH,
  PICTURE_WIDTH,
  px,
  textWidth,
  wrapped,
} from './figure.ts'
import { type PictureInput, partsOf } from './input.ts'

/** What a bar or a mark is drawn from; a metric fits. */
interface Value {
  readonly value: number
  readonly ci95?: Interval
  /** Items behind it. */
  readonly n: number
}

/** A bar: its value, its interval, and what it was in the baseline. */
export interface Bar extends Value {
  readonly name: string
  readonly base?: number | undefined
}

/** A metric as a bar; none where the run has no such metric. */
export function barOf(key: string, name: string, { metrics, base }: Pick<PictureInput, 'metrics' | 'base'>): Bar[] {
  const found = metrics[key]
  return found ? [{ ...found, name, base: base?.[key]?.value }] : []
}

/** Two figures of one thing. */
type Pair = { readonly name: string } & { readonly [Which in 'one' | 'other']: Value | undefined }

/** A chart of pairs. */
interface PairChart extends Chart {
  readonly names: readonly [string, string]
  readonly pairs: readonly Pair[]
}

const ROW = 28
const BAR = 16
const AXIS = 22
/** The widest margin that names may take, and their most lines. */
const MARGIN = 200
const MOST_LINES = 4

/** Horizontal bars with intervals as whiskers, and the baseline as an upright stroke; undefined without bars. */
export function barChart({ bars, digits, ...chart }: Chart & { readonly bars: readonly Bar[] }): Markup | undefined {
  if (bars.length === 0) return undefined
  const right = PICTURE_WIDTH - 52
  const shown = (value: number) => value.toFixed(digits)
  const hasBase = bars.some(({ base }) => base !== undefined)
  const draw = ({ name, value, ci95, n, base }: Bar, middle: number, x: ScaleLinear<number, number>) => {
    const ends = [x(0), x(value)]
    const from = Math.min(...ends)
    const whisker = ci95?.map((end) => line(x(end), middle - 4, x(end), middle + 4, 'whisker'))
    return html`<g class="s0"><rect class="bar" x="${px(from)}" y="${px(middle - BAR / 2)}" width="${px(Math.max(1, Math.max(...ends) - from))}" height="${BAR}"><title>${name}: ${shown(value)}, ${basis(n)}</title></rect>
${ci95 && line(x(ci95[0]), middle, x(ci95[1]), middle, 'whisker')}${whisker}${base !== undefined && line(x(base), middle - BAR / 2 - 2, x(base), middle + BAR / 2 + 2, 'base')}
${lines(right + 8, middle, [shown(value), basis(n)], 'value', 'start')}</g>`
  }
  return rowChart(chart, bars, 4, right, draw, {
    head: ['', 'value', '95 % interval', 'n', ...(hasBase ? ['baseline'] : [])],
    rows: bars.map(({ name, value, ci95, n, base }) => [
      name,
      shown(value),
      ciText(ci95, shown),
      n.toLocaleString('en'),
      ...(hasBase ? [base === undefined ? '' : shown(base)] : []),
    ]),
  })
}

/** Two marks a row, joined: how far one figure is from the other. */
export function pairChart({ names, pairs, digits, ...chart }: PairChart): Markup {
  const shown = (found: Value | undefined) => found?.value.toFixed(digits) ?? '–'
  const draw = ({ name, one, other }: Pair, middle: number, x: ScaleLinear<number, number>) => {
    const marks = [one, other].map((found, at) => {
      if (!found) return undefined
      const height = middle + (at === 0 ? -6 : 6)
      return html`<g class="s${at}">${found.ci95 && line(x(found.ci95[0]), height, x(found.ci95[1]), height, 'whisker thin')}${mark(x(found.value), middle, at === 0 ? symbolCircle : symbolDiamond, 68, `${name}, ${names[at]}: ${shown(found)}, ${basis(found.n)}`)}</g>`
    })
    const counts = [...new Set([one, other].flatMap((found) => (found ? basis(found.n) : [])))]
    return html`${one && other && line(x(one.value), middle, x(other.value), middle, 'joint')}${marks}${lines(PICTURE_WIDTH - 44, middle, counts, 'value', 'start')}`
  }
  const legend = names.map(
    (name, at) =>
      html`<g class="s${at}">${mark(90 + 160 * at, 10, at === 0 ? symbolCircle : symbolDiamond, 68)}${label(100 + 160 * at, 14, name, 'name')}</g>`,
  )
  const cells = (found: Value | undefined) => [shown(found), ciText(found?.ci95, (end) => end.toFixed(digits)), String(found?.n ?? '')]
  return rowChart(
    chart,
    pairs,
    26,
    PICTURE_WIDTH - 52,
    draw,
    {
      head: ['', ...names.flatMap((name) => [name, '95 % interval', 'n'])],
      rows: pairs.map(({ name, one, other }) => [name, ...cells(one), ...cells(other)]),
    },
    html`${legend}`,
  )
}

/** Rows with their names in the margin, drawn about their middles on a grid. */
function rowChart<Row extends { readonly name: string }>(
  { title, caption, domain }: Omit<Chart, 'digits'>,
  rows: readonly Row[],
  top: number,
  right: number,
  draw: (row: Row, middle: number, x: ScaleLinear<number, number>) => Markup,
  figures: { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] },
  legend?: Markup,
): Markup {
  const left = Math.max(NAMES_WIDTH, Math.min(MARGIN, Math.max(...rows.map(({ name }) => textWidth(name) + 8))))
  const names = rows.map(({ name }) => wrapped(name, Math.floor((left - 8) / LETTER), MOST_LINES))
  const heights = names.map(({ length }) => Math.max(ROW, LINE_HEIGHT * length + 6))
  const tops = heights.map((_, index) => heights.slice(0, index).reduce((sum, height) => sum + height, top))
  const foot = heights.reduce((sum, height) => sum + height, top)
  const x = scaleLinear(domain, [left, right]).clamp(true)
  const drawn = rows.map((row, index) => {
    const middle = (tops[index] ?? top) + (heights[index] ?? ROW) / 2
    return html`${lines(left - 8, middle, names[index] ?? [], 'tick', 'end')}${draw(row, middle, x)}`
  })
  return figure({ title, caption, height: foot + AXIS, svg: html`${legend}${acrossGrid(x, top, foot)}${drawn}`, ...figures })
}

/** A judge on pairs of known order: accuracy against agreement by subset, and how verdicts fell. @param comparedWith said of its accuracy. */
export function pairPictures(input: PictureInput, comparedWith: string): (Markup | undefined)[] {
  const { metrics } = input
  return [
    pairChart({
      title: 'Accuracy against agreement',
      caption: `Percent by subset. A judge that always takes the first output has an agreement of 0; ${comparedWith}.`,
      names: ['accuracy', 'agreement'],
      pairs: partsOf(metrics, 'accuracy').map((name) => ({ name, one: metrics[`accuracy.${name}`], other: metrics[`agreement.${name}`] })),
      domain: [0, 100],
      digits: 1,
    }),
    barChart({
      title: 'How verdicts fell',
      caption: 'Percent. First bias: pairs whose two verdicts both took the output shown first, less those that both took the second.',
      bars: [...barOf('null_rate', 'no verdict', input), ...barOf('tie_rate', 'ties', input), ...barOf('first_bias', 'first bias', input)],
      domain: [(metrics.first_bias?.value ?? 0) < 0 ? -100 : 0, 100],
      digits: 1,
    }),
  ]
}
