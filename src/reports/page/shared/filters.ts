import type { IndexRow, PageIndex } from './pageIndex.ts'

/** What may be chosen. */
export const FACETS = ['suite', 'state', 'slice', 'lost', 'flip'] as const

type Facet = (typeof FACETS)[number]

/** Which items are listed. An empty text stands for all. */
export interface Filter extends Readonly<Record<Facet, string>> {
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

/** What each row can be found by, in lower case. Reasons, which load later, are added to it. */
export function searchWords({ rows, tasks, tags, lost }: PageIndex): string[] {
  return rows.map((row) =>
    [row.id, tasks[row.task], ...row.tags.map((tag) => tags[tag]), ...row.lost.map((point) => lost[point])].join('\n').toLowerCase(),
  )
}

/** How many rows each choice would list, beside what else is chosen; by the choice's name. */
export type FacetCounts = Readonly<Record<Facet, ReadonlyMap<string, number>>>

/** Positions of the rows that pass a filter, in the order it asks for, and what each choice of it would list. */
export function filterRows(index: PageIndex, words: readonly string[], filter: Filter) {
  const text = filter.text.trim().toLowerCase()
  const found: number[] = []
  const counts = { suite: new Map(), state: new Map(), slice: new Map(), lost: new Map(), flip: new Map() } satisfies FacetCounts
  for (const [at, row] of index.rows.entries()) {
    if (!(words[at] ?? '').includes(text)) continue
    const values = valuesOf(row, index)
    const missed = FACETS.filter((facet) => filter[facet] !== '' && !values[facet].includes(filter[facet]))
    if (missed.length === 0) found.push(at)
    // A row that another choice leaves out would be listed by none of this one.
    for (const facet of FACETS)
      if (missed.every((other) => other === facet))
        for (const name of values[facet]) counts[facet].set(name, (counts[facet].get(name) ?? 0) + 1)
  }
  return { found: sorted(found, index, filter.sort), counts }
}

/** States without a score, as one choice. */
export const WITHOUT_SCORE = 'unscored,error'

/** The choices that a row is listed under. */
function valuesOf(row: IndexRow, { suites, tasks, tags, lost }: PageIndex): Record<Facet, string[]> {
  return {
    suite: [suites[row.suite] ?? ''],
    state: [row.state, ...(WITHOUT_SCORE.split(',').includes(row.state) ? [WITHOUT_SCORE] : [])],
    slice: [`task=${tasks[row.task]}`, ...row.tags.map((tag) => tags[tag] ?? '')],
    lost: row.lost.map((point) => lost[point] ?? ''),
    flip: row.flip === '' ? [] : ['any', row.flip],
  }
}

/** What failed is looked for first, what changed for the worse as well. */
const STATE_ORDER = ['failed', 'error', 'unscored', 'skipped', 'passed']
const FLIP_ORDER = ['lost', 'gained', '']

/** Columns of the list that it can be sorted by, with what of a row is compared. What has no score comes last either way. */
const SORT_KEYS = {
  name: ({ id }) => id,
  task: ({ suite, task }, { suites, tasks }) => `${suites[suite]}\n${tasks[task]}`,
  score: ({ total }, _, sign) => total ?? sign * Number.POSITIVE_INFINITY,
  state: ({ state }) => STATE_ORDER.indexOf(state),
  change: ({ flip }) => FLIP_ORDER.indexOf(flip),
} satisfies Record<string, (row: IndexRow, index: PageIndex, sign: 1 | -1) => string | number>

function sorted(found: number[], index: PageIndex, sort: string): number[] {
  const sign = sort.startsWith('-') ? -1 : 1
  const keyOf = Object.entries(SORT_KEYS).find(([name]) => name === sort.replace(/^-/, ''))?.[1]
  if (!keyOf) return found
  const keys = new Map(found.map((at) => [at, keyOf(index.rows[at] as IndexRow, index, sign)]))
  return found.sort((one, other) => {
    const [first, second] = [keys.get(one) ?? 0, keys.get(other) ?? 0]
    return first === second ? one - other : first < second ? -sign : sign
  })
}
