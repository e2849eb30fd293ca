import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ScoresDocument } from '../../core/format/scoresDocument.ts'
import type { Ranking } from '../../deciding/compare/ranking.ts'
import { terminalBlocks } from '../../reports/blocks/terminalBlocks.ts'
import { boardSuite, paretoFront, plainLayout } from './board.ts'
import { boardBlocks } from './page/boardBlocks.ts'

describe('the front of quality and price', () => {
  test('leaves out who is beaten at a lower price, and those of unknown price', () => {
    const runs = [
      { name: 'cheap', usd: 1, value: 60 },
      { name: 'dear', usd: 9, value: 90 },
      { name: 'beaten', usd: 9.5, value: 80 },
      { name: 'equal, dearer', usd: 10, value: 90 },
      { name: 'unknown', usd: null, value: 99 },
    ]
    expect(paretoFront(runs)).toEqual(['cheap', 'dear'])
  })

  test('nobody on it is beaten, and everybody else is', () => {
    const run = fc.record({ usd: fc.integer({ min: 0, max: 9 }), value: fc.integer({ min: 0, max: 9 }) })
    fc.assert(
      fc.property(fc.array(run), (all) => {
        const runs = all.map((entry, at) => ({ ...entry, name: String(at) }))
        const front = new Set(paretoFront(runs))
        for (const one of runs) {
          const isBeaten = runs.some(
            (other) => other.usd <= one.usd && other.value >= one.value && (other.usd < one.usd || other.value > one.value),
          )
          expect(front.has(one.name)).toBe(!isBeaten)
        }
      }),
    )
  })
})

const documentOf = (values: Readonly<Record<string, number>>, more: object = {}): ScoresDocument =>
  ({
    run: {
      startedAt: '2026-01-01T00:00:00Z',
      finishedAt: '2026-01-01T00:02:00Z',
      roles: { candidate: { model: 'm', simulated: false } },
      ...more,
    },
    suites: {
      own: {
        headline: 'score',
        metrics: Object.fromEntries(
          Object.entries(values).map(([key, value]) => [
            key,
            { value, n: 5, ci95: null, ...(key === 'unscored_rate' && { better: 'lower' }) },
          ]),
        ),
      },
    },
    usage: { candidate: { usd: 2 } },
  }) as unknown as ScoresDocument

/** A ranking by the headline of these places. */
const rankingOf = (runs: Ranking['runs']): Ranking => ({
  suite: 'own',
  metric: 'score',
  labels: {},
  runs,
  shared: [0, 0],
  correlations: [],
})

test.each([
  ['of which tasks were left out', { leftOut: [{ reason: 'no text', tasks: ['b', 'c'], items: 4 }] }, 'PART: 1 of 3 tasks'],
  [
    'whose judge does not judge',
    { judgeSigns: [{ role: 'judge', sign: 'first', n: 9, of: 9 }] },
    'SAYS NOTHING: the judge took the first output in 9 of 9 pairs, whichever of the two stood there',
  ],
])('a run %s has a mark beside its name', (_, of, mark) => {
  const whole = documentOf({ score: 0.9 })
  const presentation = { own: { tasks: [{ task: 'a', title: 'a' }] } }
  const part = { ...whole, presentation, suites: { own: { ...whole.suites.own, ...of } } } as unknown as ScoresDocument
  const entries = [part, whole].map((document, at) => ({ name: `run-${at}`, document, records: [] }))
  const ranking = rankingOf(entries.map(({ name }) => ({ name, value: 0.9, n: 8, items: 5, from: 1, to: 2 })))
  const { runs } = boardSuite('own', entries, plainLayout(entries, 'own'), ranking)
  expect(runs.map(({ label }) => label)).toEqual([`m (${mark})`, 'm'])
})

test('a board says which models are at the floor or below, as a comparison of two does', () => {
  const entries = [0.9, 0.5, 0.7].map((value, at) => {
    const document = documentOf({ score: value }, { roles: { candidate: { model: `m${at}`, simulated: false } } })
    Object.assign(document.suites.own?.metrics.score ?? {}, { floor: 0.708 })
    return { name: `run-${at}`, document, records: [] }
  })
  const ranking = rankingOf(entries.map(({ name }) => ({ name, value: 0.9, n: 8, items: 5, from: 1, to: 2 })))
  const board = boardSuite('own', entries, plainLayout(entries, 'own'), ranking)
  const said = terminalBlocks(boardBlocks([board]), 200).join('\n')
  expect(said).toContain('At the floor of own or below, what answers without knowledge get: m1 (floor 0.708), m2 (floor 0.708).')
})

