import { button, el } from '../../../../reports/page/client/dom.ts'
import type { BoardIndex, BoardIndexSuite } from '../shared/boardIndex.ts'
import { type ItemFilter, ORDERS } from '../shared/itemFilter.ts'

/** Slices offered: a tag with a value for each item is none. */
const MOST_SLICES = 400
/** A pause in typing. */
const TYPED_MS = 60
/** Characters of a model's name in a choice, so that it is no wider than a phone. */
const NAME_LENGTH = 40

type Choices = readonly (readonly [value: string, text: string])[]

/** The controls above the list of items. */
export class ItemFilters {
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
