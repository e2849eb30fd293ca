import type { ItemState } from '../../../core/format/records.ts'
import type { Flip, IndexRow, PageIndex } from './pageIndex.ts'

/** Which items are listed. An empty text stands for all. */
export interface Filter {
  readonly suite: string
  readonly state: string
  /** A task, as `task=OR`, or a tag, as `length=4k`. */
  readonly slice: string
  readonly lost: string
  readonly flip: string
  readonly text: string
  /** A column of the list, with a minus sign from its end; empty for the order in which the items ran. */
  readonly sort: string
}

/** What a link to the page says: the filter, and the item and step that are open. */
export interface PageState extends Filter {
  /** Row of the open item as `suite/item` with `#trial` for a later trial; empty for none. */
  readonly item: string
  /** Number of a step, from 1; empty for none. */
  readonly step: string
}

/** Nothing chosen. */
export const EMPTY_STATE: PageState = { suite: '', state: '', slice: '', lost: '', flip: '', text: '', sort: '', item: '', step: '' }

const KEYS = Object.keys(EMPTY_STATE) as (keyof PageState)[]
const VIEW = 'items'

/** The state in a URL's hash; undefined for a hash that is not the item list's. */
export function readHash(hash: string): PageState | undefined {
  const [view, query = ''] = hash.replace(/^#/, '').split(/\?(.*)/s)
  if (view !== VIEW) return undefined
  const given = new URLSearchParams(query)
  return { ...EMPTY_STATE, ...Object.fromEntries(KEYS.map((key) => [key, given.get(key) ?? ''])) }
}

/** A link to a state. */
export function hashOf(state: Partial<PageState>): string {
  const query = new URLSearchParams()
  for (const key of KEYS) if (state[key]) query.set(key, state[key])
  const text = query.toString()
  return `#${VIEW}${text ? `?${text}` : ''}`
}

/** The name of a row in links. */
export function rowName(row: IndexRow, { suites }: Pick<PageIndex, 'suites'>): string {
  return `${suites[row.suite]}/${row.id}${row.trial > 0 ? `#${row.trial}` : ''}`
}

/** The rows of an index, prepared for {@link filterRows}: what a search looks in, in lower case. */
export interface Searchable {
  readonly index: PageIndex
  readonly words: string[]
}

/** Prepares an index. Further text (reasons, which load later) is added with {@link addWords}. */
export function searchable(index: PageIndex): Searchable {
  const words = index.rows.map(({ id, task, tags, lost }) =>
    [id, index.tasks[task], ...tags.map((tag) => index.tags[tag]), ...lost.map((point) => index.lost[point])].join('\n').toLowerCase(),
  )
  return { index, words }
}

/** Lets a row be found by a text. */
export function addWords({ words }: Searchable, row: number, text: string): void {
  words[row] += `\n${text.toLowerCase()}`
}

/** Positions of the rows that pass a filter, in the order it asks for. */
export function filterRows(all: Searchable, filter: Filter): number[] {
  const { index } = all
  const tests = Object.values(rowTests(all, filter))
  const found: number[] = []
  for (const [at, row] of index.rows.entries()) if (tests.every((test) => test(row, at))) found.push(at)
  return sorted(found, index, filter.sort)
}

/** What may be chosen. */
export const FACETS = ['suite', 'state', 'slice', 'lost', 'flip'] as const

/** How many rows each choice would list, beside what else is chosen; by the choice's name. */
export type FacetCounts = Readonly<Record<(typeof FACETS)[number], ReadonlyMap<string, number>>>

/** Counts what each choice of a filter would list: the rows that pass all its other choices. */
export function facetCounts(all: Searchable, filter: Filter): FacetCounts {
  const { index } = all
  const tests = rowTests(all, filter)
  const counts = Object.fromEntries(FACETS.map((facet) => [facet, new Map<string, number>()])) as Record<
    (typeof FACETS)[number],
    Map<string, number>
  >
  const entries = Object.entries(tests)
  for (const [at, row] of index.rows.entries()) {
    const missed = entries.filter(([, test]) => !test(row, at)).map(([facet]) => facet)
    // A row that another choice leaves out would be listed by none of this one.
    if (missed.length > 1) continue
    for (const facet of FACETS) {
      if (missed.length === 1 && missed[0] !== facet) continue
      for (const name of valuesOf(row, index)[facet]) counts[facet].set(name, (counts[facet].get(name) ?? 0) + 1)
    }
  }
  return counts
}

/** States without a score, as one choice. */
export const WITHOUT_SCORE = 'unscored,error,skipped'

/** The choices that a row is listed under. */
function valuesOf(row: IndexRow, { suites, tasks, tags, lost }: PageIndex): Record<(typeof FACETS)[number], string[]> {
  return {
    suite: [suites[row.suite] ?? ''],
    state: [row.state, ...(WITHOUT_SCORE.split(',').includes(row.state) ? [WITHOUT_SCORE] : [])],
    slice: [`task=${tasks[row.task]}`, ...row.tags.map((tag) => tags[tag] ?? '')],
    lost: row.lost.map((point) => lost[point] ?? ''),
    flip: row.flip === '' ? [] : ['any', row.flip],
  }
}

type RowTest = (row: IndexRow, at: number) => boolean

/** What a row must be, by what was chosen. */
function rowTests({ index, words }: Searchable, filter: Filter): Readonly<Record<string, RowTest>> {
  const { suite, state, slice, lost, flip } = filter
  const text = filter.text.trim().toLowerCase()
  const tests: Record<string, RowTest> = {}
  if (suite) tests.suite = (row) => index.suites[row.suite] === suite
  if (state) {
    const states = state.split(',')
    tests.state = (row) => states.includes(row.state)
  }
  if (slice.startsWith('task=')) tests.slice = (row) => index.tasks[row.task] === slice.slice('task='.length)
  else if (slice) {
    const tag = index.tags.indexOf(slice)
    tests.slice = (row) => row.tags.includes(tag)
  }
  if (lost) {
    const point = index.lost.indexOf(lost)
    tests.lost = (row) => row.lost.includes(point)
  }
  if (flip) tests.flip = (row) => (flip === 'any' ? row.flip !== '' : row.flip === flip)
  if (text !== '') tests.text = (_, at) => (words[at] as string).includes(text)
  return tests
}

/** Columns of the list that it can be sorted by. */
export const SORTS = ['name', 'task', 'score', 'state', 'change'] as const

/** What a `sort` asks for: a column, and whether from its end. Undefined for the order in which the items ran. */
export function readSort(sort: string): { readonly column: (typeof SORTS)[number]; readonly descending: boolean } | undefined {
  const name = sort.replace(/^-/, '')
  const column = SORTS.find((known) => known === name)
  return column && { column, descending: sort.startsWith('-') }
}

/** What failed is looked for first, what changed for the worse as well. */
const STATE_ORDER: readonly ItemState[] = ['failed', 'error', 'unscored', 'skipped', 'passed']
const FLIP_ORDER: readonly Flip[] = ['lost', 'gained', '']

function sorted(found: number[], { rows, suites, tasks }: PageIndex, sort: string): number[] {
  const asked = readSort(sort)
  if (!asked) return found
  const keyOf = (row: IndexRow): string | number => {
    switch (asked.column) {
      case 'name':
        return row.id
      case 'task':
        return `${suites[row.suite]}\n${tasks[row.task]}`
      case 'score':
        // What has no score comes last either way.
        return row.total ?? (asked.descending ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY)
      case 'state':
        return STATE_ORDER.indexOf(row.state)
      case 'change':
        return FLIP_ORDER.indexOf(row.flip)
    }
  }
  const keys = new Map(found.map((at) => [at, keyOf(rows[at] as IndexRow)]))
  const sign = asked.descending ? -1 : 1
  return found.sort((one, other) => {
    const [first, second] = [keys.get(one) ?? 0, keys.get(other) ?? 0]
    if (first === second) return one - other
    return first < second ? -sign : sign
  })
}
