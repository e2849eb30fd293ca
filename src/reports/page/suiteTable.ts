import { type SuiteRow, verdictText } from '../decision/suiteRow.ts'
import { type CardColumn, cardTable } from './cardTable.ts'
import { type Content, html, type Markup } from './markup.ts'
import { hashOf, WITHOUT_SCORE } from './shared/filters.ts'

/** A column with its cell of a row. */
interface Column extends CardColumn {
  readonly cell: (row: SuiteRow) => Content
}

/** What the table of suites is made from. */
export interface SuiteTableInput {
  readonly rows: readonly SuiteRow[]
  /** Whether the rows are compared with another run. */
  readonly isCompared: boolean
  /** Whether the rows are files of ordinary tests, which have no figures. */
  readonly isOrdinary?: boolean
  /** Place of a suite's section on the page. */
  readonly hrefOf: (suite: string) => string
}

/** One row a suite: what it measures, its figure, how it changed, and the items that changed with it. */
export function suiteTable({ rows, isCompared, isOrdinary = false, hrefOf }: SuiteTableInput): Markup {
  const columns: Column[] = [
    {
      head: isOrdinary ? 'file' : 'suite',
      cell: ({ suite, title, label, question }) =>
        html`<a href="${hrefOf(suite)}">${title}</a>${!isOrdinary && html`<span class="quiet"> <br>${question ?? label}</span>`}`,
    },
    ...(isOrdinary ? ORDINARY : [...FIGURES, ...(isCompared ? COMPARED : ALONE)]),
  ]
  return cardTable(
    columns,
    rows.map((row) => columns.map(({ cell }) => cell(row))),
    isOrdinary ? 'Tests' : 'Suites',
  )
}

const FIGURES: readonly Column[] = [
  { head: 'scale', cell: ({ scale, unit }) => html`${scale}${unit !== '' && html`<span class="quiet"> <br>${unit}</span>`}` },
  { head: 'now', isFigure: true, cell: ({ now }) => html`<strong>${now}</strong>` },
]

const COMPARED: readonly Column[] = [
  { head: 'base', isFigure: true, cell: ({ base }) => orDash(base) },
  {
    head: 'change',
    isFigure: true,
    cell: ({ change, changeInterval }) =>
      html`${orDash(change)}${changeInterval !== '' && html`<span class="quiet"> <br>${changeInterval}</span>`}`,
  },
  {
    head: 'verdict',
    cell: ({ verdict, told }) =>
      html`${verdict && html`<span class="change ${verdict}">${verdictText(verdict)}</span>`}${told !== '' && html`<span class="quiet">${verdict && html` <br>`}${told}</span>`}${!verdict && told === '' && '–'}`,
  },
  {
    head: 'newly failing',
    isFigure: true,
    cell: ({ suite, newlyFailing }) => countLink(suite, newlyFailing, { flip: 'lost' }, 'newly failing'),
  },
  { head: 'fixed', isFigure: true, cell: ({ suite, fixed }) => countLink(suite, fixed, { flip: 'gained' }, 'fixed') },
]

const FAILED: Column = {
  head: 'below threshold',
  isFigure: true,
  cell: ({ suite, failed }) => countLink(suite, failed, { state: 'failed' }, 'below the threshold'),
}

const ALONE: readonly Column[] = [
  { head: '95 % interval', cell: ({ interval }) => orDash(interval) },
  { head: 'scored', isFigure: true, cell: ({ scored }) => scored.toLocaleString('en') },
  FAILED,
  {
    head: 'without a score',
    isFigure: true,
    cell: ({ suite, without }) => countLink(suite, without, { state: WITHOUT_SCORE }, 'without a score'),
  },
]

const ORDINARY: readonly Column[] = [
  { head: 'tests', isFigure: true, cell: ({ scored }) => scored.toLocaleString('en') },
  { ...FAILED, head: 'failed' },
]

function orDash(text: string): string {
  return text === '' ? '–' : text
}

/** A count that leads to the items it counts; the screen reader hears which. */
function countLink(suite: string, count: number | undefined, filter: { flip?: string; state?: string }, what: string): Content {
  if (count === undefined) return '–'
  if (count === 0) return '0'
  return html`<a href="${hashOf({ suite, ...filter })}">${count.toLocaleString('en')}<span class="unseen"> items ${what}</span></a>`
}

/** How many items newly fail and are fixed; each count leads to the items it counts. */
export function flipLinks({ newlyFailing, fixed }: { readonly newlyFailing: number; readonly fixed: number }, suite = ''): Markup {
  const link = (count: number, flip: string, text: string) => {
    const shown = html`<strong>${count.toLocaleString('en')}</strong> ${text}`
    return count === 0 ? shown : html`<a href="${hashOf({ suite, flip })}">${shown}</a>`
  }
  return html`${link(newlyFailing, 'lost', 'newly failing')} · ${link(fixed, 'gained', 'fixed')}`
}
