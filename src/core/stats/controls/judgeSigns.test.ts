import { describe, expect, test } from 'vitest'
import { BAD_JUDGES, signSimulations } from '../../../../bench/stats/signs.mjs'
import { random } from '../../base/random.ts'
import { judgeSigns } from './judgeSigns.ts'

/** Signs of a run in which each item showed this. */
const signs = (items: number, shown: Readonly<Record<string, number>>) =>
  judgeSigns(Array.from({ length: items }, (_, at) => ({ item: String(at), trial: 0, shown }))).map(
    ({ role, sign, n, of, known }) => `${role} ${sign} ${n}/${of}${known ? ` ${known}` : ''}`,
  )

describe('what a judge shows', () => {
  test.each<[string, number, Readonly<Record<string, number>>, readonly string[]]>([
    // The chance of five or more errors of six is 0.0016 at one in five, of four 0.017.
    ['every wrong answer passed', 6, { 'judge.wrong.1': 1, 'judge.right.1': 1 }, ['judge controls 6/6 wrong']],
    [
      'one verdict, right and wrong answers too',
      6,
      { 'judge.said.1': 1, 'judge.wrong.1': 1, 'judge.right.1': 1 },
      ['judge controls 6/6 wrong', 'judge constant 18/18'],
    ],
    ['one verdict, and known answers judged rightly', 6, { 'judge.said.1': 1, 'judge.wrong.0': 1, 'judge.right.1': 1 }, []],
    ['one verdict of a model that may be good', 500, { 'judge.said.1': 1 }, []],
    ['one verdict of a model that may be bad', 500, { 'judge.said.0': 1 }, []],
    // 0.75 to the 18th is 0.0056, to the 19th 0.0042.
    ['one verdict in the middle of the scale, of 18', 18, { 'judge.said.0.5': 1 }, []],
    ['one verdict in the middle of the scale, of 19', 19, { 'judge.said.0.5': 1 }, ['judge constant 19/19']],
    ['the first output, of seven pairs', 7, { 'judge.first': 1 }, []],
    ['the first output, of eight pairs', 8, { 'judge.first': 1 }, ['judge first 8/8']],
    ['neither output', 8, { 'judge.none': 1 }, ['judge constant 8/8']],
    ['evaluations copied', 3, { 'judge.copied': 1 }, ['judge copies 3/3']],
    ['nothing asked', 4, { 'interactor.nothing': 1 }, ['interactor no_question 4/4']],
    ['nothing of a candidate', 9, { 'candidate.nothing': 3 }, []],
    ['every reply lost', 8, { 'judge.lost.?': 1 }, ['judge one_sided 8/8']],
    ['nothing', 9, {}, []],
  ])('%s', (_, items, shown, expected) => expect(signs(items, shown)).toEqual(expected))

  test('is lost on one side by more than chance: 3 of 3 beside 0 of 12 is one draw of 455', () => {
    const of = (against: number) =>
      judgeSigns([
        { item: 'a', trial: 0, shown: { 'judge.lost.1': 3 } },
        { item: 'b', trial: 0, shown: { 'judge.said.0': against } },
      ])
    expect(of(12)).toEqual([{ role: 'judge', sign: 'one_sided', n: 3, of: 3 }])
    // One of 165 is not rare enough.
    expect(of(8)).toEqual([])
  })

  test('counts once for each item, whatever the trials, and lasts over thousands', () => {
    const trials = [0, 1, 2, 3].map((trial) => ({ item: 'one', trial, shown: { 'judge.first': 4 } }))
    expect(judgeSigns(trials)).toEqual([])
    expect(signs(20_000, { 'judge.first': 1 })).toEqual(['judge first 20000/20000'])
  })
})

describe('a run of 20 items', () => {
  const simulated = signSimulations({ random, judgeSigns })
  test.each(BAD_JUDGES)('tells a judge of the kind %s in 99 of 100', (kind) =>
    expect(simulated.told(kind, 200)).toBeGreaterThanOrEqual(0.99),
  )
  test('accuses a judge with 5 % noise in at most 1 of 100', () => expect(simulated.accused(0.05, 1000)).toBeLessThanOrEqual(0.01))
  test('accuses no judge without noise', () => expect(simulated.accused(0, 500)).toBe(0))
})
