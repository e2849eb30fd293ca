import { addWords, EMPTY_STATE, facetCounts, filterRows, hashOf, type PageState, readHash, rowName, searchable } from '../shared/filters.ts'
import type { IndexRow, PageIndex, RecordDetail } from '../shared/pageIndex.ts'
import { loadChunk } from './chunks.ts'
import { offerCopies } from './copyCommand.ts'
import { showItem } from './detail.ts'
import { el } from './dom.ts'
import { FilterBar } from './filterBar.ts'
import { legend } from './legend.ts'
import { ItemList } from './list.ts'

const index = JSON.parse(document.getElementById('index')?.textContent ?? '') as PageIndex
const summary = document.getElementById('summary') as HTMLElement
const items = document.getElementById('items') as HTMLElement
const byName = new Map(index.rows.map((row, at) => [rowName(row, index), at]))
const words = searchable(index)

let state: PageState = EMPTY_STATE
let view: ReturnType<typeof buildView> | undefined
let shownItem: number | undefined
let shownFilter: string | undefined

function buildView() {
  const list = new ItemList(index, {
    onOpen: (row) => go({ item: nameOf(row), step: '' }),
    onSort: (sort) => go({ sort }, true),
    linkTo: (row) => hashOf({ ...state, item: nameOf(row), step: '' }),
  })
  const bar = new FilterBar(index, facetCounts(words, EMPTY_STATE), (change) => go(change, true))
  const detail = el('div', { class: 'detail', role: 'region', 'aria-label': 'Item', tabindex: 0 })
  items.append(el('div', { class: 'side' }, bar.element, legend(), list.element), detail)
  void loadReasons()
  return { list, bar, detail }
}

function nameOf(row: number): string {
  return rowName(index.rows[row] as IndexRow, index)
}

/** Reasons can be searched once they are loaded; the list does not wait for them. */
async function loadReasons(): Promise<void> {
  const pause = () => new Promise((resolve) => setTimeout(resolve, 30))
  for (let chunk = 0; chunk < index.records; chunk += 1) {
    await pause()
    const records = await loadChunk(`${index.kind}-records-${chunk}`).catch(() => undefined)
    for (const [row, { reason, error }] of Object.entries((records ?? {}) as Record<string, RecordDetail>))
      addWords(words, Number(row), `${reason ?? ''}\n${error ?? ''}`)
  }
  shownFilter = undefined
  if (state.text !== '') render()
}

/** Goes to another state; a filter replaces the last one in the history, an item is a step back. */
function go(change: Partial<PageState>, replace = false): void {
  state = { ...state, ...change }
  const hash = hashOf(state)
  try {
    if (replace) history.replaceState(null, '', hash)
    else history.pushState(null, '', hash)
  } catch {
    // Some browsers allow no history to pages from disk.
    location.hash = hash
  }
  render()
}

function render(): void {
  view ??= buildView()
  summary.hidden = true
  items.hidden = false
  document.body.classList.add('in-items')
  const { list, bar, detail } = view
  const { item, step, ...filter } = state
  const key = JSON.stringify(filter)
  if (key !== shownFilter) {
    shownFilter = key
    const found = filterRows(words, filter)
    list.show(found, filter.sort)
    bar.show(filter, found.length, index.rows.length, facetCounts(words, filter))
  }
  // Beside the list an item is always open; a phone has room for one of them.
  const row = item !== '' ? byName.get(item) : isWide() ? list.first() : undefined
  document.body.classList.toggle('has-item', item !== '')
  list.select(row ?? -1)
  if (item !== '' && row === undefined) detail.replaceChildren(el('p', {}, `This run has no item ${item}.`))
  else if (row === undefined) detail.replaceChildren(el('p', { class: 'quiet' }, 'No item to show.'))
  else if (row !== shownItem) {
    showItem(detail, row, step === '' ? undefined : Number(step), detailContext(), () => shownItem === row).catch((error: unknown) =>
      detail.replaceChildren(el('p', { role: 'alert' }, error instanceof Error ? error.message : String(error))),
    )
  } else if (step !== '') detail.querySelector(`#step-${Number(step)}`)?.scrollIntoView({ block: 'start' })
  shownItem = row
}

function detailContext() {
  return {
    index,
    linkTo: (row: number, step?: number) => hashOf({ ...state, item: nameOf(row), step: step === undefined ? '' : String(step) }),
    onStep: (step: number) => go({ item: shownItem === undefined ? state.item : nameOf(shownItem), step: String(step) }, true),
    onMove: move,
    onClose: () => go({ item: '', step: '' }),
    place: () => view?.list.place() ?? { at: 0, of: 0 },
  }
}

/** Whether list and item stand side by side. */
function isWide(): boolean {
  return matchMedia('(min-width: 801px)').matches
}

function move(step: number): void {
  const row = view?.list.neighbour(step)
  if (row !== undefined) go({ item: nameOf(row), step: '' }, true)
}

function showSummary(): void {
  summary.hidden = false
  items.hidden = true
  document.body.classList.remove('in-items', 'has-item')
  const target = location.hash.length > 1 ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null
  target?.scrollIntoView()
}

function followHash(): void {
  const asked = readHash(location.hash)
  if (!asked) showSummary()
  else {
    state = asked
    render()
  }
}

const MOVES: Readonly<Record<string, number>> = { j: 1, k: -1 }

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || items.hidden) return
  const target = event.target instanceof HTMLElement ? event.target : undefined
  if (target?.matches('input, select, textarea')) {
    if (event.key === 'Escape') target.blur()
    return
  }
  const inList = target === view?.list.element
  const step =
    MOVES[event.key] ?? (inList ? { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -1e9, End: 1e9 }[event.key] : undefined)
  if (step !== undefined) {
    event.preventDefault()
    move(step)
  } else if (event.key === '/') {
    event.preventDefault()
    view?.bar.search.focus()
  } else if (event.key === 'Escape' && state.item !== '') {
    // Beside the list an item stays open.
    if (!isWide()) go({ item: '', step: '' })
    view?.list.element.focus()
  } else if (event.key === 'Enter' && inList) view?.detail.focus()
})

window.addEventListener('hashchange', followHash)
window.addEventListener('popstate', followHash)
offerCopies()
followHash()
