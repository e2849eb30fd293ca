import type { IndexRow, PageIndex } from '../shared/pageIndex.ts'
import { el } from './dom.ts'

const ROW_HEIGHT = 52
/** Rows drawn above and below those in view. */
const SPARE = 6
const SIGNS = { passed: '✓', failed: '✗', unscored: '?', error: '!', skipped: '–' } as const
const FLIPS = { lost: '▼ lost', gained: '▲ gained', '': '' } as const

/** The list of items: only the rows in view are on the page, so that ten thousand scroll like ten. */
export class ItemList {
  readonly element: HTMLElement
  readonly #index: PageIndex
  readonly #spacer = el('div', { class: 'spacer', role: 'presentation' })
  readonly #onOpen: (row: number) => void
  #rows: readonly number[] = []
  #selected = -1
  #drawn = ''
  #scheduled = false

  constructor(index: PageIndex, onOpen: (row: number) => void) {
    this.#index = index
    this.#onOpen = onOpen
    this.element = el('div', { class: 'list', role: 'listbox', tabindex: 0, 'aria-label': 'Items' }, this.#spacer)
    this.element.addEventListener('scroll', () => this.#schedule(), { passive: true })
    new ResizeObserver(() => this.#draw()).observe(this.element)
    this.element.addEventListener('click', (event) => {
      const target = event.target instanceof Element ? event.target.closest('[data-at]') : null
      const row = target && this.#rows[Number(target.getAttribute('data-at'))]
      if (typeof row === 'number') this.#onOpen(row)
    })
  }

  /** Shows these rows of the index. */
  show(rows: readonly number[]): void {
    this.#rows = rows
    this.#spacer.style.height = `${rows.length * ROW_HEIGHT}px`
    this.#drawn = ''
    this.#draw()
  }

  /** Marks a row as open and brings it into view. */
  select(row: number): void {
    this.#selected = row
    const at = this.#rows.indexOf(row)
    if (at !== -1) {
      const [top, bottom] = [at * ROW_HEIGHT, (at + 1) * ROW_HEIGHT]
      const { scrollTop, clientHeight } = this.element
      if (top < scrollTop) this.element.scrollTop = top
      else if (bottom > scrollTop + clientHeight) this.element.scrollTop = bottom - clientHeight
    }
    this.#drawn = ''
    this.#draw()
  }

  /** The row so many places from the open one; the first or last where there is none. */
  neighbour(step: number): number | undefined {
    const at = this.#rows.indexOf(this.#selected)
    if (at === -1) return this.#rows[0]
    return this.#rows[Math.max(0, Math.min(this.#rows.length - 1, at + step))]
  }

  /** Place of the open row, from 1, and how many there are. */
  place(): { at: number; of: number } {
    return { at: this.#rows.indexOf(this.#selected) + 1, of: this.#rows.length }
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    requestAnimationFrame(() => {
      this.#scheduled = false
      this.#draw()
    })
  }

  #draw(): void {
    const { scrollTop, clientHeight } = this.element
    const first = Math.max(0, Math.floor(scrollTop / ROW_HEIGHT) - SPARE)
    const last = Math.min(this.#rows.length, Math.ceil((scrollTop + clientHeight) / ROW_HEIGHT) + SPARE)
    const key = `${first} ${last}`
    if (key === this.#drawn) return
    this.#drawn = key
    const options = []
    for (let at = first; at < last; at += 1) options.push(this.#option(at))
    this.#spacer.replaceChildren(...options)
    const open = this.#spacer.querySelector('[aria-selected=true]')
    if (open) this.element.setAttribute('aria-activedescendant', open.id)
    else this.element.removeAttribute('aria-activedescendant')
  }

  #option(at: number): HTMLElement {
    const place = this.#rows[at] as number
    const row = this.#index.rows[place] as IndexRow
    const lost = row.lost.map((point) => this.#index.lost[point]).join(', ')
    const option = el(
      'div',
      {
        id: `row-${place}`,
        class: `row ${row.state}`,
        role: 'option',
        'data-at': at,
        'aria-selected': String(place === this.#selected),
        'aria-setsize': this.#rows.length,
        'aria-posinset': at + 1,
      },
      el('span', { class: `sign ${row.state}`, 'aria-hidden': 'true' }, SIGNS[row.state]),
      el(
        'span',
        { class: 'what' },
        el('span', { class: 'id' }, row.id),
        el(
          'span',
          { class: 'why' },
          row.trial > 0 && `trial ${row.trial + 1} · `,
          row.state,
          row.flip !== '' && ` · ${FLIPS[row.flip]}`,
          lost !== '' && ` · ${lost}`,
        ),
      ),
      el('span', { class: 'total' }, row.total === null ? '–' : row.total.toFixed(3)),
    )
    option.style.top = `${at * ROW_HEIGHT}px`
    return option
  }
}
