// A board of made-up models: tables, radars and scatters, and items of which better models solve more.
import { type BoardEntry, type BoardSuite, boardSuite } from '../board.ts'

const AXES = ['Mathematics', 'Reasoning', 'Coding', 'Extraction', 'Translation']

/** How the made suite is laid out over models. */
const LAYOUT = {
  tables: [
    { title: 'All figures', columns: ['score', ...AXES, 'errors'].map((key) => ({ key, label: key })) },
    { title: 'Axes alone', columns: AXES.map((key) => ({ key, label: key })) },
  ],
  radars: [{ title: 'Axes', columns: AXES.map((key) => ({ key, label: key })) }],
  scatters: [{ title: 'Coding and mathematics', x: { key: 'Coding', label: 'coding' }, y: { key: 'Mathematics', label: 'mathematics' } }],
}

/** Whether a model of some ability, 0 to 1, solves an item: without chance, the same in every run. */
const solves = (ability: number, model: number, item: number) =>
  ((item * 7919 + model * 104729) % 1000) / 1000 < 0.15 + 0.7 * ability * (1 - (item % 10) / 14)

/** Boards of two suites over models of these labels, each with so many items. */
export function madeBoard(labels: readonly string[], items: number): BoardSuite[] {
  return ['made', 'second'].map((suite) => {
    const entries = labels.map((model, at) => {
      const ability = 1 - at / labels.length
      const records = Array.from({ length: items }, (_, item) => {
        const total = solves(ability, at, item) ? 1 : item % 3 === 0 ? 0.5 : 0
        const tags = { length: ['4k', '8k', '16k'][item % 3], lang: item % 2 ? 'en' : 'de' }
        const status = total === 1 ? 'passed' : 'failed'
        return { suite, item: `${suite}/item-${item}`, task: `task-${item % 8}`, trial: 0, status, tags, scores: { total } }
      })
      const metric = (value: number) => ({ value, n: items, range: [0, 1], ci95: [Math.max(0, value - 0.05), Math.min(1, value + 0.05)] })
      const axes = Object.fromEntries(
        AXES.map((key, axis) => [key, metric(Math.min(1, 0.2 + 0.6 * ability + 0.04 * ((axis * 3 + at) % 5)))]),
      )
      const document = {
        run: {
          startedAt: '2026-01-01T00:00:00Z',
          finishedAt: new Date(Date.UTC(2026, 0, 1, 0, 5 + ((at * 37) % 90))).toISOString(),
          roles: { candidate: { model, simulated: at === 1 } },
        },
        suites: {
          [suite]: {
            headline: 'score',
            metrics: { score: metric(0.1 + 0.8 * ability), errors: { ...metric(0.3 - 0.2 * ability), better: 'lower' }, ...axes },
          },
        },
        usage: { candidate: { usd: at === 2 ? null : 0.2 + ((at * 53) % 40) } },
        presentation: { [suite]: { roles: ['candidate'], tasks: [] } },
      }
      return { name: `run-${at}`, document, records } as unknown as BoardEntry
    })
    const places = entries.map(({ name }, at) => ({
      name,
      value: 0,
      n: items,
      items,
      from: Math.max(1, at),
      to: Math.min(labels.length, at + 2),
    }))
    return boardSuite(suite, entries, LAYOUT, {
      suite,
      metric: 'score',
      labels: {},
      runs: places,
      shared: [items, items],
      correlations: [],
    })
  })
}
