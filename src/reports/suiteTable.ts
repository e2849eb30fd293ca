import type { BlockColumn, MarkedPhrase, TableBlock } from './blocks/block.ts'
import { type SuiteRow, verdictText } from './decision/suiteRow.ts'
import { grouped } from './layout.ts'
import { type Content, html, type Markup } from './page/markup.ts'
import { hashOf, WITHOUT_SCORE } from './page/shared/filters.ts'

const figure = (head: string, more: Pick<BlockColumn, 'on'> = {}): BlockColumn => ({ head, isFigure: true, ...more })

/**
 * One row a suite: what it measures, its figure, how it changed, and counts, which on a page lead to the items they count.
 * @param isOrdinary whether the rows are files of ordinary tests, which have no figures.
 */
export function suiteTable(rows: readonly SuiteRow[], isOrdinary = false): TableBlock {
  const name = isOrdinary ? 'file' : 'suite'
  // Where no suite is in the baseline there is no change to show.
  const isCompared = rows.some(({ base, told }) => base !== '' || told !== '')
  const own: readonly BlockColumn[] = isCompared
    ? [figure('base'), figure('change'), { head: 'verdict' }, figure('newly failing'), figure('fixed')]
    : [{ head: '95 % interval' }, figure('scored'), figure('below threshold'), figure('without a score', { on: ['page'] })]
  return {
    kind: 'table',
    label: isOrdinary ? 'Tests' : 'Suites',
    columns: [
      { head: name, on: ['terminal'] },
      { head: name, on: ['markdown', 'page'] },
      ...(isOrdinary ? [figure('tests'), figure('failed')] : [{ head: 'scale' }, figure('now'), { head: 'rests on' }, ...own]),
    ],
    rows: rows.map((row) => {
      const { suite, title, label, question, scale, unit, now, shortMark, interval, basis, scored, failed, without } = row
      const below = countLink(suite, failed, { state: 'failed' }, 'below the threshold')
      const names = [suite, { text: title, html: html`<a href="#suite-${suite}">${title}</a>${!isOrdinary && quiet(question ?? label)}` }]
      if (isOrdinary) return [...names, grouped(scored), below]
      return [
        ...names,
        { text: [scale, unit].filter(Boolean).join(', '), html: html`${scale}${quiet(unit)}` },
        { text: now + (shortMark && `, ${shortMark}`), html: html`${now}${quiet(shortMark)}`, isStrong: true },
        basis,
        ...(isCompared
          ? changeCells(row)
          : [interval || '–', grouped(scored), below, countLink(suite, without, { state: WITHOUT_SCORE }, 'without a score')]),
      ]
    }),
    givingWay: [7, 6, 4, 2, 0].map((column) => ({ column, least: 12 })),
  }
}

function changeCells({ suite, base, change, changeInterval, verdict, told, newlyFailing, fixed }: SuiteRow) {
  const said = [verdict && verdictText(verdict), told].filter(Boolean).join(', ') || '–'
  return [
    base || '–',
    { text: changeInterval ? `${change} (${changeInterval})` : change || '–', html: html`${change || '–'}${quiet(changeInterval)}` },
    { text: said, html: verdict ? html`<span class="change ${verdict}">${verdictText(verdict)}</span>${quiet(told)}` : said },
    countLink(suite, newlyFailing, { flip: 'lost' }, 'newly failing'),
    countLink(suite, fixed, { flip: 'gained' }, 'fixed'),
  ]
}

/** What stands below the text of a cell, or beside it on a phone. */
function quiet(text: string): Content {
  return text !== '' && html`<span class="quiet"> <br>${text}</span>`
}

/** A count that leads to the items it counts; the screen reader hears which. */
function countLink(suite: string, count: number | undefined, filter: { flip?: string; state?: string }, what: string): MarkedPhrase {
  const text = count === undefined ? '–' : grouped(count)
  return count
    ? { text, html: html`<a href="${hashOf({ suite, ...filter })}">${text}<span class="unseen"> items ${what}</span></a>` }
    : { text }
}

/** How many items newly fail and are fixed; each count leads to the items it counts. */
export function flipLinks({ newlyFailing, fixed }: { readonly newlyFailing: number; readonly fixed: number }, suite = ''): Markup {
  const link = (count: number, flip: string, text: string) => {
    const shown = html`<strong>${count.toLocaleString('en')}</strong> ${text}`
    return count === 0 ? shown : html`<a href="${hashOf({ suite, flip })}">${shown}</a>`
  }
  return html`${link(newlyFailing, 'lost', 'newly failing')} · ${link(fixed, 'gained', 'fixed')}`
}