test('ranks share the mean of their places, also where less is better, and a missing metric has none', () => {
  const entries = [
    { name: 'a', document: documentOf({ score: 0.9, unscored_rate: 0.1 }), records: [] },
    { name: 'b', document: documentOf({ score: 0.5, unscored_rate: 0 }), records: [] },
    { name: 'c', document: documentOf({ score: 0.9 }, { resumed: true }), records: [] },
  ]
  const places = entries.map(({ name }) => ({ name, value: 0, n: 8, items: 0, from: 1, to: 3 }))
  const layout = { tables: [{ title: 'All', columns: ['score', 'unscored_rate'].map((key) => ({ key, label: key })) }] }
  const board = boardSuite('own', entries, layout, rankingOf(places))
  expect(board.tables[0]?.rows.map((row) => row.map((cell) => cell?.rank ?? null))).toEqual([
    [1.5, 2],
    [3, 1],
    [1.5, null],
  ])
  // Over the columns that all have.
  expect(board.tables[0]?.meanRanks).toEqual([1.5, 3, 1.5])
  expect(board.runs.map(({ seconds }) => seconds)).toEqual([120, 120, null])
})

test('a suite without a layout of its own shows its headline', () => {
  expect(
    plainLayout([{ name: 'a', document: documentOf({ score: 1, 'score.x': 1 }), records: [] }], 'own').tables[0]?.columns.map(
      ({ key }) => key,
    ),
  ).toEqual(['score', 'score.x'])
})

describe('cost and time of a run with several suites', () => {
  const SPENT = { startedAt: '2026-01-01T00:00:30Z', finishedAt: '2026-01-01T00:01:00Z', usage: { candidate: { usd: 0.5 } } }
  const boardOf = (...documents: readonly ScoresDocument[]) => {
    const entries = documents.map((document, at) => ({ name: `run ${at}`, document, records: [] }))
    const runs = entries.map(({ name }) => ({ name, value: 0, n: 8, items: 0, from: 1, to: entries.length }))
    const layout = { tables: [{ title: 'All', columns: [{ key: 'score', label: 'score' }] }] }
    return boardSuite('own', entries, layout, { suite: 'own', metric: 'score', labels: {}, runs, shared: [0, 0], correlations: [] })
  }
  const withSuites = (document: ScoresDocument, more: object): ScoresDocument =>
    ({ ...document, suites: { ...document.suites, other: document.suites.own }, ...more }) as unknown as ScoresDocument
  const document = documentOf({ score: 0.9 })

  test('are those of the suite, where the run tells them', () =>
    expect(boardOf(withSuites(document, { spent: { own: SPENT } })).runs).toMatchObject([{ usd: 0.5, seconds: 30 }]))

  test('have no price where known answers cost nothing: another run would pay for them', () => {
    const usage = { candidate: { usd: 0.5, calls: 10, cached: 9 } }
    expect(boardOf(withSuites(document, { spent: { own: { ...SPENT, usage } } })).runs).toMatchObject([{ usd: null, seconds: 30 }])
  })

  test('are not known where it does not', () =>
    expect(boardOf(withSuites(document, {})).runs).toMatchObject([{ usd: null, seconds: null }]))

  test('have no time where the run was finished later', () => {
    const resumed = withSuites(documentOf({ score: 0.9 }, { resumed: true }), { spent: { own: SPENT } })
    expect(boardOf(resumed).runs).toMatchObject([{ usd: 0.5, seconds: null }])
  })

  test('have no time where the suite has none', () => {
    const { startedAt: _start, finishedAt: _finish, ...untimed } = SPENT
    expect(boardOf(withSuites(document, { spent: { own: untimed } })).runs).toMatchObject([{ usd: 0.5, seconds: null }])
  })
})

test('runs of one model are told apart by their names, and each has its headline where no table shows it', () => {
  const entries = ['runs/first', 'a/same', 'b/same'].map((name) => ({ name, document: documentOf({ score: 0.5, other: 1 }), records: [] }))
  const layout = { tables: [{ title: 'All', columns: [{ key: 'other', label: 'other' }] }] }
  const places = entries.map(({ name }) => ({ name, value: 0.5, n: 8, items: 0, from: 1, to: 3 }))
  const board = boardSuite('own', entries, layout, rankingOf(places))
  expect(board.runs.map(({ label }) => label)).toEqual(['m, first', 'm, a/same', 'm, b/same'])
  expect(board.scores.map((cell) => cell?.value)).toEqual([0.5, 0.5, 0.5])
})

test('a run says which of its roles in the suite a simulated model played', () => {
  const roles = {
    candidate: { model: 'm', simulated: false },
    judge: { model: 'sim:judge', simulated: true },
    user: { model: 'sim:oracle', simulated: true },
  }
  const entries = [
    { name: 'told', document: documentOf({ score: 1 }, { roles, called: { own: ['candidate', 'judge'] } }), records: [] },
    { name: 'older', document: documentOf({ score: 1 }, { roles }), records: [] },
  ]
  const runs = entries.map(({ name }) => ({ name, value: 1, n: 8, items: 0, from: 1, to: 2 }))
  const board = boardSuite(
    'own',
    entries,
    { tables: [] },
    { suite: 'own', metric: 'score', labels: {}, runs, shared: [0, 0], correlations: [] },
  )
  expect(board.runs.map(({ simulated, simulatedRoles }) => [simulated, simulatedRoles])).toEqual([
    [false, ['judge']],
    [false, ['judge', 'user']],
  ])
})
