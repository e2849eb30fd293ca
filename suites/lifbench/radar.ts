import { scaleLinear } from 'd3-scale'
import { curveLinearClosed, lineRadial } from 'd3-shape'
import { figure, html, label, line, lines, type Markup, PICTURE_WIDTH, px, wrapped } from '../../src/kit.ts'

/** An axis of the radar with its value, and what it was in the baseline. */
export interface Spoke {
  readonly name: string
  readonly value: number
  readonly base?: number | undefined
}

/** A radar. */
export interface Radar {
  readonly title: string
  readonly caption: string
  readonly spokes: readonly Spoke[]
}

const HEIGHT = 290
const RADIUS = 100
/** Characters of a line of a spoke's name. */
const NAME_LINE = 12
const RINGS = [0.25, 0.5, 0.75, 1]

/** Shares from 0 to 1 as a figure about a centre. */
export function radar({ title, caption, spokes }: Radar): Markup {
  const [cx, cy] = [PICTURE_WIDTH / 2, HEIGHT / 2]
  const radius = scaleLinear([0, 1], [0, RADIUS]).clamp(true)
  const angle = (index: number) => (2 * Math.PI * index) / spokes.length
  const at = (index: number, distance: number) => [cx + distance * Math.sin(angle(index)), cy - distance * Math.cos(angle(index))] as const
  // The scale stands between two spokes, where no value is marked.
  const between = (distance: number) => at(0.5, distance * Math.cos(Math.PI / spokes.length) + 4)
  const outline = (value: (spoke: Spoke) => number) =>
    lineRadial<Spoke>()
      .angle((_, index) => angle(index))
      .radius((spoke) => radius(value(spoke)))
      .curve(curveLinearClosed)([...spokes]) ?? ''
  const withBase = spokes.every(({ base }) => base !== undefined)
  return figure({
    title,
    caption,
    height: HEIGHT,
    svg: html`<g transform="translate(${cx} ${cy})">${RINGS.map((ring) => html`<circle class="grid hollow" r="${px(radius(ring))}"/>`)}</g>
${spokes.map((_, index) => line(cx, cy, ...at(index, RADIUS), 'grid'))}
${RINGS.map((ring) => label(...between(radius(ring)), String(ring), 'tick faint', 'middle'))}
<g transform="translate(${cx} ${cy})">${withBase && html`<path class="base-outline" d="${outline(({ base }) => base ?? 0)}"/>`}<g class="s0"><path class="shape" d="${outline(({ value }) => value)}"/></g></g>
<g class="s0">${spokes.map(({ name, value }, index) => {
      const [x, y] = at(index, radius(value))
      const [tx, ty] = at(index, RADIUS + (Math.abs(Math.sin(angle(index))) < 0.1 ? 22 : 12))
      const side = Math.sin(angle(index))
      const anchor = Math.abs(side) < 0.1 ? 'middle' : side > 0 ? 'start' : 'end'
      return html`<circle class="mark" cx="${px(x)}" cy="${px(y)}" r="3.5"><title>${name}: ${value.toFixed(3)}</title></circle>${lines(tx, ty, [...wrapped(name, NAME_LINE), value.toFixed(2)], 'name', anchor)}`
    })}</g>`,
    head: ['', 'value', ...(withBase ? ['baseline'] : [])],
    rows: spokes.map(({ name, value, base }) => [name, value.toFixed(3), ...(withBase ? [(base ?? 0).toFixed(3)] : [])]),
  })
}
