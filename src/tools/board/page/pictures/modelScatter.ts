import { scaleLinear, scaleLog } from 'd3-scale'
import {
  apartTicks,
  displayWidth,
  figure,
  html,
  LINE_HEIGHT,
  label,
  line,
  lines,
  type Markup,
  PICTURE_WIDTH,
  px,
  truncate,
} from '../../../../kit.ts'

interface ScatterAxis {
  readonly label: string
  /** Lowest and highest value that there can be; the axis does not go beyond. */
  readonly range?: readonly [number, number] | undefined
  /** Of the figures. */
  readonly digits: number
}

/** A model in a scatter. */
export interface ModelPoint {
  readonly name: string
  readonly x: number
  readonly y: number
  /** Whether it is on the front, where there is one: its mark is filled, and the line goes through it. */
  readonly isOnFront?: boolean | undefined
}

interface ModelScatter {
  readonly title: string
  readonly caption: string
  readonly x: ScatterAxis
  readonly y: ScatterAxis
  readonly points: readonly ModelPoint[]
  /** Whether the front is drawn. */
  readonly hasFront?: boolean
}

const LEFT = 44
/** Where the marks end, and where the names begin. */
const [MARKS_END, NAMES] = [240, 262]
const [TOP, FOOT] = [24, 44]
const LEAST_HEIGHT = 270
/** Characters of a line of a name: {@link PICTURE_WIDTH} less {@link NAMES}, in wide letters. */
const NAME_LINE = 19
const NAME_ROW = 2 * LINE_HEIGHT + 4
/** Beyond this ratio of the largest to the smallest value, small ones would lie in one place. */
const LOG_RATIO = 20

/** Marks with their names in the margin, joined by a thin line: names never lie on each other, however close the marks are. */
export function modelScatter({ title, caption, x: across, y: up, points, hasFront = false }: ModelScatter): Markup {
  const byHeight = [...points].sort((one, other) => other.y - one.y || other.x - one.x)
  const height = Math.max(LEAST_HEIGHT, TOP + FOOT + byHeight.length * NAME_ROW)
  const [xs, ys] = [points.map((point) => point.x), byHeight.map((point) => point.y)]
  const x = axisScale(xs, across.range, [LEFT + 8, MARKS_END], hasFront)
  const y = axisScale(ys, up.range, [height - FOOT - 8, TOP + 8], false)
  const rows = nameRows(ys.map(y), TOP + NAME_ROW / 2, height - FOOT - NAME_ROW / 2)
  const front = hasFront ? byHeight.filter(({ isOnFront }) => isOnFront).sort((one, other) => one.x - other.x) : []
  const marks = byHeight.map(({ name, x: own, y: value, isOnFront }, at) => {
    const row = rows[at] as number
    return html`${line(x(own), y(value), NAMES - 5, row, 'leader')}<circle class="${hasFront && !isOnFront ? 'ring' : 'mark'}" cx="${px(x(own))}" cy="${px(y(value))}" r="5"><title>${name}: ${own.toFixed(across.digits)}, ${value.toFixed(up.digits)}</title></circle>${lines(NAMES, row, nameLines(name), 'name', 'start')}`
  })
  return figure({
    title,
    caption,
    height,
    svg: html`${y.ticks(5).map((tick) => [line(LEFT, y(tick), MARKS_END + 8, y(tick), 'grid'), label(LEFT - 6, y(tick) + 4, String(tick), 'tick', 'end')])}
${tickValues(x).map((tick) => [line(x(tick), TOP, x(tick), height - FOOT, 'grid'), label(x(tick), height - FOOT + 17, String(tick), 'tick', 'middle')])}
${label(2, 12, up.label, 'axis')}${label((LEFT + MARKS_END) / 2, height - 6, across.label, 'axis', 'middle')}
<g class="s0">${front.length > 1 && html`<path class="line" d="${stairs(front.map((point) => [x(point.x), y(point.y)]))}"/>`}${marks}</g>`,
    head: ['', across.label, up.label, ...(hasFront ? ['on the front'] : [])],
    rows: byHeight.map((point) => [
      point.name,
      point.x.toFixed(across.digits),
      point.y.toFixed(up.digits),
      ...(hasFront ? [point.isOnFront ? 'yes' : 'no'] : []),
    ]),
  })
}

type AxisScale = ReturnType<typeof scaleLinear<number>> | ReturnType<typeof scaleLog<number>>

/** A scale about the values, with room at both ends. */
function axisScale(
  values: readonly number[],
  range: readonly [number, number] | undefined,
  ends: readonly [number, number],
  mayBeLog: boolean,
): AxisScale {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  if (mayBeLog && low > 0 && high / low > LOG_RATIO) return scaleLog([low / 1.3, high * 1.3], [...ends])
  // Values that are nearly the same are shown so.
  const least = LEAST_SHARE * (range ? range[1] - range[0] : Math.max(Math.abs(high), 1e-6))
  const room = Math.max((high - low) * 0.08, (least - (high - low)) / 2)
  const [bottom, top] = range ?? [mayBeLog ? 0 : -Infinity, Infinity]
  return scaleLinear([Math.max(bottom, low - room), Math.min(top, high + room)], [...ends])
}

/** Least part of the range that an axis shows. */
const LEAST_SHARE = 0.2

/** Ticks that have room for their figures: of a log scale the powers of ten, or 1, 2 and 5 of them where there are few. */
function tickValues(scale: AxisScale): readonly number[] {
  if (!('base' in scale)) return apartTicks(scale, [4, 3, 2, 1].map(scale.ticks))
  const leading = (tick: number) => Math.round(tick / 10 ** Math.floor(Math.log10(tick) + 1e-9))
  const choices = [[1, 2, 5], [1, 5], [1]].map((shown) => scale.ticks(4).filter((tick) => shown.includes(leading(tick))))
  return apartTicks(scale, (choices.at(-1)?.length ?? 0) > 2 ? choices.slice(-1) : choices)
}

/** A name in at most two lines, broken where names of models have their joints. */
function nameLines(name: string): string[] {
  if (displayWidth(name) <= NAME_LINE) return [name]
  const room = truncate(name, NAME_LINE + 1).length - 1
  const joint = Math.max(...[' ', '-', '/', '_', ':', ','].map((mark) => name.lastIndexOf(mark, room - 1)))
  const end = joint > 0 ? joint + 1 : room
  return [name.slice(0, end).trimEnd(), truncate(name.slice(end).trimStart(), NAME_LINE)]
}

/** Heights of names: each as near to its mark as the others let it, in the order of the marks. */
function nameRows(wanted: readonly number[], top: number, foot: number): number[] {
  const rows = wanted.map((row) => Math.min(foot, Math.max(top, row)))
  for (let at = 1; at < rows.length; at += 1) rows[at] = Math.max(rows[at] as number, (rows[at - 1] as number) + NAME_ROW)
  for (let at = rows.length - 1; at >= 0; at -= 1)
    rows[at] = Math.min(rows[at] as number, at === rows.length - 1 ? foot : (rows[at + 1] as number) - NAME_ROW)
  return rows
}

/** The front as stairs: up to the next better one, no model is better for less. */
function stairs(places: readonly (readonly [number, number])[]): string {
  return places.map(([across, up], at) => (at === 0 ? `M${px(across)} ${px(up)}` : `H${px(across)}V${px(up)}`)).join('')
}
