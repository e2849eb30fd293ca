import { scaleBand, scaleLinear } from 'd3-scale'
import { html, type Markup } from '../markup.ts'
import { figure, label, px, short } from './figure.ts'

/** A map of cells. */
export interface HeatMap {
  readonly title: string
  readonly caption: string
  readonly rows: readonly string[]
  readonly columns: readonly string[]
  /** By row and column; undefined where there is no data. */
  readonly cell: (row: string, column: string) => { readonly value: number; readonly n: number } | undefined
  readonly domain: readonly [number, number]
  readonly digits: number
}

const WIDTH = 480
const LEFT = 150
const FLAT = 24
/** Room for slanted names. */
const SLANTED = 100
const SLANT = -52
const ROW = 26
/** Width of a letter. */
const LETTER = 7

/** Cells whose depth of colour and number say the same. */
export function heatMap({ title, caption, rows, columns, cell, domain, digits }: HeatMap): Markup {
  const wide = (WIDTH - LEFT) / columns.length / LETTER
  const slanted = columns.some((column) => column.length > wide)
  const top = slanted ? SLANTED : FLAT
  const height = top + rows.length * ROW + 4
  const x = scaleBand(columns, [LEFT, slanted ? WIDTH - 66 : WIDTH - 4]).padding(0.04)
  const y = scaleBand(rows, [top, top + rows.length * ROW]).padding(0.06)
  const depth = scaleLinear(domain, [0, 1]).clamp(true)
  const drawn = rows.flatMap((row) =>
    columns.map((column) => {
      const found = cell(row, column)
      const [left, upper] = [x(column) ?? 0, y(row) ?? 0]
      const box = html`x="${px(left)}" y="${px(upper)}" width="${px(x.bandwidth())}" height="${px(y.bandwidth())}"`
      if (!found) return html`<rect class="empty" ${box}/>`
      const level = depth(found.value)
      return html`<rect class="cell" ${box} fill-opacity="${(0.08 + 0.92 * level).toFixed(2)}"><title>${row}, ${column}: ${found.value.toFixed(digits)}, ${found.n} items</title></rect>${label(left + x.bandwidth() / 2, upper + y.bandwidth() / 2 + 4, found.value.toFixed(digits), level > 0.55 ? 'on-deep' : 'on-pale', 'middle')}`
    }),
  )
  return figure({
    title,
    caption,
    width: WIDTH,
    height,
    svg: html`${columns.map((column) => columnName((x(column) ?? 0) + x.bandwidth() / 2, top, column, slanted))}
${rows.map((row) => label(LEFT - 8, (y(row) ?? 0) + y.bandwidth() / 2 + 4, short(row, 22), 'tick', 'end'))}${drawn}`,
    head: ['', ...columns],
    rows: rows.map((row) => [row, ...columns.map((column) => cell(row, column)?.value.toFixed(digits) ?? '–')]),
  })
}

function columnName(x: number, top: number, name: string, slanted: boolean): Markup {
  if (!slanted) return label(x, top - 8, name, 'tick', 'middle')
  return html`<g transform="translate(${px(x)} ${top - 8}) rotate(${SLANT})">${label(0, 0, short(name, 19), 'tick')}</g>`
}
