import { el } from '../../../../reports/page/client/dom.ts'
import type { BoardIndex } from '../shared/boardIndex.ts'
import { EMPTY_FILTER, filterItems, type ItemFilter, itemHash, readItemHash, searchWords, suiteOf } from '../shared/itemFilter.ts'
import { ItemFilters } from './itemFilters.ts'
import { ItemTable } from './itemTable.ts'

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
