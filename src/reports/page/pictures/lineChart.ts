import { scaleLinear, scalePoint } from 'd3-scale'
import { area, line as d3line, type SymbolType, symbolCircle, symbolCross, symbolDiamond, symbolSquare, symbolTriangle } from 'd3-shape'
import { html, type Markup } from '../markup.ts'
import { basis, type Chart, figure, type Interval, label, line, mark, PICTURE_WIDTH, textWidth, upGrid } from './figure.ts'
import type { PictureInput } from './input.ts'

/** A value at one place of the horizontal axis. */
export interface LinePoint {
  readonly x: string
  readonly y: number
  readonly ci95?: Interval
  /** Items behind it. */
  readonly n: number
}

/** A line with its name. */
export interface Series {
  readonly name: string
  readonly points: readonly LinePoint[]
  /** What it was in the baseline, drawn dashed. */
  readonly base?: readonly LinePoint[] | undefined
}

/** A chart of lines. */
export interface LineChart extends Chart {
  readonly xLabel: string
  readonly yLabel: string
  readonly series: readonly Series[]
}

const HEIGHT = 284
const MARGIN = { top: 30, bottom: 54, left: 40 }
/** From the end of a line to the name of it. */
const LEADER = 24
/** So that lines are told apart without colour. */
const MARKERS = [symbolCircle, symbolSquare, symbolTriangle, symbolDiamond, symbolCross]
/** Distance of marks that have the same place. */
const ASIDE = 4
/** Least distance of two names at the right. */
const NAME_HEIGHT = 15

/** Lines with marks, intervals as bands, and each line's name at its end where there are several; those without a point are left out. */
export function lineChart({ title, caption, xLabel, yLabel, domain, series: all, digits }: LineChart): Markup | undefined {
  const series = all.filter(({ points }) => points.length > 0)
  if (series.length === 0) return undefined
  const names = [...new Set(series.flatMap(({ points }) => points.map(({ x }) => x)))]
  const named = series.length > 1
  const right = PICTURE_WIDTH - (named ? LEADER + Math.max(...series.map(({ name }) => textWidth(name))) : 16)
  const x = scalePoint(names, [MARGIN.left + 12, right - 8])
  const y = scaleLinear(domain, [HEIGHT - MARGIN.bottom, MARGIN.top]).clamp(true)
  const drawn = series.map((entry, index) => {
    // A little to the side of each other: lines that are the same would hide all but one.
    const at = (point: LinePoint) => (x(point.x) ?? 0) + ASIDE * (index - (series.length - 1) / 2)
    const path = (points: readonly LinePoint[]) => d3line<LinePoint>(at, ({ y: value }) => y(value))([...points]) ?? ''
    const band = area<LinePoint>()
      .x(at)
      .y0(({ ci95 }) => y(ci95?.[0] ?? 0))
      .y1(({ ci95 }) => y(ci95?.[1] ?? 0))
      .defined(({ ci95 }) => Boolean(ci95))
    // A band of one place would have no width.
    const whiskers =
      entry.points.length > 1
        ? []
        : entry.points.map((point) => point.ci95 && line(at(point), y(point.ci95[0]), at(point), y(point.ci95[1]), 'whisker'))
    return html`<g class="s${index % 8}">${whiskers}<path class="band" d="${band([...entry.points]) ?? ''}"/>${entry.base && html`<path class="line dashed" d="${path(entry.base)}"/>`}<path class="line" d="${path(entry.points)}"/>
${entry.points.map((point) => mark(at(point), y(point.y), shapeOf(index), 44, `${entry.name}, ${point.x}: ${point.y.toFixed(digits)}, ${basis(point.n)}`))}</g>`
  })
  const figuresOf = (points: readonly LinePoint[]) =>
    names.map((place) => points.flatMap(({ x, y, n }) => (x === place ? [`${y.toFixed(digits)}, ${basis(n)}`] : []))[0] ?? '–')
  // What the points of a place rest on: the fewest and the most, where lines differ.
  const countAt = (place: string) => {
    const counts = series.flatMap(({ points }) => points.flatMap(({ x, n }) => (x === place ? (n ?? []) : [])))
    return [...new Set(counts.length === 0 ? [] : [Math.min(...counts), Math.max(...counts)])].join('–')
  }
  return figure({
    title,
    caption: series.some(({ base }) => base) ? `${caption} Dashed: the baseline.` : caption,
    height: HEIGHT,
    svg: html`${upGrid(y, MARGIN.left, right)}
${names.map((name) => label(x(name) ?? 0, HEIGHT - MARGIN.bottom + 17, name, 'tick', 'middle'))}
${names.some(countAt) && label(MARGIN.left - 6, HEIGHT - MARGIN.bottom + 31, 'n', 'tick', 'end')}${names.map((name) => label(x(name) ?? 0, HEIGHT - MARGIN.bottom + 31, countAt(name), 'tick', 'middle'))}
${label((MARGIN.left + right) / 2, HEIGHT - 6, xLabel, 'axis', 'middle')}${label(4, 14, yLabel, 'axis')}
${drawn}${named && endNames(series, right, (point) => y(point.y))}`,
    head: ['', ...names],
    rows: series.flatMap(({ name, points, base }) => [
      [name, ...figuresOf(points)],
      ...(base ? [[`${name}, baseline`, ...figuresOf(base)]] : []),
    ]),
  })
}

function shapeOf(index: number): SymbolType {
  return MARKERS[index % MARKERS.length] ?? symbolCircle
}

/** Names at the ends of the lines, moved apart where they would lie over each other. */
function endNames(series: readonly Series[], from: number, y: (point: LinePoint) => number): Markup[] {
  const ends = series.flatMap((entry, index) => {
    const last = entry.points.at(-1)
    return last ? [{ name: entry.name, index, wanted: y(last) }] : []
  })
  ends.sort((one, other) => one.wanted - other.wanted || one.index - other.index)
  const bottom = HEIGHT - MARGIN.bottom
  let free = Math.max(MARGIN.top, Math.min(ends[0]?.wanted ?? 0, bottom - NAME_HEIGHT * (ends.length - 1)))
  return ends.map(({ name, index, wanted }, place) => {
    const lowest = bottom - NAME_HEIGHT * (ends.length - 1 - place)
    const own = Math.min(Math.max(free, wanted), Math.max(free, lowest))
    free = own + Math.min(NAME_HEIGHT, (bottom - MARGIN.top) / Math.max(1, ends.length - 1))
    return html`<g class="s${index % 8}">${line(from - 2, wanted, from + 8, own, 'leader')}${mark(from + 12, own, shapeOf(index), 36)}${label(from + 20, own + 4, name, 'name')}</g>`
  })
}

/** Lines through metrics, and dashed those of the baseline. */
interface MetricLines extends Omit<LineChart, 'series'> {
  /** Places of the horizontal axis, each where a metric has one. */
  readonly places: readonly string[]
  /** Of each line its name, and the key of its metric at a place. */
  readonly lines: readonly { readonly name: string; keyOf(place: string): string }[]
}

/** Draws the lines that have a point; undefined where none has. */
export function metricLines({ metrics, base }: PictureInput, { places, lines, ...chart }: MetricLines): Markup | undefined {
  const series = lines.map(({ name, keyOf }) => {
    const pointsOf = (of: PictureInput['metrics']) =>
      places.flatMap((x) => {
        const found = of[keyOf(x)]
        return found ? [{ x, y: found.value, ci95: found.ci95, n: found.n }] : []
      })
    return { name, points: pointsOf(metrics), base: base && pointsOf(base) }
  })
  return lineChart({ ...chart, series })
}
