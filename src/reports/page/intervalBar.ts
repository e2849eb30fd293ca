import { scaleLinear } from 'd3-scale'
import type { Metric } from '../../core/format/scoresDocument.ts'
import { html, type Markup } from './markup.ts'
import { line, px } from './pictures/figure.ts'

const WIDTH = 240
const HEIGHT = 18

/** What a bar is drawn from. */
type BarMetric = Pick<Metric, 'value' | 'floor'> & { readonly ci95: readonly [number, number] | null }

/** A value with its interval on the range it can have; an upright stroke is the baseline, what is below the floor is shaded. */
export function intervalBar({ value, ci95, floor }: BarMetric, base: number | undefined, range: readonly [number, number]): Markup {
  const x = scaleLinear(range, [4, WIDTH - 4]).clamp(true)
  const middle = HEIGHT / 2
  const [low, high] = ci95 ?? [value, value]
  const text = `${value.toFixed(3)}${ci95 ? `, interval ${low.toFixed(3)} to ${high.toFixed(3)}` : ''} on ${range[0]} to ${range[1]}${floor === undefined ? '' : `, floor ${floor.toFixed(3)}`}${base === undefined ? '' : `, baseline ${base.toFixed(3)}`}`
  return html`<svg class="interval" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${text}">${line(4, middle, WIDTH - 4, middle, 'track')}
${floor !== undefined && html`<rect class="floor" x="4" y="${middle - 4}" width="${px(Math.max(1, x(floor) - 4))}" height="8"/>`}<g class="s0">${ci95 && html`<rect class="span" x="${px(x(low))}" y="${middle - 4}" width="${px(Math.max(1, x(high) - x(low)))}" height="8"/>`}<rect class="mark" x="${px(x(value) - 1.5)}" y="${middle - 7}" width="3" height="14"/></g>
${base !== undefined && line(x(base), 1, x(base), HEIGHT - 1, 'base')}</svg>`
}
