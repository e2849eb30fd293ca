import { curveLinearClosed, lineRadial } from 'd3-shape'
import { type Content, digitsOf, html, label, line, type Markup, mean, px, table } from '../../../../kit.ts'
import type { BoardTable } from '../../board.ts'

/** Beside a radar there is room for the names in the letters of a phone. */
const [WIDTH, HEIGHT, RADIUS] = [220, 164, 58]
/** Characters of a name that there is room for beside a radar; longer ones are numbered. */
const SHORT_NAME = 6

/** A radar for each model, small and alike, with the mean of all models as a broken line: shapes that lie on each other tell nothing. */
export function radarGrid(
  id: string,
  { title, columns, rows }: BoardTable,
  names: readonly { readonly name: string; readonly shown: Content }[],
): Markup | undefined {
  const whole = rows.flatMap((row, at) => {
    const values = row.flatMap((cell) => (cell ? [cell.value] : []))
    return values.length === columns.length ? [{ values, model: names[at] as (typeof names)[number] }] : []
  })
  if (columns.length < 3 || whole.length === 0) return undefined
  const ranges = columns.map(({ range }, at) => range ?? ([0, Math.max(1, ...whole.map(({ values }) => values[at] as number))] as const))
  const [low, high] = [Math.min(...ranges.map(([from]) => from)), Math.max(...ranges.map(([, to]) => to))]
  const digits = digitsOf([low, high])
  const isNumbered = columns.some((column) => column.label.length > SHORT_NAME)
  const means = columns.map((_, at) => mean(whole.map(({ values }) => values[at] as number)))
  const share = (value: number) => Math.min(1, Math.max(0, (value - low) / (high - low)))
  const numbered = isNumbered ? ` ${columns.map((column, at) => `${at + 1} ${column.label}`).join(', ')}.` : ''
  const caption = `Centre ${low}, rim ${high}.${whole.length > 1 ? ' The broken line is the mean of all models.' : ''}${numbered}`
  return html`<figure class="picture radars" aria-labelledby="${id}">
<figcaption><h3 id="${id}">${title}</h3><p>${caption}</p></figcaption>
<ul class="multiples">${whole.map(
    ({ values, model }) =>
      html`<li><p class="of-model">${model.shown}</p><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${model.name}: ${columns.map((column, at) => `${column.label} ${(values[at] as number).toFixed(digits)}`).join(', ')}">${radarShape(
        columns.map((column, at) => (isNumbered ? String(at + 1) : column.label)),
        values.map(share),
        whole.length > 1 ? means.map(share) : undefined,
      )}</svg></li>`,
  )}</ul>
<details><summary>Figures<span class="unseen"> of ${title}</span></summary>${table(
    ['', ...columns.map((column) => column.label)],
    whole.map(({ values, model }) => [model.name, ...values.map((value) => value.toFixed(digits))]),
    `Figures of ${title}`,
  )}</details>
</figure>`
}

/** One radar. Values are shares of the radius. */
function radarShape(names: readonly string[], values: readonly number[], means: readonly number[] | undefined): Markup {
  const [cx, cy] = [WIDTH / 2, HEIGHT / 2]
  const angle = (index: number) => (2 * Math.PI * index) / names.length
  const at = (index: number, distance: number) => [cx + distance * Math.sin(angle(index)), cy - distance * Math.cos(angle(index))] as const
  const outline = (shares: readonly number[]) =>
    lineRadial<number>()
      .angle((_, index) => angle(index))
      .radius((value) => value * RADIUS)
      .curve(curveLinearClosed)([...shares]) ?? ''
  return html`<g transform="translate(${cx} ${cy})">${[0.5, 1].map((ring) => html`<circle class="grid hollow" r="${px(RADIUS * ring)}"/>`)}</g>
${names.map((_, index) => line(cx, cy, ...at(index, RADIUS), 'grid'))}
<g transform="translate(${cx} ${cy})"><g class="s0"><path class="shape" d="${outline(values)}"/></g>${means && html`<path class="base-outline" d="${outline(means)}"/>`}</g>
${names.map((name, index) => {
  const side = Math.sin(angle(index))
  const [x, y] = at(index, RADIUS + (Math.abs(side) < 0.1 ? 11 : 6))
  return label(x, y + 4, name, 'tick', Math.abs(side) < 0.1 ? 'middle' : side > 0 ? 'start' : 'end')
})}`
}
