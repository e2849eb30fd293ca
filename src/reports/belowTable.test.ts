import { describe, expect, test } from 'vitest'
import type { Metric, Metrics } from '../core/format/scoresDocument.ts'
import { belowTable } from './belowTable.ts'

const figure = (value: number, ci95: Metric['ci95'] = null): Metric => ({ value, n: 40, ci95 })
const METRICS: Metrics = {
  'agreement.one word': { ...figure(12.345), group: 'agreement', part: 'one word' },
  'agreement.two': { ...figure(50), group: 'agreement', part: 'two' },
  null_rate: figure(0),
  'judge.specificity.rm': { ...figure(0.5, [0.35, 0.65]), group: 'specificity', part: 'rm' },
  'judge.sensitivity.ec': { ...figure(0.975, [0.87, 0.996]), group: 'sensitivity', part: 'ec' },
  'judge.sensitivity.reference': { ...figure(1, [0.9, 1]), group: 'sensitivity', part: 'reference' },
  'judge.specificity.injected': { ...figure(0.25, [0.14, 0.4]), group: 'specificity', part: 'injected' },
}
/** Figures of all rows, one after the other. */
/** What is said of each figure, without what all of them rest on. */
const figuresIn = (rows: ReturnType<typeof belowTable>) => rows.flatMap(([, said]) => said).filter((text) => text !== '(40 items each)')

