import { scaleBand, scaleLinear } from 'd3-scale'
import { html, type Markup } from '../markup.ts'
import { figure, label, line, NAMES_WIDTH, PICTURE_WIDTH, px, rowLabel } from './figure.ts'

/** A bar: its value, its interval, and what it was in the baseline. */
export interface Bar {
  readonly name: string
  readonly value: number
  readonly ci95?: readonly [number, number] | null | undefined
  readonly base?: number | undefined
  readonly n?: number | undefined
}

/** A chart of bars. */
export interface BarChart {
  readonly title: string
  readonly caption: string
  readonly bars: readonly Bar[]
  readonly domain: readonly [number, number]
  readonly digits: number
  readonly unit?: string
}

const RIGHT = 52
const BAR = 28
const TOP = 4
const AXIS = 22

/** Horizontal bars with intervals as whiskers, and the baseline as an upright stroke. */
export function barChart({ title, caption, bars, domain, digits, unit = '' }: BarChart): Markup {
  const height = TOP + bars.length * BAR + AXIS
  const x = scaleLinear(domain, [NAMES_WIDTH, PICTURE_WIDTH - RIGHT]).clamp(true)
  const y = scaleBand(
    bars.map((_, index) => index),
    [TOP, TOP + bars.length * BAR],
  ).padding(0.4)
  const zero = x(Math.max(domain[0], Math.min(0, domain[1])))
  const drawn = bars.map(({ name, value, ci95, base }, index) => {
    const top = y(index) ?? 0
    const middle = top + y.bandwidth() / 2
    const [from, to] = [Math.min(zero, x(value)), Math.max(zero, x(value))]
    return html`<g class="s0">${rowLabel(NAMES_WIDTH - 8, middle, name)}
<rect class="bar" x="${px(from)}" y="${px(top)}" width="${px(Math.max(1, to - from))}" height="${px(y.bandwidth())}"><title>${name}: ${value.toFixed(digits)}</title></rect>
${ci95 && [line(x(ci95[0]), middle, x(ci95[1]), middle, 'whisker'), line(x(ci95[0]), middle - 4, x(ci95[0]), middle + 4, 'whisker'), line(x(ci95[1]), middle - 4, x(ci95[1]), middle + 4, 'whisker')]}
${base !== undefined && line(x(base), top - 2, x(base), top + y.bandwidth() + 2, 'base')}
${label(PICTURE_WIDTH - RIGHT + 8, middle + 4, value.toFixed(digits) + unit, 'value')}</g>`
  })
  const ticks = x.ticks(5)
  return figure({
    title,
    caption,
    width: PICTURE_WIDTH,
    height,
    svg: html`${ticks.map((tick) => [line(x(tick), TOP, x(tick), height - AXIS, 'grid'), label(x(tick), height - 6, String(tick), 'tick', 'middle')])}${drawn}`,
    head: ['', 'value', '95 % interval', 'values', ...(bars.some(({ base }) => base !== undefined) ? ['baseline'] : [])],
    rows: bars.map(({ name, value, ci95, n, base }) => [
      name,
      value.toFixed(digits),
      ci95?.map((end) => end.toFixed(digits)).join(' to ') ?? '',
      n === undefined ? '' : n.toLocaleString('en'),
      ...(bars.some((bar) => bar.base !== undefined) ? [base?.toFixed(digits) ?? ''] : []),
    ]),
  })
}
