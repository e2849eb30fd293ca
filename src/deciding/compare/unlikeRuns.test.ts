import { expect, test } from 'vitest'
import { type ComparedRun, unlikeRuns } from './comparedRun.ts'

const run = (name: string, more: object = {}, suite = 'own'): ComparedRun => ({
  name,
  records: [],
  document: {
    suites: { [suite]: {} },
    run: {
      roles: { candidate: { model: name } },
      data: { [suite]: { source: 'a file', sha256: 'one' } },
      scoring: { [suite]: 1 },
      ...more,
    },
  } as unknown as ComparedRun['document'],
})
const OWN = { calls: ['candidate', 'judge'] }
const whys = (runs: readonly ComparedRun[], options: { calls: string[]; mayDiffer?: string } = OWN) =>
  unlikeRuns(runs, 'own', options).map(({ name, from, why }) => [name, from, why])

test('runs are held against the first one that has the suite and a scores.json', () => {
  const other = { data: { own: { source: 'a file', sha256: 'two' } } }
  const judged = { roles: { candidate: { model: 'c' }, judge: { model: 'lab/judge' } } }
  const runs = [
    run('elsewhere', {}, 'another'),
    { ...run('bare'), document: undefined },
    run('a'),
    run('b'),
    run('c', other),
    run('d', judged),
  ]
  expect(whys(runs)).toEqual([
    ['c', 'a', 'other data (one, now two)'],
    ['d', 'a', 'another judge (none, now lab/judge)'],
  ])
})

test('an option that tells runs apart may differ, and no other', () => {
  const runs = [run('a', { options: { own: { strategy: 'Swap', n: 1 } } }), run('b', { options: { own: { strategy: 'CoT', n: 2 } } })]
  expect(whys(runs)).toEqual([['b', 'a', 'other options of own (strategy, n)']])
  expect(whys(runs, { ...OWN, mayDiffer: 'strategy' })).toEqual([['b', 'a', 'other options of own (n)']])
})

test('of a suite that measures judges the judge is no setting', () => {
  const judge = (model: string) => run(model, { roles: { judge: { model } } })
  expect(whys([judge('one'), judge('two')], { calls: ['judge'] })).toEqual([])
})
