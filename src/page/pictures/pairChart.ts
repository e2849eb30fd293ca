import { scaleBand, scaleLinear } from 'd3-scale'
import { symbol, symbolCircle, symbolDiamond } from 'd3-shape'
import { html, type Markup } from '../markup.ts'
import { figure, label, line, px, short } from './figure.ts'

/** Two figures of one thing. */
export interface Pair {
  readonly name: string
  readonly one: number | undefined
  readonly other: number | undefined
  readonly oneCi95?: readonly [number, number] | null | undefined
  readonly otherCi95?: readonly [number, number] | null | undefined
}

/** A chart of pairs. */
export interface PairChart {
  readonly title: string
  readonly caption: string
  readonly names: readonly [string, string]
  readonly pairs: readonly Pair[]
  readonly domain: readonly [number, number]
  readonly digits: number
}

const WIDTH = 480
const LEFT = 150
const RIGHT = 20
const ROW = 26
const TOP = 26
const AXIS = 22

/** Two marks a row, joined: how far one figure is from the other. */
export function pairChart({ title, caption, names, pairs, domain, digits }: PairChart): Markup {
  const height = TOP + pairs.length * ROW + AXIS
  const x = scaleLinear(domain, [LEFT, WIDTH - RIGHT]).clamp(true)
  const y = scaleBand(
    pairs.map((_, index) => index),
    [TOP, TOP + pairs.length * ROW],
  )
  const marks = [symbol(symbolCircle, 70)() ?? '', symbol(symbolDiamond, 64)() ?? '']
  const mark = (which: 0 | 1, at: number, middle: number, text: string) =>
    html`<path class="mark" d="${marks[which]}" transform="translate(${px(at)} ${px(middle)})"><title>${text}</title></path>`
  const drawn = pairs.map(({ name, one, other, oneCi95, otherCi95 }, index) => {
    const middle = (y(index) ?? 0) + ROW / 2
    const whisker = (ci95: Pair['oneCi95'], offset: number) =>
      ci95 && line(x(ci95[0]), middle + offset, x(ci95[1]), middle + offset, 'whisker thin')
    return html`${label(LEFT - 10, middle + 4, short(name, 22), 'tick', 'end')}
${one !== undefined && other !== undefined && line(x(one), middle, x(other), middle, 'joint')}
<g class="s0">${whisker(oneCi95, -6)}${one !== undefined && mark(0, x(one), middle, `${name}, ${names[0]}: ${one.toFixed(digits)}`)}</g>
<g class="s1">${whisker(otherCi95, 6)}${other !== undefined && mark(1, x(other), middle, `${name}, ${names[1]}: ${other.toFixed(digits)}`)}</g>`
  })
  const ticks = x.ticks(5)
  return figure({
    title,
    caption,
    width: WIDTH,
    height,
    svg: html`<g class="s0">${mark(0, LEFT + 6, 10, names[0])}${label(LEFT + 16, 14, names[0], 'name')}</g>
<g class="s1">${mark(1, LEFT + 156, 10, names[1])}${label(LEFT + 166, 14, names[1], 'name')}</g>
${ticks.map((tick) => [line(x(tick), TOP, x(tick), height - AXIS, 'grid'), label(x(tick), height - 6, String(tick), 'tick', 'middle')])}${drawn}`,
    head: ['', names[0], '95 % interval', names[1], '95 % interval'],
    rows: pairs.map(({ name, one, other, oneCi95, otherCi95 }) => [
      name,
      one?.toFixed(digits) ?? '–',
      oneCi95?.map((end) => end.toFixed(digits)).join(' to ') ?? '',
      other?.toFixed(digits) ?? '–',
      otherCi95?.map((end) => end.toFixed(digits)).join(' to ') ?? '',
    ]),
  })
}
