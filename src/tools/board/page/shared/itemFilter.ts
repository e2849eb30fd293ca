import type { BoardIndex, BoardIndexRow, BoardIndexSuite } from './boardIndex.ts'

/** Which items of a board are listed. An empty text stands for all. */
export interface ItemFilter {
  /** One suite is always chosen: each has models of its own. */
  readonly suite: string
  /** A task as `task=OR`, or a tag as `length=4k`. */
  readonly slice: string
  /** Keys of two models that differ in the item; one alone: it differs from every other model. */
  readonly one: string
  readonly other: string
  readonly text: string
  readonly sort: string
}

/** Orders of the list, with what they are called; the empty one is that of the index. */
export const ORDERS = [
  ['', 'those that carry the ranking'],
  ['against', 'those that say the opposite'],
  ['spread', 'where scores differ most'],
  ['name', 'by name'],
] as const

/** Nothing chosen. */
export const EMPTY_FILTER: ItemFilter = { suite: '', slice: '', one: '', other: '', text: '', sort: '' }

const KEYS = Object.keys(EMPTY_FILTER) as (keyof ItemFilter)[]
const VIEW = '#separating'

/** The filter in a URL's hash; undefined for a hash that is not the list's. */
export function readItemHash(hash: string): ItemFilter | undefined {
  if (hash !== VIEW && !hash.startsWith(`${VIEW}?`)) return undefined
  const given = new URLSearchParams(hash.slice(VIEW.length + 1))
  return { ...EMPTY_FILTER, ...Object.fromEntries(KEYS.map((key) => [key, given.get(key) ?? ''])) }
}

/** A link to a filter. */
export function itemHash(filter: Partial<ItemFilter>): string {
  const query = new URLSearchParams()
  for (const key of KEYS) if (filter[key]) query.set(key, filter[key])
  const text = query.toString()
  return text === '' ? VIEW : `${VIEW}?${text}`
}

/** The suite that a filter names, or the first. */
export function suiteOf({ suites }: BoardIndex, { suite }: ItemFilter): BoardIndexSuite | undefined {
  return suites.find((entry) => entry.suite === suite) ?? suites[0]
}

/** What a search looks in, in lower case, by row. */
export function searchWords({ rows, slices }: BoardIndexSuite): string[] {
  return rows.map((row) => [row.id, ...row.slices.map((place) => slices[place] ?? '')].join('\n').toLowerCase())
}

/** Positions of a suite's rows that pass a filter, in the order it asks for. */
export function filterItems(suite: BoardIndexSuite, { runs }: BoardIndex, words: readonly string[], filter: ItemFilter): number[] {
  const column = (key: string) => suite.runs.findIndex((run) => runs[run]?.key === key)
  const [one, other] = [column(filter.one), column(filter.other)]
  const slice = filter.slice === '' ? undefined : suite.slices.indexOf(filter.slice)
  const text = filter.text.trim().toLowerCase()
  const found: number[] = []
  for (const [at, row] of suite.rows.entries()) {
    if (slice !== undefined && !row.slices.includes(slice)) continue
    if (text !== '' && !(words[at] as string).includes(text)) continue
    if (!differs(row, one, other)) continue
    found.push(at)
  }
  return sorted(found, suite.rows, filter.sort)
}

/** Whether two columns differ; of one alone, whether it differs from every other. */
function differs({ scores }: BoardIndexRow, one: number, other: number): boolean {
  if (one < 0 && other < 0) return true
  if (one >= 0 && other >= 0) return scores[one] !== scores[other]
  const own = Math.max(one, other)
  return scores.every((score, at) => at === own || score !== scores[own])
}

function sorted(found: number[], rows: readonly BoardIndexRow[], sort: string): number[] {
  if (sort === 'against') return found.reverse()
  if (sort === 'name') return found.sort((one, two) => ((rows[one]?.id ?? '') < (rows[two]?.id ?? '') ? -1 : 1))
  if (sort !== 'spread') return found
  const spreads = new Map(found.map((at) => [at, spreadOf(rows[at] as BoardIndexRow)]))
  return found.sort((one, two) => (spreads.get(two) ?? 0) - (spreads.get(one) ?? 0) || one - two)
}

/** Highest score of an item less the lowest. */
function spreadOf({ scores }: Pick<BoardIndexRow, 'scores'>): number {
  return Math.max(...scores) - Math.min(...scores)
}
