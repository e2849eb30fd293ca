import { describe, expect, test } from 'vitest'
import type { ItemRecord } from '../../src/core/format/records.ts'
import { summaryRules } from '../../src/deciding/suiteRules.ts'
import { kievalSummary } from '../../suites/kieval/summary.ts'

const { summarize: summarizeKieval } = summaryRules('kieval', kievalSummary)

/** A record of an interview: its overall score, how it ended, and what differs. */
function interview(item: string, score: number, stop = 'none', change: Partial<ItemRecord> = {}): ItemRecord {
  const task = item.split('/')[0] ?? ''
  const scores = { static: 1, 'score.overall': score, 'paper.overall': score / 100, rounds: 5, unparsable: 0 }
  return { suite: 'kieval', item, task, trial: 0, status: score >= 70 ? 'passed' : 'failed', tags: { stop }, scores, ...change }
}

const dropped = (item: string): ItemRecord => ({ ...interview(item, 0), tags: { dropped: 'yes' }, scores: { static: 0, total: 0 } })

const valuesOf = (records: readonly ItemRecord[]) =>
  Object.fromEntries(Object.entries(summarizeKieval(records)).map(([key, { value }]) => [key, value]))

describe('one question set', () => {
  const records = [interview('a/1', 100), interview('a/2', 40, 'repetition'), interview('a/3', 70), dropped('a/4')]

  test('has means over its interviews; a dropped question is wrong, counted, and no part of them', () => {
    expect(summarizeKieval(records)).toMatchObject({
      'score.overall': { value: 70, n: 3 },
      'paper.overall': { value: expect.closeTo(0.7, 12), n: 3 },
      accuracy: { value: 0.75, n: 4 },
      dropped: { value: 1, n: 4 },
      rounds: { value: 5, n: 3 },
      'stop.none': { value: expect.closeTo(2 / 3, 12), n: 3 },
      'stop.repetition': { value: expect.closeTo(1 / 3, 12), n: 3 },
    })
    expect(Object.keys(summarizeKieval(records)).filter((key) => key.startsWith('set.'))).toEqual([])
  })

  test('of nothing but dropped questions has no interview', () =>
    expect(valuesOf([dropped('a/1'), dropped('a/2')])).toEqual({ accuracy: 0, dropped: 2 }))

  test('of which nothing was scored has no metric', () => {
    expect(valuesOf([interview('a/1', 100, 'none', { status: 'error', scores: {} })])).toEqual({})
    expect(valuesOf([])).toEqual({})
  })

  test('counts a question once that was dropped in some of its trials, whichever', () => {
    const trials = [interview('a/1', 100), { ...dropped('a/1'), trial: 1 }, { ...dropped('a/1'), trial: 2 }, interview('a/2', 70)]
    expect(valuesOf(trials)).toMatchObject({ dropped: 1, 'score.overall': 85, accuracy: expect.closeTo((1 / 3 + 1) / 2, 12) })
  })

  test('has the field of knowledge where questions name one', () => {
    const of = (domain: string) => ({ tags: { stop: 'none', domain } })
    expect(
      valuesOf([interview('a/1', 100, '', of('law')), interview('a/2', 70, '', of('law')), interview('a/3', 10, '', of('art'))]),
    ).toMatchObject({ 'domain.law': 85, 'domain.art': 10 })
  })
})

describe('questions that have a level', () => {
  const of = (level: string) => ({ tags: { stop: 'none', level } })
  const records = [
    interview('a/1', 100, '', of('expert')),
    interview('a/2', 40, '', of('expert')),
    { ...dropped('a/3'), tags: { dropped: 'yes', level: 'expert' } },
    interview('a/4', 90, '', of('secondary')),
    { ...dropped('a/5'), tags: { dropped: 'yes', level: 'undergraduate' } },
  ]

  test('have right static answers and the overall score by level; what was dropped has no interview', () => {
    const levels = Object.entries(summarizeKieval(records)).filter(([key]) => key.startsWith('level.'))
    expect(levels.map(([key, { value, n }]) => [key, value, n])).toEqual([
      ['level.secondary.accuracy', 1, 1],
      ['level.secondary.score.overall', 90, 1],
      ['level.undergraduate.accuracy', 0, 1],
      ['level.expert.accuracy', expect.closeTo(2 / 3, 12), 3],
      ['level.expert.score.overall', 70, 2],
    ])
  })

  test('have the levels beside the figures of several sets', () => {
    const two = valuesOf([...records, interview('b/1', 10)])
    expect(two).toMatchObject({ 'level.expert.score.overall': 70, 'set.b.score.overall': 10 })
  })

  test('have names and ranges of the metrics over all', () => {
    const metrics = summarizeKieval(records)
    expect(metrics['level.expert.accuracy']).toMatchObject({ label: 'right static answers, share, expert level', range: [0, 1] })
    expect(metrics['level.expert.score.overall']).toMatchObject({ label: 'KIEval score, overall, expert level', range: [10, 100] })
  })
})

