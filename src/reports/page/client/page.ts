import { EMPTY_STATE, filterRows, hashOf, type PageState, readHash, rowName, searchWords } from '../shared/filters.ts'
import type { IndexRow, PageIndex, RecordDetail } from '../shared/pageIndex.ts'
import { loadChunk } from './chunks.ts'
import { showItem } from './detail.ts'
import { alert, el } from './dom.ts'
import { FilterBar } from './filterBar.ts'
import { ItemList } from './list.ts'

const index = JSON.parse(document.getElementById('index')?.textContent ?? '') as PageIndex
const summary = document.getElementById('summary') as HTMLElement
const items = document.getElementById('items') as HTMLElement
const byName = new Map(index.rows.map((row, at) => [rowName(row, index), at]))
const words = searchWords(index)

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
  const bar = new FilterBar(index, filterRows(index, words, EMPTY_STATE).counts, (change) => go(change, true))
  const detail = el('div', { class: 'detail', role: 'region', 'aria-label': 'Item', tabindex: 0 })
  items.append(el('div', { class: 'side' }, bar.element, list.element), detail)
  void loadReasons()
  return { list, bar, detail }
}

function nameOf(row: number): string {
  return rowName(index.rows[row] as IndexRow, index)
}

/** Reasons can be searched once they are loaded; the list does not wait for them. */
async function loadReasons(): Promise<void> {
  for (const chunk of new Set(index.rows.map(({ record }) => record))) {
    await new Promise((resolve) => setTimeout(resolve, 30))
    const records = ((await loadChunk(chunk).catch(() => undefined)) ?? {}) as Readonly<Record<number, RecordDetail>>
    for (const [row, { reason = '', error = '' }] of Object.entries(records)) words[Number(row)] += `\n${reason}\n${error}`.toLowerCase()
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
    const { found, counts } = filterRows(index, words, filter)
    list.show(found, filter.sort)
    bar.show(filter, found.length, index.rows.length, counts)
  }
  // Beside the list an item is always open; a phone has room for one of them.
  const row = item !== '' ? byName.get(item) : isWide() ? list.first() : undefined
  document.body.classList.toggle('has-item', item !== '')
  list.select(row ?? -1)
  if (item !== '' && row === undefined) detail.replaceChildren(el('p', {}, `This run has no item ${item}.`))
  else if (row === undefined) detail.replaceChildren(el('p', { class: 'quiet' }, 'No item to show.'))
  else if (row !== shownItem) {
    const isCurrent = () => shownItem === row
    showItem(detail, row, step === '' ? undefined : Number(step), detailContext(), isCurrent).catch((error: unknown) =>
      detail.replaceChildren(alert(error)),
    )
  } else if (step !== '') detail.querySelector(`#step-${Number(step)}`)?.scrollIntoView({ block: 'start' })
  shownItem = row
}

function detailContext() {
  return {
    index,
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
  const step = MOVES[event.key] ?? (inList ? { ArrowDown: 1, ArrowUp: -1 }[event.key] : undefined)
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
followHash()
