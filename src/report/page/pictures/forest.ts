import { scaleLinear } from 'd3-scale'
import { symbol, symbolCircle } from 'd3-shape'
import { type ShownVerdict, VERDICT_TEXTS } from '../../../results/compare/suiteVerdict.ts'
import { html, type Markup } from '../markup.ts'
import { figure, label, line, lines, NAMES_WIDTH, PICTURE_WIDTH, px, rowLabel } from './figure.ts'

/** A change with its interval and what can be said of it. */
export interface Change {
  readonly name: string
  readonly change: number
  readonly ci95: readonly [number, number] | null
  readonly verdict: ShownVerdict
}

const RIGHT = 92
const ROW = 32
const TOP = 8
const AXIS = 22

/** Changes as marks with their intervals about zero. */
export function forest(title: string, caption: string, changes: readonly Change[], digits: number): Markup {
  const height = TOP + changes.length * ROW + AXIS
  const ends = changes.flatMap(({ change, ci95 }) => [change, ...(ci95 ?? [])]).filter(Number.isFinite)
  const widest = Math.max(1e-9, ...ends.map(Math.abs))
  const x = scaleLinear([-widest, widest], [NAMES_WIDTH + 4, PICTURE_WIDTH - RIGHT]).nice(4)
  const mark = symbol(symbolCircle, 50)() ?? ''
  const signed = (value: number) => `${value > 0 ? '+' : ''}${value.toFixed(digits)}`
  const drawn = changes.map(({ name, change, ci95, verdict }, index) => {
    const middle = TOP + ROW * (index + 0.5)
    return html`<g class="${verdict === 'better' ? 'good' : verdict === 'worse' ? 'bad' : 'neutral'}">${rowLabel(NAMES_WIDTH - 10, middle, name)}
${ci95 && line(x(ci95[0]), middle, x(ci95[1]), middle, 'span')}<path class="mark" d="${mark}" transform="translate(${px(x(change))} ${px(middle)})"><title>${name}: ${signed(change)}</title></path>
${lines(PICTURE_WIDTH - RIGHT + 12, middle, [signed(change), VERDICT_TEXTS[verdict]], 'value', 'start')}</g>`
  })
  return figure({
    title,
    caption,
    width: PICTURE_WIDTH,
    height,
    svg: html`${x.ticks(5).map((tick) => [line(x(tick), TOP, x(tick), height - AXIS, tick === 0 ? 'zero' : 'grid'), label(x(tick), height - 6, String(tick), 'tick', 'middle')])}${drawn}`,
    head: ['', 'change', '95 % interval', 'verdict'],
    rows: changes.map(({ name, change, ci95, verdict }) => [
      name,
      signed(change),
      ci95?.map(signed).join(' to ') ?? '',
      VERDICT_TEXTS[verdict],
    ]),
  })
}
