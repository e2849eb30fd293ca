import { button, el } from '../../../../reports/page/client/dom.ts'
import { hashOf } from '../../../../reports/page/shared/filters.ts'
import type { BoardIndex, BoardIndexRow, BoardIndexSuite } from '../shared/boardIndex.ts'
import { EMPTY_FILTER, filterItems, type ItemFilter, itemHash, ORDERS, readItemHash, searchWords, suiteOf } from '../shared/itemFilter.ts'

/** Slices offered: a tag with a value for each item is none. */
const MOST_SLICES = 400
/** A pause in typing. */
const TYPED_MS = 60
/** Characters of a model's name in a choice, so that it is no wider than a phone. */
const NAME_LENGTH = 40

type Choices = readonly (readonly [value: string, text: string])[]

/** The controls above the list of items. */
class ItemFilters {
  readonly element: HTMLElement
  readonly #index: BoardIndex
  readonly #search: HTMLInputElement
  readonly #selects: Readonly<Record<'suite' | 'slice' | 'one' | 'other' | 'sort', HTMLSelectElement>>
  readonly #count = el('p', { class: 'quiet', role: 'status' })
  #shown = ''

  constructor(index: BoardIndex, onChange: (change: Partial<ItemFilter>) => void) {
    this.#index = index
    let typed: ReturnType<typeof setTimeout> | undefined
    this.#search = el('input', {
      type: 'search',
      placeholder: 'Search ids and tags',
      'aria-label': 'Search ids and tags',
      oninput: () => {
        clearTimeout(typed)
        typed = setTimeout(() => onChange({ text: this.#search.value }), TYPED_MS)
      },
    })
    const select = (key: keyof ItemFilter, label: string, more: Partial<ItemFilter> = {}) => {
      const element = el('select', { 'aria-label': label, onchange: () => onChange({ ...more, [key]: element.value }) })
      return element
    }
    // What is chosen in one suite means nothing in another.
    const suite = select('suite', 'Suite', { slice: '', one: '', other: '' })
    this.#selects = {
      suite,
      slice: select('slice', 'Slice'),
      one: select('one', 'Model'),
      other: select('other', 'Differs from'),
      sort: select('sort', 'Order'),
    }
    fill(
      suite,
      index.suites.map((entry) => [entry.suite, entry.title]),
    )
    fill(this.#selects.sort, ORDERS)
    suite.hidden = index.suites.length < 2
    this.element = el(
      'div',
      { class: 'filters', role: 'search', 'aria-label': 'Filter items' },
      this.#search,
      ...Object.values(this.#selects),
      button('Clear filters', () => onChange({ slice: '', one: '', other: '', text: '', sort: '' }), { class: 'clear' }),
      this.#count,
    )
  }

  /** Shows a filter of a suite, and how many items it leaves. */
  show(suite: BoardIndexSuite, filter: ItemFilter, found: number): void {
    const { slice, one, other, sort } = this.#selects
    if (this.#shown !== suite.suite) {
      this.#shown = suite.suite
      fill(slice, [['', 'all slices'], ...sliceChoices(suite)])
      const models = suite.runs.map((run): readonly [string, string] => {
        const { key = '', label = '' } = this.#index.runs[run] ?? {}
        return [key, `${key} ${label.length > NAME_LENGTH ? `${label.slice(0, NAME_LENGTH - 1)}…` : label}`]
      })
      fill(one, [['', 'any model'], ...models])
      fill(other, [['', 'differs from all others'], ...models.map(([key, text]) => [key, `differs from ${text}`] as const)])
    }
    if (document.activeElement !== this.#search) this.#search.value = filter.text
    this.#selects.suite.value = suite.suite
    for (const [select, value] of [
      [slice, filter.slice],
      [one, filter.one],
      [other, filter.other],
      [sort, filter.sort],
    ] as const)
      select.value = value
    other.disabled = filter.one === '' && filter.other === ''
    const all = suite.rows.length
    this.#count.textContent = `${found === all ? '' : `${found.toLocaleString('en')} of `}${all.toLocaleString('en')} items in which models differ; in ${suite.alike.toLocaleString('en')} more all have the same score`
  }
}

function fill(select: HTMLSelectElement, choices: Choices): void {
  select.replaceChildren(...choices.map(([value, text]) => el('option', { value }, text)))
}

/** Slices with how many items they have: of one item is none, and a task that all have neither. */
function sliceChoices({ rows, slices }: BoardIndexSuite): Choices {
  const counts = slices.map(() => 0)
  for (const row of rows) for (const place of row.slices) counts[place] = (counts[place] ?? 0) + 1
  return slices
    .map((name, at) => [name, counts[at] ?? 0] as const)
    .filter(([, count]) => count < rows.length && (count > 1 || rows.length < 50))
    .slice(0, MOST_SLICES)
    .map(([name, count]) => [name, `${name.replace('=', ' ')} (${count.toLocaleString('en')})`] as const)
}

/** Items drawn at once; more on demand. */
const PAGE = 25
/** Depths of colour that tell scores apart at a glance. */
const DEPTHS = 5

/** The items as a table: what it is, how it discriminates, and each model's score, which leads to the item on the model's own page. */
class ItemTable {
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
      el(
        'td',
        { class: 'figure', 'data-head': 'discrimination' },
        row.r === null ? '–' : signed(row.r),
        ...(row.ci95 ? [' ', el('span', { class: 'quiet' }, row.ci95.map(signed).join(' to '))] : []),
      ),
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

function signed(value: number): string {
  return value.toFixed(2).replace('-', '−')
}

const index = JSON.parse(document.getElementById('index')?.textContent ?? '') as BoardIndex
const words = new Map<string, string[]>()
let filter: ItemFilter = EMPTY_FILTER

/** The list of items below the summary. */
function buildList(place: HTMLElement): () => void {
  const filters = new ItemFilters(index, (change) => {
    filter = { ...filter, ...change }
    try {
      history.replaceState(null, '', itemHash(filter))
    } catch {
      // Some browsers allow no history to pages from disk.
    }
    show()
  })
  const table = new ItemTable(index)
  const none = el('p', { class: 'quiet' }, 'No item passes these filters.')
  place.append(filters.element, table.element, none)
  const show = () => {
    const suite = suiteOf(index, filter)
    if (!suite) return
    const own = words.get(suite.suite) ?? searchWords(suite)
    words.set(suite.suite, own)
    const found = filterItems(suite, index, own, filter)
    filters.show(suite, filter, found.length)
    table.show(suite, found)
    none.hidden = found.length > 0
  }
  return show
}

const place = document.getElementById('list')
if (place && index.suites.length > 0) {
  const show = buildList(place)
  const follow = () => {
    const asked = readItemHash(location.hash)
    if (!asked) return
    filter = asked
    show()
    document.getElementById('separating')?.scrollIntoView()
  }
  window.addEventListener('hashchange', follow)
  show()
  follow()
}
