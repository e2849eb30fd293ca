import { scaleLinear, scalePoint } from 'd3-scale'
import { area, line as d3line, symbol, symbolCircle, symbolDiamond, symbolSquare, symbolTriangle } from 'd3-shape'
import { html, type Markup } from '../markup.ts'
import { figure, label, line, px } from './figure.ts'

/** A value at one place of the horizontal axis. */
export interface LinePoint {
  readonly x: string
  readonly y: number
  readonly ci95?: readonly [number, number] | null | undefined
}

/** A line with its name. */
export interface Series {
  readonly name: string
  readonly points: readonly LinePoint[]
  /** Drawn dashed, for instance of the baseline. */
  readonly dashed?: boolean
}

/** A chart of lines. */
export interface LineChart {
  readonly title: string
  readonly caption: string
  readonly xLabel: string
  readonly yLabel: string
  readonly domain: readonly [number, number]
  readonly series: readonly Series[]
  readonly digits: number
}

const [WIDTH, HEIGHT] = [480, 280]
const MARGIN = { top: 30, right: 124, bottom: 40, left: 44 }
/** So that lines are told apart without colour. */
const MARKERS = [symbolCircle, symbolSquare, symbolTriangle, symbolDiamond]
/** Distance of marks that have the same place. */
const ASIDE = 4
/** Least distance of two names at the right. */
const NAME_HEIGHT = 14

/** Lines with marks, intervals as bands, and each line's name at its end. */
export function lineChart({ title, caption, xLabel, yLabel, domain, series, digits }: LineChart): Markup {
  const names = [...new Set(series.flatMap(({ points }) => points.map(({ x }) => x)))]
  const x = scalePoint(names, [MARGIN.left + 12, WIDTH - MARGIN.right - 8])
  const y = scaleLinear(domain, [HEIGHT - MARGIN.bottom, MARGIN.top])
  const drawn = series.map((entry, index) => {
    // A little to the side of each other: lines that are the same would hide all but one.
    const at = (point: LinePoint) => (x(point.x) ?? 0) + ASIDE * (index - (series.length - 1) / 2)
    const path = d3line<LinePoint>(at, ({ y: value }) => y(value))
    const band = area<LinePoint>()
      .x(at)
      .y0(({ ci95 }) => y(Math.max(domain[0], ci95?.[0] ?? 0)))
      .y1(({ ci95 }) => y(Math.min(domain[1], ci95?.[1] ?? 0)))
      .defined(({ ci95 }) => Boolean(ci95))
    const mark = symbol(MARKERS[index % MARKERS.length], 44)() ?? ''
    return html`<g class="s${index % 8}"><path class="band" d="${band([...entry.points]) ?? ''}"/><path class="line${entry.dashed ? ' dashed' : ''}" d="${path([...entry.points]) ?? ''}"/>
${entry.points.map((point) => html`<path class="mark" d="${mark}" transform="translate(${px(at(point))} ${px(y(point.y))})"><title>${entry.name}, ${point.x}: ${point.y.toFixed(digits)}</title></path>`)}</g>`
  })
  const ticks = y.ticks(5)
  return figure({
    title,
    caption,
    width: WIDTH,
    height: HEIGHT,
    svg: html`${ticks.map((tick) => [line(MARGIN.left, y(tick), WIDTH - MARGIN.right, y(tick), 'grid'), label(MARGIN.left - 6, y(tick) + 4, String(tick), 'tick', 'end')])}
${names.map((name) => label(x(name) ?? 0, HEIGHT - MARGIN.bottom + 17, name, 'tick', 'middle'))}
${label((MARGIN.left + WIDTH - MARGIN.right) / 2, HEIGHT - 6, xLabel, 'axis', 'middle')}${label(4, 14, yLabel, 'axis')}
${drawn}${endNames(series, (point) => y(point.y))}`,
    head: ['', ...names],
    rows: series.map(({ name, points }) => [
      name,
      ...names.map((place) => points.find((point) => point.x === place)?.y.toFixed(digits) ?? '–'),
    ]),
  })
}

/** Names at the ends of the lines, moved apart where they would lie over each other. */
function endNames(series: readonly Series[], y: (point: LinePoint) => number): Markup[] {
  const ends = series.flatMap((entry, index) => {
    const last = entry.points.at(-1)
    return last ? [{ name: entry.name, index, wanted: y(last) }] : []
  })
  ends.sort((one, other) => one.wanted - other.wanted || one.index - other.index)
  const room = HEIGHT - MARGIN.bottom - MARGIN.top
  let free = Math.max(MARGIN.top, Math.min(ends[0]?.wanted ?? 0, HEIGHT - MARGIN.bottom - NAME_HEIGHT * (ends.length - 1)))
  return ends.map(({ name, index, wanted }, place) => {
    const highest = HEIGHT - MARGIN.bottom - NAME_HEIGHT * (ends.length - 1 - place)
    const own = Math.min(Math.max(free, wanted), Math.max(free, highest))
    free = own + Math.min(NAME_HEIGHT, room / Math.max(1, ends.length - 1))
    const [from, to] = [WIDTH - MARGIN.right - 2, WIDTH - MARGIN.right + 10]
    const mark = symbol(MARKERS[index % MARKERS.length], 36)() ?? ''
    return html`<g class="s${index % 8}">${line(from, wanted, to, own, 'leader')}<path class="mark" d="${mark}" transform="translate(${to + 4} ${px(own)})"/>${label(to + 12, own + 4, name, 'name')}</g>`
  })
}
