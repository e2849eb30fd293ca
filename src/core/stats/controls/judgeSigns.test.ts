import { describe, expect, test } from 'vitest'
import { BAD_JUDGES, signSimulations } from '../../../../bench/stats/signs.mjs'
import { random } from '../../base/random.ts'
import { judgeSigns } from './judgeSigns.ts'

let made = 0
/** Items whose replies left these traces. */
const items = (count: number, traces: Readonly<Record<string, number>>) =>
  Array.from({ length: count }, () => ({ item: String(made++), trial: 0, traces }))

/** Signs of a run in which each item showed this. */
const signs = (count: number, traces: Readonly<Record<string, number>>) =>
  judgeSigns(items(count, traces)).map(({ role, model, sign, n, of, known }) =>
    [role, model, sign, `${n}/${of}`, known].filter(Boolean).join(' '),
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
    // The rounds of an interview are one dialogue's: 0.05 squared is 0.0025, 0.2 to the fourth 0.0016.
    ['five evaluations copied, of one interview', 1, { 'judge.copied': 5 }, []],
    ['five evaluations copied, of two interviews', 2, { 'judge.copied': 5 }, ['judge copies 10/10']],
    ['two of five evaluations copied', 500, { 'judge.copied': 2, 'judge.own': 3 }, []],
    ['five rounds with nothing asked, of three interviews', 3, { 'interactor.nothing': 5 }, []],
    ['five rounds with nothing asked, of four interviews', 4, { 'interactor.nothing': 5 }, ['interactor no_question 20/20']],
    ['nine ratings that nobody can read, of seven dialogues', 7, { 'judge.lost.?': 9 }, []],
    ['ratings lost on one side, all of two dialogues', 2, { 'judge.lost.1': 9, 'judge.said.0': 9 }, []],
    ['known answers of both kinds judged wrongly, of three items', 3, { 'judge.wrong.1': 3, 'judge.right.0': 3 }, []],
    [
      'known answers of both kinds judged wrongly, of four items',
      4,
      { 'judge.wrong.1': 3, 'judge.right.0': 3 },
      ['judge controls 12/12 wrong', 'judge controls 12/12 right'],
    ],
    ['three votes for the first output, of seven pairs', 7, { 'judge.first': 3 }, []],
    ['three votes for the first output, of eight pairs', 8, { 'judge.first': 3 }, ['judge first 24/24']],
    ['one vote of three for the first output', 500, { 'judge.first': 1, 'judge.agreed': 2 }, []],
    [
      'a panel of which one takes the first output, and one passes what is wrong',
      8,
      { 'judge.first a@http://x/v1': 1, 'judge.agreed b c': 1, 'judge.wrong.1 d': 1, 'judge.right.1 d': 1, 'judge.wrong.0 b c': 1 },
      ['judge a@http://x/v1 first 8/8', 'judge d controls 8/8 wrong'],
    ],
    ['nothing of a candidate', 9, { 'candidate.nothing': 3 }, []],
    ['every reply lost', 8, { 'judge.lost.?': 1 }, ['judge one_sided 8/8']],
    ['nothing', 9, {}, []],
  ])('%s', (_, items, traces, expected) => expect(signs(items, traces)).toEqual(expected))

  test('is lost on one side by more than chance: 3 of 3 beside 0 of 12 is one draw of 455', () => {
    const of = (against: number) => judgeSigns([...items(3, { 'judge.lost.1': 1 }), ...items(against, { 'judge.said.0': 1 })])
    expect(of(12)).toEqual([{ role: 'judge', sign: 'one_sided', n: 3, of: 3 }])
    // One of 165 is not rare enough.
    expect(of(8)).toEqual([])
    // One verdict lost, the only one of its side, is a slip, however many others there are.
    expect(judgeSigns([...items(1, { 'judge.lost.1': 1 }), ...items(2000, { 'judge.said.0': 1 })])).toEqual([])
  })

  test('loses no side more often where one has more replies of an item than the other', () => {
    // One reply of twenty is lost on either side. Of items with two on one side both hardly ever are: before, 10 items beside none.
    const two = { 'judge.said.1': 1, 'judge.right.1': 1 }
    const one = { 'judge.wrong.0': 1 }
    const lost = [items(10, { ...two, 'judge.lost.0': 1 }), items(20, { 'judge.said.1': 1, 'judge.lost.1': 1, ...one })]
    expect(judgeSigns([...items(170, { ...two, ...one }), ...lost.flat()])).toEqual([])
  })

  test('copies by more than chance: 5 of 20 interviews is one run of 389 at one in twenty, 4 one of 63', () => {
    const of = (copied: number) => judgeSigns([...items(copied, { 'judge.copied': 5 }), ...items(20 - copied, { 'judge.own': 5 })])
    expect(of(5)).toEqual([{ role: 'judge', sign: 'copies', n: 25, of: 100 }])
    expect(of(4)).toEqual([])
  })

  test('draws lots over known answers of both kinds, where neither kind alone would tell', () => {
    // 4 of 6 at one in five is 0.017, 8 of 12 at one in ten 3 of a million.
    const of = (wrongly: number) => [
      ...items(wrongly, { 'judge.wrong.1': 1, 'judge.right.0': 1 }),
      ...items(6 - wrongly, { 'judge.wrong.0': 1, 'judge.right.1': 1 }),
    ]
    expect(judgeSigns(of(4)).map(({ sign, known, n, of: all }) => [sign, known, n, all])).toEqual([
      ['controls', 'wrong', 4, 6],
      ['controls', 'right', 4, 6],
    ])
    expect(judgeSigns(of(1))).toEqual([])
  })

  test('counts once for each item, whatever the trials, and lasts over thousands', () => {
    const trials = [0, 1, 2, 3].map((trial) => ({ item: 'one', trial, traces: { 'judge.first': 4 } }))
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
  test('and in none of 30 with 300 items, all measured by known answers', () => expect(simulated.accused(0.05, 30, 300, 300)).toBe(0))
  test('accuses no judge without noise', () => expect(simulated.accused(0, 500)).toBe(0))
})
