import { type Content, html, type Markup } from './markup.ts'

/** A column of a table that is shown as a card a row on a phone. */
export interface CardColumn {
  readonly head: string
  /** Whether it has figures, which stand under each other. */
  readonly isFigure?: boolean
}

/** A table whose first column names the rows. On a narrow screen each row is a card, each cell beside its column's name; roles say it is a table. */
export function cardTable(columns: readonly CardColumn[], rows: readonly (readonly Content[])[], label: string): Markup {
  const kind = (at: number) => (columns[at]?.isFigure ? 'figure' : '')
  return html`<table class="cards" role="table" aria-label="${label}"><thead role="rowgroup"><tr role="row">${columns.map(({ head }, at) => html`<th role="columnheader" scope="col" class="${kind(at)}">${head}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows.map(
    ([first, ...rest]) =>
      html`<tr role="row"><th role="rowheader" scope="row">${first}</th>${rest.map((cell, at) => html`<td role="cell" class="${kind(at + 1)}" data-head="${columns[at + 1]?.head ?? ''}">${cell}</td>`)}</tr>`,
  )}</tbody></table>`
}
