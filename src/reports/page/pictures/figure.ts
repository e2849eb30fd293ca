import { type ScaleLinear, scaleLinear } from 'd3-scale'
import { type SymbolType, symbol, symbolCircle, symbolDiamond } from 'd3-shape'
import { excerpt } from '../../../core/base/text/singleLine.ts'
import { type Content, html, type Markup } from '../markup.ts'
import { type PictureInput, partsOf } from './input.ts'

/** A picture with its figures as a table, which says the same to those who cannot see it. */
interface FigureContent {
  readonly title: string
  /** How to read it, in a sentence. */
  readonly caption: string
  readonly svg: Markup
  readonly height: number
  /** The figures: a head and rows. */
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Width of every picture in its own units: narrow, so that on a phone its letters are still of a size to be read. */
export const PICTURE_WIDTH = 420
/** Room at the left for the names of rows. */
export const NAMES_WIDTH = 124

/** What every chart is told: its words, the scale of its figures and their decimals. */
export interface Chart {
  readonly title: string
  readonly caption: string
  readonly domain: readonly [number, number]
  readonly digits: number
}

/** A 95 % interval, where it is known. */
export type Interval = readonly [number, number] | null | undefined

/** Width of a letter at the size that letters have on a phone, in a wide font. */
const LETTER = 8.2
/** From one line of text to the next. */
export const LINE_HEIGHT = 13

let figures = 0

/** A picture on the page; none where there is nothing to draw. */
export function figure({ title, caption, svg, height, head, rows }: FigureContent): Markup {
  if (rows.length === 0) return html``
  figures += 1
  const id = `figure-${figures}`
  return html`<figure class="picture" aria-labelledby="${id}">
<figcaption><h3 id="${id}">${title}</h3><p>${caption}</p></figcaption>
<svg viewBox="0 0 ${PICTURE_WIDTH} ${height}" role="img" aria-label="${title}. ${caption}">${svg}</svg>
<details><summary>Figures<span class="unseen"> of ${title}</span></summary>${table(head, rows, `Figures of ${title}`)}</details>
</figure>`
}

/** A table whose first column names the rows; it scrolls by itself where it is wider than the page. */
export function table(head: readonly Content[], rows: readonly (readonly Content[])[], label = 'Figures'): Markup {
  return html`<div class="scroll" role="group" aria-label="${label}" tabindex="0"><table><thead><tr>${head.map((cell) => (cell === '' ? html`<td></td>` : html`<th scope="col">${cell}</th>`))}</tr></thead>
<tbody>${rows.map(([first, ...rest]) => html`<tr><th scope="row">${first}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table></div>`
}

/** A coordinate with no more digits than are seen. */
export function px(value: number): number {
  return Number.isFinite(value) ? Math.round(value * 10) / 10 : 0
}

/** A text in a picture. */
export function label(x: number, y: number, text: string, name = '', anchor: 'start' | 'middle' | 'end' = 'start'): Markup {
  return html`<text x="${px(x)}" y="${px(y)}" class="${name}" text-anchor="${anchor}">${text}</text>`
}

/** A straight line. */
export function line(x1: number, y1: number, x2: number, y2: number, name: string): Markup {
  return html`<line x1="${px(x1)}" y1="${px(y1)}" x2="${px(x2)}" y2="${px(y2)}" class="${name}"/>`
}

/** A mark in one of d3's shapes; its text is shown to who points at it. */
export function mark(x: number, y: number, shape: SymbolType, size: number, text?: string): Markup {
  return html`<path class="mark" d="${symbol(shape, size)() ?? ''}" transform="translate(${px(x)} ${px(y)})">${text !== undefined && html`<title>${text}</title>`}</path>`
}

/** Grid lines of a scale that runs to the right, with their figures at the foot. */
export function acrossGrid(x: ScaleLinear<number, number>, top: number, foot: number): Markup {
  const ticks = apartTicks(x, [5, 4, 3, 2, 1].map(x.ticks))
  return html`${ticks.map((tick) => [line(x(tick), top, x(tick), foot, 'grid'), label(x(tick), foot + 16, String(tick), 'tick', 'middle')])}`
}

/** The first of several choices of ticks whose figures have room side by side; none where no choice has. */
function apartTicks(x: (tick: number) => number, choices: readonly (readonly number[])[]): readonly number[] {
  const half = (tick: number) => (textWidth(String(tick)) + LETTER / 2) / 2
  const isApart = (tick: number, last: number) => x(tick) - half(tick) > x(last) + half(last)
  return choices.find((ticks) => ticks.every((tick, at) => at === 0 || isApart(tick, ticks[at - 1] as number))) ?? []
}

/** Grid lines of a scale that runs up, with their figures at the left. */
export function upGrid(y: ScaleLinear<number, number>, left: number, right: number): Markup {
  return html`${y.ticks(5).map((tick) => [line(left, y(tick), right, y(tick), 'grid'), label(left - 6, y(tick) + 4, String(tick), 'tick', 'end')])}`
}

/** What a mark rests on: `n 12`. */
export function basis(n: number): string {
  return `n ${n.toLocaleString('en')}`
}

/** A figure's interval in words; empty for none. */
export function ciText(ci95: Interval, text: (end: number) => string): string {
  return ci95?.map(text).join(' to ') ?? ''
}

/** A row's name in the margin left of `x`, in two lines where one is too short for it. */
export function rowLabel(x: number, middle: number, name: string): Markup {
  return lines(x, middle, wrapped(name, Math.floor(x / LETTER)), 'tick', 'end')
}

/** Lines of text about a height. */
export function lines(x: number, middle: number, texts: readonly string[], name: string, anchor: 'start' | 'middle' | 'end'): Markup {
  const first = middle + 4 - (LINE_HEIGHT * (texts.length - 1)) / 2
  return html`${texts.map((text, index) => label(x, first + LINE_HEIGHT * index, text, name, anchor))}`
}

/** A text in at most two lines, or `most`, of so many characters, broken at a space or after a dot or slash; what is longer still is cut. */
export function wrapped(text: string, length: number, most = 2): string[] {
  if (text.length <= length || most === 1) return [short(text, length)]
  const end = Math.max(text.lastIndexOf(' ', length), ...['.', '/'].map((mark) => text.lastIndexOf(mark, length - 1) + 1))
  return end <= 0 ? [short(text, length)] : [text.slice(0, end).trimEnd(), ...wrapped(text.slice(end).trimStart(), length, most - 1)]
}

/** A text cut to a number of characters, for the margin of a picture. */
export function short(text: string, length: number): string {
  return text.length <= length ? text : `${excerpt(text, 0, length - 1)}…`
}

/** Room that a text takes. */
export function textWidth(text: string): number {
  return text.length * LETTER
}

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
