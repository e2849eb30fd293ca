import { button, el } from '../../../../reports/page/client/dom.ts'
import { hashOf } from '../../../../reports/page/shared/filters.ts'
import type { BoardIndex, BoardIndexRow, BoardIndexSuite } from '../shared/boardIndex.ts'

/** Items drawn at once; more on demand. */
const PAGE = 25
/** Depths of colour that tell scores apart at a glance. */
const DEPTHS = 5

/** The items as a table: what it is, how it discriminates, and each model's score, which leads to the item on the model's own page. */
export class ItemTable {
  readonly element: HTMLElement
  readonly #index: BoardIndex
  readonly #names = el('ul', { class: 'keys', 'aria-label': 'Models' })
  readonly #head = el('tr')
  readonly #body = el('tbody')
  readonly #more = button('', () => this.#draw())
  #suite: BoardIndexSuite | undefined
  #rows: readonly number[] = []
  #drawn = 0
  /** Lowest and highest score of the suite. */
  #ends: readonly [number, number] = [0, 1]

  constructor(index: BoardIndex) {
    this.#index = index
    const table = el('table', { class: 'separating', 'aria-label': 'Items' }, el('thead', {}, this.#head), this.#body)
    this.element = el(
      'div',
      {},
      this.#names,
      el('div', { class: 'scroll', role: 'group', 'aria-label': 'Items', tabindex: 0 }, table),
      this.#more,
    )
  }

  /** Shows these rows of a suite. */
  show(suite: BoardIndexSuite, rows: readonly number[]): void {
    if (this.#suite !== suite) this.#enter(suite)
    this.#rows = rows
    this.#drawn = 0
    this.#body.replaceChildren()
    this.element.hidden = rows.length === 0
    this.#draw()
  }

  #enter(suite: BoardIndexSuite): void {
    this.#suite = suite
    const scores = suite.rows.flatMap((row) => row.scores)
    // Not by spreading: a suite may have more scores than a call has room for.
    this.#ends = [
      scores.reduce((one, other) => Math.min(one, other), Infinity),
      scores.reduce((one, other) => Math.max(one, other), -Infinity),
    ]
    const runs = suite.runs.flatMap((run) => this.#index.runs[run] ?? [])
    this.#names.replaceChildren(
      ...runs.map(({ key, label }) => el('li', {}, el('span', { class: 'key' }, key), ' ', el('bdi', { class: 'model' }, label))),
    )
    const figure = { scope: 'col', class: 'figure' }
    this.#head.replaceChildren(
      el('th', { scope: 'col' }, 'item'),
      el('th', figure, 'discrimi\u00adnation'),
      ...runs.map(({ key, label }) => el('th', { ...figure, title: label }, key)),
    )
  }

  #draw(): void {
    const until = Math.min(this.#rows.length, this.#drawn + PAGE)
    const drawn = this.#rows.slice(this.#drawn, until).map((at) => this.#row(at))
    this.#body.append(...drawn)
    this.#drawn = until
    const left = this.#rows.length - until
    this.#more.hidden = left === 0
    this.#more.textContent = `Show ${Math.min(PAGE, left)} more of ${left.toLocaleString('en')}`
  }

  #row(at: number): HTMLElement {
    const suite = this.#suite as BoardIndexSuite
    const row = suite.rows[at] as BoardIndexRow
    const slices = row.slices.map((place) => (suite.slices[place] ?? '').replace(/^task=/, '').replace('=', ' '))
    return el(
      'tr',
      {},
      el('th', { scope: 'row' }, el('span', { class: 'id' }, el('bdi', {}, row.id)), el('span', { class: 'why' }, slices.join(' · '))),
      el('td', { class: 'figure', 'data-head': 'discrimination' }, row.r === null ? '–' : row.r.toFixed(2).replace('-', '−')),
      ...row.scores.map((score, column) => this.#cell(suite, row, score, column)),
    )
  }

  #cell(suite: BoardIndexSuite, { id }: BoardIndexRow, score: number, column: number): HTMLElement {
    const run = this.#index.runs[suite.runs[column] ?? -1]
    const [low, high] = this.#ends
    const depth = high > low ? Math.min(DEPTHS - 1, Math.floor(((score - low) / (high - low)) * DEPTHS)) : 0
    const text = score.toFixed(suite.digits)
    const isLink = run?.page != null
    return el(
      'td',
      { class: `figure deep-${depth}`, 'data-head': run?.key ?? '' },
      isLink ? el('a', { href: `${run.page}${hashOf({ item: `${suite.suite}/${id}` })}`, title: `${run.label} in ${id}` }, text) : text,
    )
  }
}
