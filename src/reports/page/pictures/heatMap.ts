import { scaleBand, scaleLinear } from 'd3-scale'
import { counted } from '../../../core/base/text/counted.ts'
import { html, type Markup } from '../markup.ts'
import { basis, type Chart, figure, label, lines, NAMES_WIDTH, PICTURE_WIDTH, px, rowLabel, textWidth, wrapped } from './figure.ts'

/** A map of cells. */
export interface HeatMap extends Chart {
  readonly rows: readonly string[]
  readonly columns: readonly string[]
  /** By row and column; undefined where there is no data. */
  readonly cell: (row: string, column: string) => { readonly value: number; readonly n: number } | undefined
}

const ROW = 29
/** Room for names of columns that lie flat. */
const FLAT = 24
/** Room for names that stand upright, and characters of a line of them. */
const UPRIGHT = 124
const UPRIGHT_LINE = 13

/** Cells whose depth of colour and number say the same; undefined without rows. */
export function heatMap({ title, caption, rows, columns, cell, domain, digits }: HeatMap): Markup | undefined {
  if (rows.length === 0) return undefined
  const room = (PICTURE_WIDTH - NAMES_WIDTH) / columns.length
  const upright = columns.some((column) => textWidth(column) > room)
  const top = upright ? UPRIGHT : FLAT
  const height = top + rows.length * ROW + 4
  const x = scaleBand(columns, [NAMES_WIDTH, PICTURE_WIDTH - 4]).padding(0.04)
  const y = scaleBand(rows, [top, top + rows.length * ROW]).padding(0.06)
  const depth = scaleLinear(domain, [0, 1]).clamp(true)
  const drawn = rows.flatMap((row) =>
    columns.map((column) => {
      const found = cell(row, column)
      const [left, upper] = [x(column) ?? 0, y(row) ?? 0]
      const box = html`x="${px(left)}" y="${px(upper)}" width="${px(x.bandwidth())}" height="${px(y.bandwidth())}"`
      if (!found) return html`<rect class="empty" ${box}/>`
      const level = depth(found.value)
      return html`<rect class="cell" ${box} fill-opacity="${(0.08 + 0.92 * level).toFixed(2)}"><title>${row}, ${column}: ${found.value.toFixed(digits)}, ${counted(found.n, 'item')}</title></rect>${label(left + x.bandwidth() / 2, upper + y.bandwidth() / 2 + 4, found.value.toFixed(digits), level > 0.55 ? 'on-deep' : 'on-pale', 'middle')}`
    }),
  )
  return figure({
    title,
    caption,
    height,
    svg: html`${columns.map((column) => columnName((x(column) ?? 0) + x.bandwidth() / 2, top, column, upright))}
${rows.map((row) => rowLabel(NAMES_WIDTH - 8, (y(row) ?? 0) + y.bandwidth() / 2, row))}${drawn}`,
    head: ['', ...columns],
    rows: rows.map((row) => [
      row,
      ...columns.map((column) => cell(row, column)).map((found) => (found ? `${found.value.toFixed(digits)}, ${basis(found.n)}` : '–')),
    ]),
  })
}

function columnName(x: number, top: number, name: string, upright: boolean): Markup {
  if (!upright) return label(x, top - 8, name, 'tick', 'middle')
  return html`<g transform="translate(${px(x)} ${top - 8}) rotate(-90)">${lines(0, 0, wrapped(name, UPRIGHT_LINE), 'tick', 'start')}</g>`
}
