import { scaleLinear } from 'd3-scale'
import { groupBy } from '../../../core/base/collections.ts'
import { html, type Markup } from '../markup.ts'
import { acrossGrid, basis, type Chart, figure, label, line, PICTURE_WIDTH, px, short, textWidth, upGrid } from './figure.ts'

type Place = Readonly<Record<'x' | 'y', number>>

/** A point with its name. */
interface ScatterPoint extends Place {
  readonly name: string
  /** What is written beside it; its name by default. */
  readonly label?: string | undefined
  /** Items behind it, where it is more than one item. */
  readonly n?: number | undefined
  /** Points and lines of one series have one colour. Default 0. */
  readonly series?: number | undefined
}

/** A chart of points. */
export interface Scatter extends Omit<Chart, 'domain'> {
  readonly xLabel: string
  readonly yLabel: string
  readonly xDomain: readonly [number, number]
  readonly yDomain: readonly [number, number]
  readonly points: readonly ScatterPoint[]
  /** Straight lines with their names. */
  readonly lines?: readonly {
    readonly name: string
    readonly series: number
    readonly ends: readonly [from: Place, to: Place]
  }[]
  /** What the colours stand for, at the top. */
  readonly legend?: readonly { readonly name: string; readonly series: number }[]
}

const HEIGHT = 270
const MARGIN = { top: 20, right: 16, bottom: 40, left: 44 }
const LEGEND_HEIGHT = 16
/** Of the room that a text takes at most, what it takes as a rule. */
const TEXT_SHARE = 0.8

/** Points with their names; those in one place share a name. */
export function scatter({ points, lines = [], legend = [], ...chart }: Scatter): Markup {
  const { title, caption, xLabel, yLabel, xDomain, yDomain, digits } = chart
  const x = scaleLinear(xDomain, [MARGIN.left, PICTURE_WIDTH - MARGIN.right - 10]).clamp(true)
  const y = scaleLinear(yDomain, [HEIGHT - MARGIN.bottom, MARGIN.top + 6]).clamp(true)
  const places = groupBy(points, (point) => `${Math.round(x(point.x) / 6)} ${Math.round(y(point.y) / 12)}`)
  const drawn = [...places.values()].map((own) => {
    const first = own[0] as ScatterPoint
    const labels = own.map((point) => point.label ?? point.name).filter(Boolean)
    const name =
      labels.length > 2 ? `${short(labels[0] ?? '', 26)} and ${labels.length - 1} others` : labels.map((text) => short(text, 26)).join(', ')
    const right = x(first.x) > PICTURE_WIDTH * 0.6 || x(first.x) + 10 + textWidth(name) * TEXT_SHARE > PICTURE_WIDTH
    return html`<g>${own.map((point) => html`<g class="${seriesOf(point)}"><circle class="mark" cx="${px(x(point.x))}" cy="${px(y(point.y))}" r="5"><title>${point.name}: ${point.x.toFixed(digits)}, ${point.y.toFixed(digits)}${told(point)}</title></circle></g>`)}${name !== '' && label(x(first.x) + (right ? -10 : 10), y(first.y) + 4, name, 'name', right ? 'end' : 'start')}</g>`
  })
  const fitted = lines.map((entry, index) => {
    const [from, to] = entry.ends
    // Names stand at the lower left, where no points are as a rule: at the lines they would cover some.
    const row = HEIGHT - MARGIN.bottom - 10 - LEGEND_HEIGHT * (lines.length - 1 - index)
    const name =
      entry.name !== '' &&
      html`${line(MARGIN.left + 8, row, MARGIN.left + 22, row, 'line')}${label(MARGIN.left + 27, row + 4, short(entry.name, 14), 'name')}`
    return html`<g class="${seriesOf(entry)}">${line(x(from.x), y(from.y), x(to.x), y(to.y), 'line')}${name}</g>`
  })
  return figure({
    title,
    caption,
    height: HEIGHT,
    svg: html`${upGrid(y, MARGIN.left, PICTURE_WIDTH - MARGIN.right)}${acrossGrid(x, MARGIN.top, HEIGHT - MARGIN.bottom)}
${label(4, 11, yLabel, 'axis')}${label((MARGIN.left + PICTURE_WIDTH) / 2, HEIGHT - 6, xLabel, 'axis', 'middle')}${legendAt(11, legend)}${fitted}${drawn}`,
    head: ['', xLabel, yLabel],
    rows: points.map((point) => [point.name + told(point), point.x.toFixed(digits), point.y.toFixed(digits)]),
  })
}

/** What a point rests on, where it is more than an item. */
const told = ({ n }: ScatterPoint) => (n === undefined ? '' : `, ${basis(n)}`)

/** Dots with their names, from the right. */
function legendAt(y: number, legend: NonNullable<Scatter['legend']>): Markup {
  let right = PICTURE_WIDTH - MARGIN.right
  const entries = [...legend].reverse().map((entry) => {
    const left = right - textWidth(entry.name) * TEXT_SHARE
    right = left - 22
    return html`<g class="${seriesOf(entry)}"><circle class="mark" cx="${px(left - 8)}" cy="${px(y - 4)}" r="4"/></g>${label(left, y, entry.name, 'axis')}`
  })
  return html`${entries}`
}

function seriesOf({ series = 0 }: Pick<ScatterPoint, 'series'>): string {
  return `s${series % 8}`
}
