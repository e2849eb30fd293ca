import { type Filter, readSort, type SORTS } from '../shared/filters.ts'
import type { IndexRow, PageIndex } from '../shared/pageIndex.ts'
import { button, el } from './dom.ts'

const ROW_HEIGHT = 48
/** Rows drawn above and below those in view. */
const SPARE = 6
const SIGNS = { passed: '✓', failed: '✗', unscored: '?', error: '!', skipped: '–' } as const
const FLIPS = { lost: ['▼', 'lost'], gained: ['▲', 'gained'] } as const

const COLUMNS: readonly (readonly [sort: (typeof SORTS)[number], text: string])[] = [
  ['name', 'Item'],
  ['task', 'Task'],
  ['score', 'Score'],
  ['state', 'State'],
  ['change', 'Change'],
]

/** What the list asks of the page around it. */
export interface ListActions {
  readonly onOpen: (row: number) => void
  readonly onSort: (sort: Filter['sort']) => void
  readonly linkTo: (row: number) => string
}

/** The table of items: only the rows in view are on the page, so that ten thousand scroll like ten. */
export class ItemList {
  readonly element: HTMLElement
  readonly #index: PageIndex
  readonly #actions: ListActions
  readonly #body = el('tbody')
  readonly #table: HTMLElement
  readonly #headers = new Map<string, HTMLElement>()
  readonly #columns: typeof COLUMNS
  #rows: readonly number[] = []
  #selected = -1
  #drawn = ''
  #scheduled = false

