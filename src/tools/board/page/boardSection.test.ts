import { expect, test } from 'vitest'
import type { BoardRun, BoardSuite } from '../board.ts'
import { boardSection } from './boardSection.ts'

const run = (name: string, more: Partial<BoardRun> = {}): BoardRun => ({
  name,
  label: name,
  simulated: false,
  simulatedRoles: [],
  usd: 2,
  seconds: 120,
  wholeRun: false,
  ...more,
})

const NOTE = '† Of all suites of the run'

/** The section of three runs, 0.9, 0.8 and 0.7, as text. */
function sectionOf(runs: readonly BoardRun[], more: Partial<BoardSuite> = {}): string {
  const suite: BoardSuite = {
    suite: 'own',
    title: 'Own',
    runs,
    headline: { key: 'score', label: 'score', percent: false, lowerIsBetter: false, range: [0, 1] },
    places: runs.map(() => ({ from: 1, to: runs.length })),
    tables: [],
    radars: [],
    scatters: [],
    front: [],
    scores: runs.map((_, at) => ({ value: 0.9 - at / 10, ci95: null, n: 5, rank: at + 1 })),
    separation: { scored: runs.map(() => 5), shared: 5, alike: 5, items: [] },
    unlike: [],
    ...more,
  }
  return boardSection(suite, new Map(runs.map(({ name }, at) => [name, `${at}`]))).html
}

test('price and time of a whole run are marked, and are in no picture of the suite', () => {
  const page = sectionOf([run('a', { wholeRun: true, usd: 7, seconds: 60 }), run('b'), run('c', { seconds: 60 })])
  expect(page).toMatch(/7\.00 <abbr title="of all suites of the run">†/)
  expect(page).toMatch(/1\.0 <abbr title="of all suites of the run">†/)
  expect(page).toContain(NOTE)
  const [, cost = '', time = ''] = page.split('<figure')
  // As fast as a, and alone on its side of the front: what a took says nothing of this suite.
  const rowsOf = (picture: string) =>
    [...picture.matchAll(/<th scope="row">(\w)<\/th>.*?<td>(yes|no)<\/td><\/tr>/g)].map(([, name, front]) => `${name} ${front}`)
  expect(rowsOf(cost)).toEqual(['b no', 'c no'])
  expect(rowsOf(time)).toEqual(['b yes', 'c yes'])
})

test('without such a run nothing is marked', () => {
  expect(sectionOf([run('a'), run('b')])).not.toContain('†')
  expect(sectionOf([run('a', { wholeRun: true, usd: null, seconds: null }), run('b', { usd: null, seconds: null })])).not.toContain('†')
})

test('what speaks against a comparison stands above the figures, as text', () => {
  const page = sectionOf([run('a'), run('<b>')], { unlike: [{ name: '<b>', from: 'a', why: 'other data' }] })
  expect(page).toContain('NOT ALIKE: &lt;b&gt; against a: made with other data.')
  expect(page.indexOf('NOT ALIKE')).toBeLessThan(page.indexOf('Ranking in'))
})
