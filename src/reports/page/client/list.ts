import type { Filter } from '../shared/filters.ts'
import { type IndexRow, type PageIndex, STATE_SIGNS } from '../shared/pageIndex.ts'
import { button, el } from './dom.ts'

const ROW_HEIGHT = 48
/** Rows drawn above and below those in view. */
const SPARE = 6
const FLIPS = { lost: ['▼', 'lost'], gained: ['▲', 'gained'] } as const

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
  readonly #headers: Readonly<Record<string, HTMLElement>>
  #rows: readonly number[] = []
  #selected = -1

  constructor(index: PageIndex, actions: ListActions) {
    this.#index = index
    this.#actions = actions
    const titles = {
      name: 'Item',
      task: index.suites.length > 1 ? 'Suite, task' : 'Task',
      score: 'Score',
      state: 'State',
      ...(index.rows.some(({ flip }) => flip !== '') && { change: 'Change' }),
    }
    this.#headers = Object.fromEntries(
      Object.entries(titles).map(([name, title]) => [
        name,
        el(
          'th',
          { scope: 'col', class: `of-${name}`, 'aria-sort': 'none' },
          button(title, () => this.#sort(name)),
        ),
      ]),
    )
    this.#table = el('table', { 'aria-label': 'Items' }, el('thead', {}, el('tr', {}, ...Object.values(this.#headers))), this.#body)
    this.element = el('div', { class: 'list', tabindex: 0, role: 'region', 'aria-label': 'Items' }, this.#table)
    this.element.addEventListener('scroll', () => this.#draw(), { passive: true })
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
    for (const [name, header] of Object.entries(this.#headers))
      header.setAttribute('aria-sort', sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : 'none')
    this.#table.setAttribute('aria-rowcount', String(rows.length + 1))
    this.#draw()
  }

  /** Marks a row as open and brings it into view. */
  select(row: number): void {
    this.#selected = row
    const at = this.#rows.indexOf(row)
    const { scrollTop } = this.element
    const lowest = (at + 1) * ROW_HEIGHT - this.#height()
    if (at !== -1) this.element.scrollTop = Math.min(at * ROW_HEIGHT, Math.max(scrollTop, lowest))
    this.#draw()
  }

  /** The row so many places from the open one; the first where there is none. */
  neighbour(step: number): number | undefined {
    const at = this.#rows.indexOf(this.#selected)
    return this.#rows[at === -1 ? 0 : Math.max(0, Math.min(this.#rows.length - 1, at + step))]
  }

  /** Place of the open row, from 1, and how many there are. */
  place(): { at: number; of: number } {
    return { at: this.#rows.indexOf(this.#selected) + 1, of: this.#rows.length }
  }

  /** The first row; undefined for none. */
  first(): number | undefined {
    return this.#rows[0]
  }

  /** Up, down, and back to the order in which the items ran. */
  #sort(column: string): void {
    const now = this.#headers[column]?.getAttribute('aria-sort')
    this.#actions.onSort(now === 'none' ? column : now === 'ascending' ? `-${column}` : '')
  }

  /** Height of the rows in view: the header stays above them. */
  #height(): number {
    return this.element.clientHeight - (this.#table.firstElementChild?.clientHeight ?? 0)
  }

  #draw(): void {
    const { scrollTop } = this.element
    const first = Math.max(0, Math.floor(scrollTop / ROW_HEIGHT) - SPARE)
    const last = Math.min(this.#rows.length, Math.ceil((scrollTop + this.#height()) / ROW_HEIGHT) + SPARE)
    const rows = this.#rows.slice(first, last).map((place, at) => this.#row(place, first + at))
    this.#body.replaceChildren(gap(first), ...rows, gap(this.#rows.length - last))
  }

  #row(place: number, at: number): HTMLElement {
    const { suites, tasks, lost, rows } = this.#index
    const row = rows[place] as IndexRow
    const suite = suites.length > 1 ? (suites[row.suite] ?? '') : ''
    const task = tasks[row.task] ?? ''
    const isOpen = place === this.#selected
    const joined = (...texts: readonly string[]) => texts.filter(Boolean).join(' · ')
    const told = joined(row.trial > 0 ? `trial ${row.trial + 1}` : '', row.lost.map((point) => lost[point]).join(', '))
    const [sign, word] = row.flip === '' ? [] : FLIPS[row.flip]
    const marked = (name: string, mark: string | undefined, text: string | undefined) => [
      el('span', { class: `sign ${name}`, 'aria-hidden': 'true' }, mark),
      el('span', { class: 'word' }, text),
    ]
    return el(
      'tr',
      { id: `row-${place}`, class: `row ${row.state} ${isOpen ? 'open' : ''}`, 'data-at': at, 'aria-rowindex': at + 2 },
      el(
        'td',
        { class: 'of-name' },
        el('a', { class: 'id', href: this.#actions.linkTo(place), tabindex: -1, title: row.id, 'aria-current': isOpen && 'true' }, row.id),
        el('span', { class: 'why' }, el('span', { class: 'of-phone' }, joined(suite, task) + (told && ' · ')), told),
      ),
      el('td', { class: 'of-task' }, suite !== '' && el('span', { class: 'line' }, suite), el('span', { class: 'line' }, task)),
      el('td', { class: 'of-score' }, row.total?.toFixed(3) ?? '–'),
      el('td', { class: 'of-state' }, ...marked(row.state, STATE_SIGNS[row.state], row.state)),
      this.#headers.change && el('td', { class: 'of-change' }, ...(sign ? marked('', sign, word) : [])),
    )
  }
}

/** The room of rows that are not drawn. */
function gap(rows: number): HTMLElement {
  const cell = el('td')
  cell.style.height = `${rows * ROW_HEIGHT}px`
  const room = el('tr', { class: 'gap', 'aria-hidden': 'true' }, cell)
  room.hidden = rows === 0
  return room
}