  constructor(index: PageIndex, actions: ListActions) {
    this.#index = index
    this.#actions = actions
    this.#columns = COLUMNS.filter(([sort]) => sort !== 'change' || index.rows.some(({ flip }) => flip !== ''))
    for (const [sort, text] of this.#columns) {
      const title = sort === 'task' && index.suites.length > 1 ? 'Suite, task' : text
      const header = el(
        'th',
        { scope: 'col', class: `of-${sort}`, 'aria-sort': 'none' },
        button(title, () => this.#sort(sort)),
      )
      this.#headers.set(sort, header)
    }
    this.#table = el('table', { 'aria-label': 'Items' }, el('thead', {}, el('tr', {}, ...this.#headers.values())), this.#body)
    this.element = el('div', { class: 'list', tabindex: 0, role: 'region', 'aria-label': 'Items' }, this.#table)
    this.element.addEventListener('scroll', () => this.#schedule(), { passive: true })
    new ResizeObserver(() => this.#draw()).observe(this.element)
    this.#body.addEventListener('click', (event) => {
      // A link that is to open elsewhere is the browser's.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      const target = event.target instanceof Element ? event.target.closest('[data-at]') : null
      const row = target && this.#rows[Number(target.getAttribute('data-at'))]
      if (typeof row !== 'number') return
      event.preventDefault()
      actions.onOpen(row)
    })
  }

  /** Shows these rows of the index, sorted so. */
  show(rows: readonly number[], sort: Filter['sort']): void {
    this.#rows = rows
    const asked = readSort(sort)
    for (const [name, header] of this.#headers) {
      const order = asked?.column !== name ? 'none' : asked.descending ? 'descending' : 'ascending'
      header.setAttribute('aria-sort', order)
    }
    this.#table.setAttribute('aria-rowcount', String(rows.length + 1))
    this.#drawn = ''
    this.#draw()
  }

  /** Marks a row as open and brings it into view. */
  select(row: number): void {
    this.#selected = row
    const at = this.#rows.indexOf(row)
    if (at !== -1) {
      const [top, bottom] = [at * ROW_HEIGHT, (at + 1) * ROW_HEIGHT]
      const { scrollTop } = this.element
      if (top < scrollTop) this.element.scrollTop = top
      else if (bottom > scrollTop + this.#height()) this.element.scrollTop = bottom - this.#height()
    }
    this.#drawn = ''
    this.#draw()
  }

  /** The first row; undefined for none. */
  first(): number | undefined {
    return this.#rows[0]
  }

  /** The row so many places from the open one; the first where there is none. */
  neighbour(step: number): number | undefined {
    const at = this.#rows.indexOf(this.#selected)
    if (at === -1) return this.#rows[0]
    return this.#rows[Math.max(0, Math.min(this.#rows.length - 1, at + step))]
  }

  /** Place of the open row, from 1, and how many there are. */
  place(): { at: number; of: number } {
    return { at: this.#rows.indexOf(this.#selected) + 1, of: this.#rows.length }
  }

  /** Up, down, and back to the order in which the items ran. */
  #sort(column: string): void {
    const now = this.#headers.get(column)?.getAttribute('aria-sort')
    this.#actions.onSort(now === 'none' ? column : now === 'ascending' ? `-${column}` : '')
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    requestAnimationFrame(() => {
      this.#scheduled = false
      this.#draw()
    })
  }

  /** Height of the rows in view: the header stays above them. */
  #height(): number {
    return this.element.clientHeight - (this.#table.firstElementChild?.clientHeight ?? 0)
  }

  #draw(): void {
    const { scrollTop } = this.element
    const first = Math.max(0, Math.floor(scrollTop / ROW_HEIGHT) - SPARE)
    const last = Math.min(this.#rows.length, Math.ceil((scrollTop + this.#height()) / ROW_HEIGHT) + SPARE)
    const key = `${first} ${last}`
    if (key === this.#drawn) return
    this.#drawn = key
    const rows = []
    for (let at = first; at < last; at += 1) rows.push(this.#row(at))
    this.#body.replaceChildren(this.#gap(first), ...rows, this.#gap(this.#rows.length - last))
  }

  /** The room of rows that are not drawn. */
  #gap(rows: number): HTMLElement {
    const cell = el('td')
    cell.style.height = `${rows * ROW_HEIGHT}px`
    const gap = el('tr', { class: 'gap', 'aria-hidden': 'true' }, cell)
    gap.hidden = rows === 0
    return gap
  }

  #row(at: number): HTMLElement {
    const place = this.#rows[at] as number
    const row = this.#index.rows[place] as IndexRow
    const { suites, tasks } = this.#index
    const lost = row.lost.map((point) => this.#index.lost[point]).join(', ')
    const suite = suites.length > 1 ? (suites[row.suite] ?? '') : ''
    const task = tasks[row.task] ?? ''
    const isOpen = place === this.#selected
    const cells: Readonly<Record<string, HTMLElement>> = {
      name: el(
        'td',
        { class: 'of-name' },
        el(
          'a',
          { class: 'id', href: this.#actions.linkTo(place), tabindex: -1, title: row.id, 'aria-current': isOpen ? 'true' : undefined },
          row.id,
        ),
        el(
          'span',
          { class: 'why' },
          el('span', { class: 'of-phone' }, [suite, task, ''].filter((text, index) => text !== '' || index === 2).join(' · ')),
          row.trial > 0 && `trial ${row.trial + 1}${lost === '' ? '' : ' · '}`,
          lost,
        ),
      ),
      task: el('td', { class: 'of-task' }, suite !== '' && el('span', { class: 'line' }, suite), el('span', { class: 'line' }, task)),
      score: el('td', { class: 'of-score' }, row.total === null ? '–' : row.total.toFixed(3)),
      state: el(
        'td',
        { class: 'of-state' },
        el('span', { class: `sign ${row.state}`, 'aria-hidden': 'true' }, SIGNS[row.state]),
        el('span', { class: 'word' }, row.state),
      ),
      change: el('td', { class: 'of-change' }, ...(row.flip === '' ? [] : flipMark(row.flip))),
    }
    return el(
      'tr',
      { id: `row-${place}`, class: `row ${row.state}${isOpen ? ' open' : ''}`, 'data-at': at, 'aria-rowindex': at + 2 },
      ...this.#columns.map(([sort]) => cells[sort] ?? el('td')),
    )
  }
}

function flipMark(flip: keyof typeof FLIPS): HTMLElement[] {
  const [sign, word] = FLIPS[flip]
  return [el('span', { class: 'sign', 'aria-hidden': 'true' }, sign), el('span', { class: 'word' }, word)]
}
