/** Nothing chosen. */
export const EMPTY_STATE = { suite: '', state: '', slice: '', lost: '', flip: '', text: '', sort: '', item: '', step: '' }
const KEYS = Object.keys(EMPTY_STATE)
const VIEW = 'items'
/** The state in a URL's hash; undefined for a hash that is not the item list's. */
export function readHash(hash) {
  const [view, query = ''] = hash.replace(/^#/, '').split(/\?(.*)/s)
  if (view !== VIEW) return undefined
  const given = new URLSearchParams(query)
  return { ...EMPTY_STATE, ...Object.fromEntries(KEYS.map((key) => [key, given.get(key) ?? ''])) }
}
/** A link to a state. */
export function hashOf(state) {
  const query = new URLSearchParams()
  for (const key of KEYS) if (state[key]) query.set(key, state[key])
  const text = query.toString()
  return `#${VIEW}${text ? `?${text}` : ''}`
}
/** The name of a row in links. */
export function rowName(row, { suites }) {
  return `${suites[row.suite]}/${row.id}${row.trial > 0 ? `#${row.trial}` : ''}`
}
/** Prepares an index. Further text (reasons, which load later) is added with {@link addWords}. */
export function searchable(index) {
  const words = index.rows.map(({ id, task, tags, lost }) =>
    [id, index.tasks[task], ...tags.map((tag) => index.tags[tag]), ...lost.map((point) => index.lost[point])].join('\n').toLowerCase(),
  )
  return { index, words }
}
/** Lets a row be found by a text. */
export function addWords({ words }, row, text) {
  words[row] += `\n${text.toLowerCase()}`
}
/** Positions of the rows that pass a filter, in the order it asks for. */
export function filterRows({ index, words }, filter) {
  const tests = rowTests(index, filter)
  const text = filter.text.trim().toLowerCase()
  const found = []
  for (const [at, row] of index.rows.entries())
    if (tests.every((test) => test(row)) && (text === '' || words[at].includes(text))) found.push(at)
  return sorted(found, index, filter.sort)
}
function rowTests(index, filter) {
  const tests = []
  const { suite, state, slice, lost, flip } = filter
  if (suite) tests.push((row) => index.suites[row.suite] === suite)
  if (state) {
    const states = state.split(',')
    tests.push((row) => states.includes(row.state))
  }
  if (slice.startsWith('task=')) tests.push((row) => index.tasks[row.task] === slice.slice('task='.length))
  else if (slice) {
    const tag = index.tags.indexOf(slice)
    tests.push((row) => row.tags.includes(tag))
  }
  if (lost) {
    const point = index.lost.indexOf(lost)
    tests.push((row) => row.lost.includes(point))
  }
  if (flip) tests.push((row) => (flip === 'any' ? row.flip !== '' : row.flip === flip))
  return tests
}
function sorted(found, { rows }, sort) {
  const total = (at) => rows[at]?.total ?? Number.POSITIVE_INFINITY
  if (sort === 'score') return found.sort((one, other) => total(one) - total(other) || one - other)
  if (sort === 'name') return found.sort((one, other) => (rows[one].id < rows[other].id ? -1 : 1))
  return found
}
