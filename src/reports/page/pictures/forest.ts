import { scaleLinear } from 'd3-scale'
import { symbolCircle } from 'd3-shape'
import type { MetricComparison } from '../../../core/stats/compareRecords.ts'
import { type ShownVerdict, VERDICT_TEXTS } from '../../../deciding/compare/suiteVerdict.ts'
import { changeText } from '../../decision/suiteRow.ts'
import { html, type Markup } from '../markup.ts'
import { ciText, figure, LINE_HEIGHT, label, line, lines, mark, PICTURE_WIDTH, textWidth, wrapped } from './figure.ts'

/** A change with its interval and what can be said of it. */
interface Change extends Pick<MetricComparison, 'change' | 'ci95'> {
  readonly name: string
  readonly verdict: ShownVerdict
  /** Whether the verdict has no colour: the runs are not alike. */
  readonly isPlain?: boolean
}

const LEFT = 6
const RIGHT = 96
/** Room for a mark with its interval, below its name. */
const MARK_ROOM = 28
const TOP = 4
const AXIS = 22
/** Characters of a line of a name: it stands above its mark, over the whole width. */
const NAME_LENGTH = Math.floor(PICTURE_WIDTH / textWidth('n'))

/** Changes as marks with their intervals about zero. */
export function forest(title: string, caption: string, changes: readonly Change[], digits: number): Markup {
  const names = changes.map(({ name }) => wrapped(name, NAME_LENGTH))
  const heights = names.map((texts) => texts.length * LINE_HEIGHT + MARK_ROOM)
  const foot = TOP + heights.reduce((sum, own) => sum + own, 0)
  const height = foot + AXIS
  const ends = changes.flatMap(({ change, ci95 }) => [change, ...(ci95 ?? [])]).filter(Number.isFinite)
  const widest = Math.max(1e-9, ...ends.map(Math.abs))
  const x = scaleLinear([-widest, widest], [LEFT, PICTURE_WIDTH - RIGHT]).nice(4)
  const signed = (value: number) => changeText(value, digits)
  const ticks = x.ticks(5)
  const drawn = changes.map(({ name, change, ci95, verdict, isPlain }, index) => {
    const top = TOP + heights.slice(0, index).reduce((sum, own) => sum + own, 0)
    const texts = names[index] ?? []
    const middle = top + texts.length * LINE_HEIGHT + MARK_ROOM / 2
    const tone = isPlain ? 'neutral' : verdict === 'better' ? 'good' : verdict === 'worse' ? 'bad' : 'neutral'
    return html`<g class="${tone}">${lines(0, top + (texts.length * LINE_HEIGHT) / 2 + 2, texts, 'tick', 'start')}
${ticks.map((tick) => line(x(tick), middle - MARK_ROOM / 2, x(tick), middle + MARK_ROOM / 2, tick === 0 ? 'zero' : 'grid'))}
${ci95 && line(x(ci95[0]), middle, x(ci95[1]), middle, 'span')}${mark(x(change), middle, symbolCircle, 50, `${name}: ${signed(change)}`)}
${lines(PICTURE_WIDTH - RIGHT + 12, middle, [signed(change), VERDICT_TEXTS[verdict]], 'value', 'start')}</g>`
  })
  return figure({
    title,
    caption,
    height,
    svg: html`${ticks.map((tick) => label(x(tick), height - 6, String(tick), 'tick', tick === x.domain()[0] ? 'start' : 'middle'))}${drawn}`,
    head: ['', 'change', '95 % interval', 'verdict'],
    rows: changes.map(({ name, change, ci95, verdict }) => [name, signed(change), ciText(ci95, signed), VERDICT_TEXTS[verdict]]),
  })
}
