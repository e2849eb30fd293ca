import { scaleLinear } from 'd3-scale'
import { html, type Markup } from '../markup.ts'
import { figure, label, line, PICTURE_WIDTH, px, short } from './figure.ts'

/** A point with its name. */
export interface ScatterPoint {
  readonly name: string
  readonly x: number
  readonly y: number
}

/** A chart of points. */
export interface Scatter {
  readonly title: string
  readonly caption: string
  readonly xLabel: string
  readonly yLabel: string
  readonly xDomain: readonly [number, number]
  readonly yDomain: readonly [number, number]
  readonly points: readonly ScatterPoint[]
  readonly digits: number
}

const HEIGHT = 270
const MARGIN = { top: 20, right: 16, bottom: 40, left: 44 }

/** Points with their names; those in one place share a name. */
export function scatter({ title, caption, xLabel, yLabel, xDomain, yDomain, points, digits }: Scatter): Markup {
  const x = scaleLinear(xDomain, [MARGIN.left, PICTURE_WIDTH - MARGIN.right - 10]).clamp(true)
  const y = scaleLinear(yDomain, [HEIGHT - MARGIN.bottom, MARGIN.top + 6]).clamp(true)
  const places = new Map<string, ScatterPoint[]>()
  for (const point of points) {
    const key = `${Math.round(x(point.x) / 6)} ${Math.round(y(point.y) / 12)}`
    places.set(key, [...(places.get(key) ?? []), point])
  }
  const drawn = [...places.values()].map((own) => {
    const first = own[0] as ScatterPoint
    const right = x(first.x) > PICTURE_WIDTH * 0.6
    const name =
      own.length > 2 ? `${short(first.name, 26)} and ${own.length - 1} others` : own.map((point) => short(point.name, 26)).join(', ')
    return html`<g class="s0">${own.map((point) => html`<circle class="mark" cx="${px(x(point.x))}" cy="${px(y(point.y))}" r="5"><title>${point.name}: ${point.x.toFixed(digits)}, ${point.y.toFixed(digits)}</title></circle>`)}${label(x(first.x) + (right ? -10 : 10), y(first.y) + 4, name, 'name', right ? 'end' : 'start')}</g>`
  })
  return figure({
    title,
    caption,
    width: PICTURE_WIDTH,
    height: HEIGHT,
    svg: html`${y.ticks(5).map((tick) => [line(MARGIN.left, y(tick), PICTURE_WIDTH - MARGIN.right, y(tick), 'grid'), label(MARGIN.left - 6, y(tick) + 4, String(tick), 'tick', 'end')])}
${x.ticks(5).map((tick) => [line(x(tick), MARGIN.top, x(tick), HEIGHT - MARGIN.bottom, 'grid'), label(x(tick), HEIGHT - MARGIN.bottom + 17, String(tick), 'tick', 'middle')])}
${label(4, 11, yLabel, 'axis')}${label((MARGIN.left + PICTURE_WIDTH) / 2, HEIGHT - 6, xLabel, 'axis', 'middle')}${drawn}`,
    head: ['', xLabel, yLabel],
    rows: points.map((point) => [point.name, point.x.toFixed(digits), point.y.toFixed(digits)]),
  })
}
