import { type Content, cardTable, counted, grouped, html, intervalBar, type Markup, pageDocument, type ShownText } from '../../../kit.ts'
import {
  closingSentences,
  confusionTable,
  criteriaTable,
  type FigureRow,
  figureCells,
  figureRows,
  figureSentences,
  lookFirstTable,
  openingSentences,
  sliceTable,
  type TextTable,
} from './judgeTables.ts'
import type { JudgeReport, JudgeSection } from './measuredJudge.ts'

/** Disagreements that the page lists; `--json` has all. */
const SHOWN = 50
/** Longest text that is shown whole. */
const LONGEST = 20_000

/** A judge against people as one file for a browser. It loads nothing and runs no script; texts of models are shown as text. */
export function judgePage({ sections, notes, simulated }: JudgeReport): string {
  return pageDocument({
    title: 'holdfast · judge against people',
    heading: 'holdfast · judge',
    simulated,
    links: sections.map((section, at) => ({ href: `#judge-${at + 1}`, text: titleOf(section) })),
    summary: html`${sections.map(sectionOf)}${notes.map((note) => html`<p class="note">${note}</p>`)}`,
  })
}

function titleOf({ title, otherJudge }: JudgeSection): string {
  return title ?? (otherJudge === undefined ? 'The judge against people' : 'The judge against another')
}

function sectionOf(section: JudgeSection, at: number): Markup {
  const id = `judge-${at + 1}`
  const first = lookFirstTable(section, SHOWN)
  return html`<section class="suite" aria-labelledby="${id}"><h2 id="${id}">${titleOf(section)}</h2>
${[...openingSentences(section), ...figureSentences(section)].map((text) => html`<p>${text}</p>`)}
${figureTable(figureRows(section))}
${part('Confusions', confusionTable(section))}
${part('Slices', sliceTable(section))}
${part('Criteria, the worst first', criteriaTable(section))}
${lookFirst(section, first.table)}
${first.more > 0 && html`<p class="quiet">and ${grouped(first.more)} more, listed by --json</p>`}
${closingSentences(section).map((text) => html`<p>${text}</p>`)}
</section>`
}

function figureTable(rows: readonly FigureRow[]): Markup {
  const columns = [
    { head: 'figure' },
    { head: 'value', isFigure: true },
    { head: '95 % interval', isFigure: true },
    { head: '' },
    { head: 'meaning' },
  ]
  const cells = rows.map(({ title, figure, means, ends }) => {
    const [value, interval] = figureCells(figure)
    const bar = figure && ends ? intervalBar({ value: figure.value, ci95: figure.ci95 ?? null }, undefined, ends) : ''
    // Bars of one table lie on two scales.
    const scale = ends?.[0] === -1 && html`<span class="quiet"> −1 to 1</span>`
    return [title, html`<strong>${value}</strong>`, interval, html`${bar}${scale}`, means]
  })
  return cardTable(columns, cells, 'Figures')
}

function part(title: string, table: TextTable): Markup | false {
  const [head, ...rows] = table
  if (!head) return false
  return html`<h3>${title}</h3>${cardTable(
    head.map((text, at) => ({ head: text, isFigure: at > 0 })),
    rows,
    title,
  )}`
}

/** The disagreements, each with what was shown of it where that is known. */
function lookFirst({ measured: { disagreements }, textsOf }: JudgeSection, [head, ...rows]: TextTable): Markup | false {
  if (!head) return false
  const texts = new Set(['look at first', 'slice', 'criterion'])
  const cells = rows.map(([name = '', ...rest], at): Content[] => {
    const shown = textsOf?.(disagreements[at]?.id ?? '')
    return [shown ? html`${name}${shownTexts(shown)}` : name, ...rest]
  })
  const columns = head.map((text) => ({ head: text, isFigure: !texts.has(text) }))
  return html`<h3>Look at first</h3>${cardTable(columns, cells, 'Look at first')}`
}

function shownTexts(shown: readonly ShownText[]): Markup {
  const length = shown.reduce((sum, { text }) => sum + text.length, 0)
  return html`<details><summary>what was shown, ${counted(length, 'character')}</summary>${shown.map(
    ({ title, text, isJudged }) =>
      html`<h4>${title}${isJudged && html` <span class="quiet">is what is judged</span>`}</h4><pre>${text.slice(0, LONGEST)}</pre>${text.length > LONGEST && html`<p class="quiet">${grouped(text.length - LONGEST)} more characters are in the run.</p>`}`,
  )}</details>`
}
