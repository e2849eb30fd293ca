import { type Content, html, type Markup } from '../page/markup.ts'
import { table } from '../page/pictures/figure.ts'
import { type Block, type BlockColumn, isOn, type Phrase, tableOn } from './block.ts'

/** Blocks on a page. Whatever a text holds, it is shown as text. */
export function pageBlocks(blocks: readonly Block[]): Markup {
  return html`${blocks.filter(isOn('page')).map((block) => [markupOf(block), '\n'])}`
}

function markupOf(block: Block): Content {
  switch (block.kind) {
    case 'section':
      return html`<section class="suite" id="${block.id}" aria-labelledby="title-${block.id}"><h2 id="title-${block.id}">${block.title}</h2>
${pageBlocks(block.blocks)}</section>`
    case 'heading':
      return html`<h3>${block.text}</h3>`
    case 'text':
      return html`<p${block.tone && html` class="${block.tone}"`}>${phrase(block.text)}</p>`
    case 'list':
      return block.texts.length > 0 && html`<ul>${block.texts.map((text) => html`<li>${phrase(text)}</li>`)}</ul>`
    case 'facts':
      return html`<dl class="facts">${block.facts.map(([label, said]) => html`<div><dt>${label}</dt><dd>${[said].flat().join(', ')}</dd></div>`)}</dl>`
    case 'fold':
      return html`<details class="fold"><summary>${block.summary}</summary>${pageBlocks(block.blocks)}</details>`
    case 'table': {
      const { columns, rows, label, isWide } = tableOn('page', block)
      const cells = rows.map((row) => row.map(phrase))
      if (!isWide) return cardTable(columns, cells, label)
      const heads = columns.map(({ head, note }) => html`${head}${note && html` <span class="quiet">${note}</span>`}`)
      return html`<div class="paper">${table(heads, cells, label)}</div>`
    }
    case 'html':
      return block.html
    case 'gap':
    case 'lines':
    case 'simulated':
      return undefined
  }
}

function phrase(of: Phrase): Content {
  if (typeof of === 'string') return of
  return of.html ?? (of.isStrong || of.isBad ? html`<strong>${of.text}</strong>` : of.text)
}

/** A table whose first column names the rows. On a narrow screen each row is a card, each cell beside its column's name; roles say it is a table. */
function cardTable(columns: readonly BlockColumn[], rows: readonly (readonly Content[])[], label: string): Markup {
  const kind = (at: number) => (columns[at]?.isFigure ? 'figure' : '')
  return html`<table class="cards" role="table" aria-label="${label}"><thead role="rowgroup"><tr role="row">${columns.map(({ head }, at) => html`<th role="columnheader" scope="col" class="${kind(at)}">${head}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows.map(
    ([first, ...rest]) =>
      html`<tr role="row"><th role="rowheader" scope="row">${first}</th>${rest.map((cell, at) => html`<td role="cell" class="${kind(at + 1)}" data-head="${columns[at + 1]?.head ?? ''}">${cell}</td>`)}</tr>`,
  )}</tbody></table>`
}
