import { scaleBand, scaleLinear } from 'd3-scale'
import { symbol, symbolCircle, symbolDiamond } from 'd3-shape'
import { html, type Markup } from '../markup.ts'
import { figure, label, line, NAMES_WIDTH, PICTURE_WIDTH, px, rowLabel } from './figure.ts'

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

const RIGHT = 16
const ROW = 29
const TOP = 26
const AXIS = 22

/** Two marks a row, joined: how far one figure is from the other. */
export function pairChart({ title, caption, names, pairs, domain, digits }: PairChart): Markup {
  const height = TOP + pairs.length * ROW + AXIS
  const x = scaleLinear(domain, [NAMES_WIDTH, PICTURE_WIDTH - RIGHT]).clamp(true)
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
    return html`${rowLabel(NAMES_WIDTH - 10, middle, name)}
${one !== undefined && other !== undefined && line(x(one), middle, x(other), middle, 'joint')}
<g class="s0">${whisker(oneCi95, -6)}${one !== undefined && mark(0, x(one), middle, `${name}, ${names[0]}: ${one.toFixed(digits)}`)}</g>
<g class="s1">${whisker(otherCi95, 6)}${other !== undefined && mark(1, x(other), middle, `${name}, ${names[1]}: ${other.toFixed(digits)}`)}</g>`
  })
  const ticks = x.ticks(5)
  const keys = [90, 250] as const
  return figure({
    title,
    caption,
    width: PICTURE_WIDTH,
    height,
    svg: html`<g class="s0">${mark(0, keys[0], 10, names[0])}${label(keys[0] + 10, 14, names[0], 'name')}</g>
<g class="s1">${mark(1, keys[1], 10, names[1])}${label(keys[1] + 10, 14, names[1], 'name')}</g>
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
