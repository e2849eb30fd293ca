import { type FACETS, type FacetCounts, type Filter, WITHOUT_SCORE } from '../shared/filters.ts'
import type { PageIndex } from '../shared/pageIndex.ts'
import { button, el } from './dom.ts'

type Facet = (typeof FACETS)[number]

/** Slices offered: a tag with a value for each item is none. */
const MOST_SLICES = 400
/** A pause in typing. */
const TYPED_MS = 60

/** A choice of a filter, and what it is called without its count. */
interface Choice {
  readonly option: HTMLOptionElement
  readonly text: string
}

/** The controls above the list. */
export class FilterBar {
  readonly element: HTMLElement
  readonly search: HTMLInputElement
  readonly #selects = new Map<Facet, { readonly element: HTMLSelectElement; readonly choices: Choice[] }>()
  readonly #count = el('p', { class: 'quiet', role: 'status' })

  /** @param counts what each choice lists where nothing is chosen. */
  constructor(index: PageIndex, counts: FacetCounts, onChange: (change: Partial<Filter>) => void) {
    let typed: ReturnType<typeof setTimeout> | undefined
    this.search = el('input', {
      type: 'search',
      placeholder: 'Search ids, tags, reasons  ( / )',
      'aria-label': 'Search ids, tags and reasons',
      oninput: () => {
        clearTimeout(typed)
        typed = setTimeout(() => onChange({ text: this.search.value }), TYPED_MS)
      },
    })
    const select = (key: Facet, label: string, options: readonly (readonly [value: string, text: string])[]) => {
      const choices = options.map(([value, text]) => ({ option: el('option', { value }, text), text }))
      const element = el(
        'select',
        { 'aria-label': label, onchange: () => onChange({ [key]: element.value }) },
        ...choices.map(({ option }) => option),
      )
      this.#selects.set(key, { element, choices })
      return element
    }
    const states = ['passed', 'failed', 'unscored', 'error', 'skipped'].filter((state) => counts.state.has(state))
    const slices = [...counts.slice]
      .filter(([name, count]) => (count > 1 || index.rows.length < 50) && (index.tasks.length > 1 || !name.startsWith('task=')))
      .slice(0, MOST_SLICES)
    const lost = [...counts.lost].sort(([, one], [, other]) => other - one)
    const against = index.against ?? 'the other run'
    this.element = el(
      'div',
      { class: 'filters', role: 'search', 'aria-label': 'Filter items' },
      this.search,
      index.suites.length > 1 && select('suite', 'Suite', [['', 'all suites'], ...index.suites.map((suite) => [suite, suite] as const)]),
      select('state', 'State', [
        ['', 'all states'],
        ...states.map((state) => [state, state] as const),
        ...(counts.state.has(WITHOUT_SCORE) ? [[WITHOUT_SCORE, 'without a score'] as const] : []),
      ]),
      slices.length > 0 &&
        select('slice', 'Slice', [['', 'all slices'], ...slices.map(([name]) => [name, name.replace('=', ' ')] as const)]),
      lost.length > 0 && select('lost', 'Lost point', [['', 'any lost point'], ...lost.map(([name]) => [name, `lost: ${name}`] as const)]),
      counts.flip.size > 0 &&
        select('flip', `Changed against ${against}`, [
          ['', `changed or not against ${against}`],
          ['any', 'changed either way'],
          ['lost', '▼ passed before, not now'],
          ['gained', '▲ passes now, not before'],
        ]),
      button('Clear filters', () => onChange({ suite: '', state: '', slice: '', lost: '', flip: '', text: '' }), { class: 'clear' }),
      this.#count,
    )
  }

  /** Shows a filter, how much it leaves, and how much each other choice would. */
  show(filter: Filter, found: number, all: number, counts: FacetCounts): void {
    if (document.activeElement !== this.search) this.search.value = filter.text
    for (const [key, { element, choices }] of this.#selects) {
      // A link may name what the list of choices leaves out.
      if (filter[key] !== '' && !choices.some(({ option }) => option.value === filter[key])) {
        const choice = { option: el('option', { value: filter[key] }), text: filter[key] }
        choices.push(choice)
        element.append(choice.option)
      }
      for (const { option, text } of choices) {
        if (option.value !== '')
          option.textContent = `${text} (${(option.value === filter[key] ? found : (counts[key].get(option.value) ?? 0)).toLocaleString('en')})`
      }
      element.value = filter[key]
    }
    this.#count.textContent =
      found === all ? `${all.toLocaleString('en')} items` : `${found.toLocaleString('en')} of ${all.toLocaleString('en')} items`
  }
}
