import { counted } from '../../../core/base/text/counted.ts'
import { FACETS, type FacetCounts, type Filter, WITHOUT_SCORE } from '../shared/filters.ts'
import { type PageIndex, STATE_SIGNS } from '../shared/pageIndex.ts'
import { button, el } from './dom.ts'

type Facet = (typeof FACETS)[number]
type Choice = readonly [value: string, text: string]

/** Slices offered: a tag with a value for each item is none. */
const MOST_SLICES = 400
/** A pause in typing. */
const TYPED_MS = 60

/** The controls above the list. */
export class FilterBar {
  readonly element: HTMLElement
  readonly search: HTMLInputElement
  readonly #selects: readonly { readonly facet: Facet; readonly element: HTMLSelectElement; readonly choices: Choice[] }[]
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
    const select = (facet: Facet, label: string, all: string, choices: readonly Choice[]) => {
      const element = el('select', { 'aria-label': label, onchange: () => onChange({ [facet]: element.value }) })
      return choices.length === 0 ? [] : [{ facet, element, choices: [['', all], ...choices] satisfies Choice[] }]
    }
    const states = Object.keys(STATE_SIGNS).filter((state) => counts.state.has(state))
    const slices = [...counts.slice]
      .filter(([name, count]) => (count > 1 || index.rows.length < 50) && (index.tasks.length > 1 || !name.startsWith('task=')))
      .slice(0, MOST_SLICES)
    const lost = [...counts.lost].sort(([, one], [, other]) => other - one)
    const against = index.against ?? 'the other run'
    this.#selects = [
      ...select('suite', 'Suite', 'all suites', index.suites.length > 1 ? index.suites.map((suite) => [suite, suite]) : []),
      ...select('state', 'State', 'all states', [
        ...states.map((state): Choice => [state, state]),
        ...(counts.state.has(WITHOUT_SCORE) ? [[WITHOUT_SCORE, 'without a score'] as const] : []),
      ]),
      ...select(
        'slice',
        'Slice',
        'all slices',
        slices.map(([name]) => [name, name.replace('=', ' ')]),
      ),
      ...select(
        'lost',
        'Lost point',
        'any lost point',
        lost.map(([name]) => [name, `lost: ${name}`]),
      ),
      ...select(
        'flip',
        `Changed against ${against}`,
        `changed or not against ${against}`,
        counts.flip.size === 0
          ? []
          : [
              ['any', 'changed either way'],
              ['lost', '▼ passed before, not now'],
              ['gained', '▲ passes now, not before'],
            ],
      ),
    ]
    const none = Object.fromEntries([...FACETS, 'text'].map((key) => [key, '']))
    this.element = el(
      'div',
      { class: 'filters', role: 'search', 'aria-label': 'Filter items' },
      this.search,
      ...this.#selects.map(({ element }) => element),
      button('Clear filters', () => onChange(none), { class: 'clear' }),
      this.#count,
    )
  }

  /** Shows a filter, how much it leaves, and how much each other choice would. */
  show(filter: Filter, found: number, all: number, counts: FacetCounts): void {
    if (document.activeElement !== this.search) this.search.value = filter.text
    for (const { facet, element, choices } of this.#selects) {
      const chosen = filter[facet]
      // A link may name what the list of choices leaves out.
      if (!choices.some(([value]) => value === chosen)) choices.push([chosen, chosen])
      const told = ([value, text]: Choice) => (value === '' ? text : `${text} (${(counts[facet].get(value) ?? 0).toLocaleString('en')})`)
      element.replaceChildren(...choices.map((choice) => el('option', { value: choice[0] }, told(choice))))
      element.value = chosen
    }
    this.#count.textContent = `${found === all ? '' : `${found.toLocaleString('en')} of `}${counted(all, 'item')}`
  }
}