describe('what stands below a table', () => {
  const ofJudge = (wanted: boolean) => Object.fromEntries(Object.entries(METRICS).filter(([key]) => key.startsWith('judge.') === wanted))

  describe('tells the floors of figures', () => {
    const rows = [{ label: 'ability', group: 'ifp', note: '(shares)' }]
    const floored = (...floors: (number | undefined)[]) =>
      Object.fromEntries(
        floors.map((floor, at) => [`ifp.${at}`, { ...figure(0.5), group: 'ifp', part: String(at), ...(floor !== undefined && { floor }) }]),
      )

    test('in a line below them where they differ', () => {
      expect(belowTable(rows, floored(0.25, 0.125), 2)).toEqual([
        ['ability', ['0 0.50', '1 0.50', '(40 items each)', '(shares)']],
        ['… floor', ['0 0.25', '1 0.13', '(what answers without knowledge get)']],
      ])
    })

    test('in a line below them where some have none', () =>
      expect(belowTable(rows, floored(0.25, undefined), 2)[1]).toEqual(['… floor', ['0 0.25', '(what answers without knowledge get)']]))

    test('by what the row says that its own are', () =>
      expect(
        belowTable(
          [{ label: 'stability', group: 'ifp', floor: 'what sampling alone gives' }],
          floored(0.25, 0.125),
          2,
          {},
          'item',
          'chance',
        )[1],
      ).toEqual(['… floor', ['0 0.25', '1 0.13', '(what sampling alone gives)']]))

    test('beside them where all have the same', () =>
      expect(belowTable(rows, floored(0.25, 0.25), 2)).toEqual([
        ['ability', ['0 0.50', '1 0.50', '(40 items each)', '(shares)', '(floor 0.25)']],
      ]))
  })

  describe('names figures in words', () => {
    const labels = { 'at.4k': 'score at 4k tokens', 'at.8k': 'score at 8k tokens', 'at.all': 'score at all tokens' }
    const metrics = { 'at.4k': figure(1), 'at.8k': figure(2), 'at.all': figure(3) }
    const named = (some: Metrics, words: Readonly<Record<string, string>>): Metrics =>
      Object.fromEntries(
        Object.entries(some).map(([key, own]) => [key, { ...own, group: 'at', part: key.slice('at.'.length), label: words[key] ?? key }]),
      )
    const figuresOf = (words: Readonly<Record<string, string>>) =>
      figuresIn(belowTable([{ label: 'length', group: 'at' }], named(metrics, words), 0))

    test('without what they share', () => expect(figuresOf(labels)).toEqual(['4k 1', '8k 2', 'all 3']))

    test('not cut after a word that no name ends with', () => {
      const words = { 'at.4k': 'wordings of the instruction', 'at.8k': 'values in the instruction', 'at.all': 'lengths of the instruction' }
      expect(figuresOf(words)).toEqual(['wordings of the instruction 1', 'values in the instruction 2', 'lengths of the instruction 3'])
    })

    test('each with a word of its own left', () => {
      expect(figuresOf({ ...labels, 'at.all': 'score at 4k tokens' })).toEqual(['4k 1', '8k 2', '4k 3'])
      expect(figuresOf({ 'at.4k': 'kept', 'at.8k': 'kept later', 'at.all': 'kept long' })).toEqual([
        'kept 1',
        'kept later 2',
        'kept long 3',
      ])
    })

    test('without the mark that parted them from it', () => {
      expect(figuresOf({ 'at.4k': 'e-mail: title: kept', 'at.8k': 'e-mail: sentence: kept', 'at.all': 'e-mail: style: kept' })).toEqual([
        'title 1',
        'sentence 2',
        'style 3',
      ])
    })

    test('and no more than up to a mark, where marks part it', () => {
      const words = ['accuracy, mean of the five subsets', 'accuracy, mean of the adversarial subsets', 'accuracy, Natural']
      const figures = (count: number) => {
        const some = Object.fromEntries(Object.entries(metrics).slice(0, count))
        const own = Object.fromEntries(Object.keys(metrics).map((key, at) => [key, words[at] as string]))
        return figuresIn(belowTable([{ label: 'x', group: 'at' }], named(some, own), 0))
      }
      expect(figures(2)).toEqual(['mean of the five subsets 1', 'mean of the adversarial subsets 2'])
      expect(figures(3).at(-1)).toBe('Natural 3')
    })

    test('without what the note says of all of them', () => {
      const rows = belowTable(
        [{ label: 'strict', group: 'at', note: '(right in full)' }],
        named(metrics, { 'at.4k': 'repeat: right in full', 'at.8k': 'extract: right in full', 'at.all': 'all tasks, right in full' }),
        0,
      )
      expect(figuresIn(rows)).toEqual(['repeat 1', 'extract 2', 'all tasks, right in full 3', '(right in full)'])
    })

    test('by their keys where one has none', () => {
      const { 'at.all': _all, ...some } = labels
      expect(figuresOf(some)).toEqual(['4k 1', '8k 2', 'all 3'])
    })
  })

  test('has each note of its metrics once, those over most items first', () => {
    const metrics = {
      'a.b.c': { ...figure(0), n: 2, note: 'read it with d' },
      'a.c': { ...figure(0), n: 3, note: 'read it with d' },
      a: { ...figure(0), n: 9, note: 'read it with d' },
      b: { ...figure(1), n: 1, note: 'of few items' },
      c: figure(2),
    }
    expect(belowTable([], metrics, 1)).toEqual([
      ['note', '"a", "a.c" and 1 more: read it with d'],
      ['note', '"b": of few items'],
    ])
  })

  test('has what known situations told of whoever plays a user, in words and in one order', () => {
    const metrics = {
      'user.unusable': figure(0.025, [0.004, 0.13]),
      'user.keeps': figure(0.9, [0.8, 0.95]),
      'user.tells': figure(1, [0.91, 1]),
    }
    expect(belowTable([], metrics, 3)).toEqual([
      [
        'user',
        [
          'tells what it is asked for 100.0 % (91 to 100, n 40)',
          'tells nothing unasked 90.0 % (80 to 95, n 40)',
          'no usable reply 2.5 % (0 to 13, n 40)',
        ],
      ],
    ])
  })

  test('are not told of the one part that is the whole, unless it has a mark', () => {
    const metrics: Metrics = { score: figure(50), 'level.other': { ...figure(50), group: 'level', part: 'other' } }
    const rows = [{ label: 'level', group: 'level' }]
    expect(belowTable(rows, metrics, 1)).toEqual([])
    expect(figuresIn(belowTable(rows, metrics, 1, { 'level.other': '†' }))).toEqual(['other† 50.0', '(40 items)'])
    expect(belowTable(rows, { ...metrics, 'level.other': { ...figure(40), group: 'level', part: 'other' } }, 1)).toHaveLength(1)
  })

  test('are figures of a group or by key, a text as it is, and nothing of what has no data', () => {
    const rows = belowTable(
      [
        { label: 'agreement', group: 'agreement' },
        { label: 'verdicts', keys: ['null_rate', 'absent'], note: '(of all)' },
        { label: 'nothing', group: 'nothing' },
        { label: 'compare', text: 'chance is 50 %' },
      ],
      ofJudge(false),
      1,
      { 'agreement.two': '†' },
    )
    expect(rows).toEqual([
      ['agreement', ['one word 12.3', 'two† 50.0', '(40 items each)']],
      ['verdicts', ['null_rate 0.0', '(40 items)', '(of all)']],
      ['compare', 'chance is 50 %'],
    ])
  })

  test('a count has no decimals', () => {
    const metrics: Metrics = { lost: { value: 34, n: 224, ci95: null, label: 'items lost, count', range: [0, null] } }
    expect(belowTable([{ label: 'lost', keys: ['lost'] }], metrics, 2)).toEqual([['lost', ['items lost, count 34', '(224 items)']]])
  })

  test('is what known answers told of the judge by kind of criterion, and how often it was talked round', () => {
    expect(belowTable([], ofJudge(true), 2)).toEqual([
      [
        'judge',
        'on answers known to be right or wrong: right accepted, error correction 97.5 % (87 to 100, n 40); wrong rejected, response maintenance 50.0 % (35 to 65, n 40); wrong rejected, of these in answers that order it to approve 25.0 % (14 to 40, n 40)',
      ],
    ])
  })
})