describe('evaluations that could not be read', () => {
  const of = (unparsable: number, rounds: number, status: ItemRecord['status'] = 'passed') =>
    interview(`a/${unparsable}-${rounds}`, 100, 'none', { status, scores: { static: 1, 'score.overall': 100, rounds, unparsable } })

  test('are a share of all rounds, not a mean over interviews', () =>
    expect(summarizeKieval([of(1, 2), of(0, 5)]).unparsable_rate).toMatchObject({ value: 1 / 7, n: 2, ci95: null }))

  test('count where none of an interview could be read: that is unscored, and the rate is of nothing else', () => {
    const unscored: ItemRecord = { ...of(5, 5, 'unscored'), scores: { static: 1, rounds: 5, unparsable: 5 }, tags: {} }
    const values = valuesOf([of(0, 5), unscored])
    expect(values.unparsable_rate).toBe(0.5)
    expect(values).toMatchObject({ 'score.overall': 100, rounds: 5, 'stop.none': 1 })
    expect(valuesOf([unscored])).toEqual({ unparsable_rate: 1 })
  })
})

describe('several question sets', () => {
  const records = [
    interview('arc/1', 100),
    interview('arc/2', 40, 'repetition'),
    interview('mmlu.v2/1', 100),
    interview('mmlu.v2/2', 100),
    interview('mmlu.v2/3', 100),
    interview('mmlu.v2/4', 80),
    dropped('mmlu.v2/5'),
  ]

  test('have each its own figures, and the plain ones are means over sets', () => {
    expect(valuesOf(records)).toMatchObject({
      'set.arc.score.overall': 70,
      'set.mmlu.v2.score.overall': 95,
      'score.overall': 82.5,
      'set.arc.accuracy': 1,
      'set.mmlu.v2.accuracy': 0.8,
      accuracy: expect.closeTo(0.9, 12),
      'set.arc.dropped': 0,
      'set.mmlu.v2.dropped': 1,
    })
  })

  test('have shares of reasons that add up to 1: one that a set does not have is 0 there', () => {
    const values = valuesOf(records)
    expect(values).toMatchObject({ 'set.arc.stop.repetition': 0.5, 'set.mmlu.v2.stop.repetition': 0, 'stop.repetition': 0.25 })
    expect((values['stop.none'] ?? 0) + (values['stop.repetition'] ?? 0)).toBeCloseTo(1, 12)
  })
})

describe('a metric of one set', () => {
  const records = ['arc', 'mmlu.v2', 'set.a'].flatMap((set) => [interview(`${set}/1`, 40), interview(`${set}/2`, 70)])
  const metrics = summarizeKieval(records)

  test.each(['arc', 'mmlu.v2', 'set.a'])('%s has the range of the metric over all, its direction, and the name of the set', (set) => {
    const plain = Object.entries(metrics).filter(([, { part }]) => !['arc', 'mmlu.v2', 'set.a'].includes(part ?? ''))
    expect(plain.map(([key]) => key)).toEqual(expect.arrayContaining(['score.overall', 'accuracy', 'rounds']))
    for (const [key, { label, range, better }] of plain) {
      const own = metrics[`set.${set}.${key}`]
      expect(own, key).toMatchObject({ label: `${set}: ${label}`, compared: false })
      expect([own?.range, own?.better], key).toEqual([range, better])
    }
  })

  test('is good as it is over all', () => {
    expect(metrics['score.overall']).toMatchObject({ range: [10, 100] })
    expect(metrics['paper.overall']).toMatchObject({ range: [0, 1] })
    expect(metrics.rounds).toMatchObject({ range: [0, null] })
    expect(metrics.dropped).toMatchObject({ range: [0, null], better: 'lower' })
    expect(metrics.accuracy).toMatchObject({ range: [0, 1] })
  })
})
