import { button, el } from './dom.ts'

/** Slices offered: a tag with a value for each item is none. */
const MOST_SLICES = 400
/** A pause in typing. */
const TYPED_MS = 60
/** The controls above the list. */
export class FilterBar {
  element
  search
  #selects = new Map()
  #count = el('p', { class: 'quiet', role: 'status' })
  constructor(index, onChange) {
    let typed
    this.search = el('input', {
      type: 'search',
      placeholder: 'Search ids, tags, reasons  ( / )',
      'aria-label': 'Search ids, tags and reasons',
      oninput: () => {
        clearTimeout(typed)
        typed = setTimeout(() => onChange({ text: this.search.value }), TYPED_MS)
      },
    })
    const select = (key, label, options) => {
      const element = el(
        'select',
        { 'aria-label': label, onchange: () => onChange({ [key]: element.value }) },
        ...options.map(([value, text]) => el('option', { value }, text)),
      )
      this.#selects.set(key, element)
      return element
    }
    const counts = countsOf(index)
    const states = ['passed', 'failed', 'unscored', 'error', 'skipped'].filter((state) => counts.states.has(state))
    const slices = [...counts.slices].filter(([, count]) => count > 1 || index.rows.length < 50).slice(0, MOST_SLICES)
    const flipped = index.rows.some(({ flip }) => flip !== '')
    this.element = el(
      'div',
      { class: 'filters', role: 'search', 'aria-label': 'Filter items' },
      this.search,
      index.suites.length > 1 && select('suite', 'Suite', [['', 'all suites'], ...index.suites.map((suite) => [suite, suite])]),
      select('state', 'State', [
        ['', 'all states'],
        ...states.map((state) => [state, `${state} (${counts.states.get(state)?.toLocaleString('en')})`]),
        ['unscored,error,skipped', 'without a score'],
      ]),
      slices.length > 0 &&
        select('slice', 'Slice', [
          ['', 'all slices'],
          ...slices.map(([name, count]) => [name, `${name.replace('=', ' ')} (${count.toLocaleString('en')})`]),
        ]),
      index.lost.length > 0 &&
        select('lost', 'Lost point', [
          ['', 'any lost point'],
          ...[...counts.lost].map(([name, count]) => [name, `lost: ${name} (${count.toLocaleString('en')})`]),
        ]),
      flipped &&
        select('flip', `Changed against ${index.against ?? 'the other run'}`, [
          ['', `changed or not against ${index.against ?? 'the other run'}`],
          ['any', 'changed either way'],
          ['lost', '▼ passed before, not now'],
          ['gained', '▲ passes now, not before'],
        ]),
      select('sort', 'Order', [
        ['', 'in the order they ran'],
        ['score', 'lowest score first'],
        ['name', 'by id'],
      ]),
      button('Clear', () => onChange({ suite: '', state: '', slice: '', lost: '', flip: '', text: '' }), { class: 'clear' }),
      this.#count,
    )
  }
  /** Shows a filter and how much it leaves. */
  show(filter, found, all) {
    if (document.activeElement !== this.search) this.search.value = filter.text
    for (const [key, select] of this.#selects) {
      // A link may name what the list of choices leaves out.
      if (filter[key] !== '' && ![...select.options].some(({ value }) => value === filter[key]))
        select.append(el('option', { value: filter[key] }, filter[key]))
      select.value = filter[key]
    }
    this.#count.textContent =
      found === all ? `${all.toLocaleString('en')} items` : `${found.toLocaleString('en')} of ${all.toLocaleString('en')} items`
  }
}
function countsOf(index) {
  const [states, slices, lost] = [new Map(), new Map(), new Map()]
  const count = (map, name) => map.set(name, (map.get(name) ?? 0) + 1)
  if (index.tasks.length > 1) for (const { task } of index.rows) count(slices, `task=${index.tasks[task]}`)
  for (const row of index.rows) {
    count(states, row.state)
    for (const tag of row.tags) count(slices, index.tags[tag] ?? '')
    for (const point of row.lost) count(lost, index.lost[point] ?? '')
  }
  return { states, slices, lost: [...lost].sort(([, one], [, other]) => other - one) }
}
