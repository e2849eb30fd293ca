import { describe, expect, test } from 'vitest'
import type { ItemRecord } from '../../src/core/format/records.ts'
import type { Metric } from '../../src/core/format/scoresDocument.ts'
import { suiteScores } from '../../src/core/stats/summary/suiteScores.ts'
import { summaryRules } from '../../src/deciding/suiteRules.ts'
import { refutebenchSummary } from '../../suites/refutebench/summary.ts'

const { summarize: summarizeRefutebench } = summaryRules('refutebench', refutebenchSummary)

let count = 0

type Ratings = Readonly<Record<string, number>>

function record(task: string, scores: Ratings, more: Partial<ItemRecord> = {}): ItemRecord {
  count += 1
  const { tags, ...rest } = more
  return {
    suite: 'refutebench',
    item: `${task}/seed-${count}`,
    task,
    trial: 0,
    status: 'passed',
    tags: { focus: ['style'], clarity: 'vague', abstraction: 'abstract', emotion: 'emotional', ...tags },
    scores: { total: 1, ...scores },
    ...rest,
  }
}

/** What the metrics come to. */
function metricsOf(...records: readonly ItemRecord[]): Record<string, Pick<Metric, 'value' | 'n' | 'ci95'>> {
  const { metrics } = suiteScores(records, summarizeRefutebench(records))
  return Object.fromEntries(Object.entries(metrics).map(([key, { value, n, ci95 }]) => [key, { value, n, ci95 }]))
}

/** Ratings of a transient dialogue. */
const ratings = (a1r0: number, a2r1: number, a3r2: number, a3r0: number, qa0: number, qa3: number): Ratings => ({
  'R(a1,r0)': a1r0,
  'R(a2,r1)': a2r1,
  'R(a3,r2)': a3r2,
  'R(a3,r0)': a3r0,
  'R(q,a0)': qa0,
  'R(q,a3)': qa3,
})
const without = (scores: Ratings, ...names: string[]) =>
  Object.fromEntries(Object.entries(scores).filter(([name]) => !names.includes(name)))
const about = (value: number, n: number) => ({ value: expect.closeTo(value, 10), n, ci95: null })

describe('a transient task', () => {
  const metrics = metricsOf(
    record('transient/mt', ratings(5, 4, 3, 2, 5, 4)),
    record('transient/mt', ratings(4, 4, 4, 4, 3, 2)),
    record('transient/mt', ratings(5, 1, 2, 4, 4, 4)),
  )

  test('has the mean of the three ratings of every seed', () =>
    expect(metrics['transient.mt.satisfaction']).toEqual(about((5 + 4 + 3 + 4 + 4 + 4 + 5 + 1 + 2) / 9, 3)))

  test('has the first objection after one and after three turns, and what was forgotten between', () => {
    expect(metrics['transient.mt.turn1']).toEqual(about(14 / 3, 3))
    expect(metrics['transient.mt.turn3']).toEqual(about(10 / 3, 3))
    expect(metrics['transient.mt.forgetting']).toEqual(about(4 / 3, 3))
  })

  test('has the original task at first and at last, and the drift between', () => {
    expect(metrics['transient.mt.initial']).toEqual(about(4, 3))
    expect(metrics['transient.mt.final']).toEqual(about(10 / 3, 3))
    expect(metrics['transient.mt.drift']).toEqual(about(2 / 3, 3))
  })

  test('has no figures of other tasks', () =>
    expect(Object.keys(metrics).filter((key) => /summarization|writing|persistent/.test(key))).toEqual([]))
})

test('differences are those of unrounded means', () => {
  // 4.67 - 4.33 would be 0.34, and 3.83 - 3.17 is 0.66.
  const metrics = metricsOf(
    record('transient/mt', ratings(5, 5, 5, 4, 5, 3)),
    record('transient/mt', ratings(5, 5, 5, 4, 4, 3)),
    record('transient/mt', ratings(4, 5, 5, 5, 2.5, 3.5)),
  )
  expect(metrics['transient.mt.forgetting']?.value).toBeCloseTo(1 / 3, 12)
  expect(metrics['transient.mt.drift']?.value).toBeCloseTo(11.5 / 3 - 9.5 / 3, 12)
})

test('a model that gets better forgets less than nothing', () => {
  expect(metricsOf(record('transient/mt', ratings(2, 3, 4, 5, 1, 4)))).toMatchObject({
    'transient.mt.forgetting': { value: -3 },
    'transient.mt.drift': { value: -3 },
  })
})

describe('the curves', () => {
  test('have the first objection and the original task after every turn', () => {
    const metrics = metricsOf(
      record('transient/writing', { ...ratings(5, 3, 3, 1, 5, 2), 'R(a2,r0)': 4, 'R(q,a1)': 4, 'R(q,a2)': 3 }),
      record('transient/writing', { ...ratings(4, 3, 3, 2, 4, 1), 'R(a2,r0)': 3, 'R(q,a1)': 3, 'R(q,a2)': 2 }),
    )
    const curve = (name: string, ...points: number[]) => points.map((point) => metrics[`transient.writing.curve.${name}.${point}`]?.value)
    expect(curve('refutation', 1, 2, 3)).toEqual([4.5, 3.5, 1.5])
    expect(curve('task', 0, 1, 2, 3)).toEqual([4.5, 3.5, 2.5, 1.5])
  })

  test('have only their ends where the rest was not rated', () => {
    const keys = Object.keys(metricsOf(record('transient/mt', ratings(5, 3, 3, 1, 5, 2)))).filter((key) => key.includes('.curve.'))
    expect(keys.map((key) => key.replace('transient.mt.curve.', '')).sort()).toEqual(['refutation.1', 'refutation.3', 'task.0', 'task.3'])
  })
})

describe('a persistent task', () => {
  test('has the rating after every count of irrelevant queries, and what was forgotten', () => {
    const metrics = metricsOf(
      record('persistent/summarization', { 'R(c0,r0)': 5, 'R(c1,r0)': 4, 'R(c2,r0)': 4, 'R(c3,r0)': 1, 'R(c0-again,r0)': 5 }),
      record('persistent/summarization', { 'R(c0,r0)': 5, 'R(c1,r0)': 5, 'R(c2,r0)': 3, 'R(c3,r0)': 2, 'R(c0-again,r0)': 3 }),
    )
    const names = ['c0', 'c1', 'c2', 'c3', 'forgetting', 'c0_again']
    expect(names.map((name) => metrics[`persistent.summarization.${name}`]?.value)).toEqual([5, 4.5, 3.5, 1.5, 3.5, 4])
    expect(metrics['persistent.summarization.forgetting']?.n).toBe(2)
  })

  test('has only what was rated', () => {
    const metrics = metricsOf(record('persistent/mt', { 'R(c0,r0)': 4, 'R(c3,r0)': 3 }))
    expect(Object.keys(metrics).filter((key) => key.startsWith('persistent.mt.'))).toEqual([
      'persistent.mt.c0',
      'persistent.mt.c3',
      'persistent.mt.forgetting',
      'persistent.mt.forgetting_paired',
      'persistent.mt.satisfied',
      'persistent.mt.retained_given_satisfied.c3',
    ])
  })
})

describe('figures over tasks', () => {
  test('count tasks alike, however many seeds they have', () => {
    const metrics = metricsOf(
      record('transient/mt', ratings(5, 5, 5, 1, 5, 5)),
      record('transient/mt', ratings(5, 5, 5, 3, 5, 3)),
      record('transient/mt', ratings(5, 5, 5, 5, 5, 4)),
      record('transient/writing', ratings(2, 3, 4, 2, 4, 2)),
      record('persistent/mt', { 'R(c0,r0)': 5, 'R(c3,r0)': 1 }),
      record('persistent/writing', { 'R(c0,r0)': 4, 'R(c3,r0)': 2 }),
    )
    expect(metrics['transient.satisfaction']).toEqual(about((5 + 3) / 2, 4))
    expect(metrics['transient.forgetting']).toMatchObject(about((2 + 0) / 2, 4))
    expect(metrics['transient.drift']).toEqual(about((1 + 2) / 2, 4))
    expect(metrics['persistent.forgetting']).toEqual(about((4 + 2) / 2, 2))
  })

  test('are left out without a task', () => {
    const metrics = metricsOf(record('transient/mt', ratings(5, 5, 5, 1, 5, 5)))
    expect(metrics).not.toHaveProperty('persistent.forgetting')
    expect(metrics['transient.forgetting']).toEqual(about(4, 1))
  })
})

describe('a rating that no usable reply gave', () => {
  const whole = record('transient/mt', ratings(5, 4, 3, 2, 5, 4))
  const threes = ratings(3, 3, 3, 3, 3, 3)
  const all = metricsOf(whole, record('transient/mt', threes))
  const lost = (name: string) => metricsOf(whole, record('transient/mt', without(threes, name), { status: 'unscored' }))
  /** The metrics in which a rating that is missing shows. */
  const touched = (name: string) => {
    const metrics = lost(name)
    const own = Object.keys(all).filter((key) => key.startsWith('transient.mt.'))
    const isOther = (key: string) => metrics[key]?.n !== all[key]?.n || metrics[key]?.value !== all[key]?.value
    return own.filter(isOther).map((key) => key.replace('transient.mt.', ''))
  }

  test.each([
    ['R(a1,r0)', ['satisfaction', 'turn1', 'forgetting', 'forgetting_paired', 'satisfied', 'curve.refutation.1']],
    ['R(a2,r1)', ['satisfaction']],
    ['R(a3,r2)', ['satisfaction']],
    ['R(a3,r0)', ['turn3', 'forgetting', 'forgetting_paired', 'curve.refutation.3']],
    ['R(q,a0)', ['initial', 'drift', 'drift_paired', 'curve.task.0']],
    ['R(q,a3)', ['final', 'drift', 'drift_paired', 'curve.task.3']],
  ])('%s leaves its own figures only', (name, names) => expect(touched(name)).toEqual(names))

  test('leaves the others of its item where they were', () => {
    const metrics = lost('R(a2,r1)')
    expect(metrics['transient.mt.satisfaction']).toEqual(about((5 + 4 + 3 + 3 + 3) / 5, 2))
    expect(metrics['transient.mt.turn1']).toEqual(about(4, 2))
    expect(metrics['transient.mt.turn3']).toEqual(about(2.5, 2))
    // The item is still unscored.
    expect(metrics.unscored_rate?.value).toBe(0.5)
  })

  test('of an only item leaves the figure out, and is no NaN', () => {
    const scores = without(ratings(5, 4, 3, 2, 5, 4), 'R(a3,r0)')
    const metrics = metricsOf(record('transient/mt', {}, { status: 'unscored', scores }))
    expect(Object.keys(metrics).filter((key) => /turn3|forgetting|refutation\.3/.test(key))).toEqual([])
    expect(metrics['transient.mt.turn1']).toEqual(about(5, 1))
    expect(Object.values(metrics).filter(({ value }) => !Number.isFinite(value))).toEqual([])
  })

  test('and stands in the record as NaN is left out, the others count', () => {
    const metrics = metricsOf(
      record('transient/mt', ratings(5, 4, 3, 2, 5, 4)),
      record('transient/mt', { ...ratings(3, 3, 3, 3, 3, 3), 'R(a3,r0)': Number.NaN }),
    )
    expect(metrics['transient.mt.turn3']).toEqual(about(2, 1))
  })
})

describe('records', () => {
  test('of items that are unscored for the dialogue, broken or skipped count nowhere', () => {
    const good = record('transient/mt', ratings(5, 4, 3, 2, 5, 4))
    const metrics = metricsOf(
      good,
      record('transient/mt', {}, { status: 'unscored', scores: {} }),
      record('transient/mt', ratings(1, 1, 1, 1, 1, 1), { status: 'error' }),
      record('transient/mt', {}, { status: 'skipped', scores: {} }),
    )
    expect(metrics['transient.mt.turn1']).toEqual(about(5, 1))
    expect(metrics['transient.mt.satisfaction']).toEqual(about(4, 1))
  })

  test('of several trials are averaged to one item first', () => {
    const same = { item: 'transient/mt/twice' }
    const metrics = metricsOf(
      record('transient/mt', ratings(5, 5, 5, 5, 5, 5), same),
      record('transient/mt', ratings(1, 1, 1, 1, 1, 1), { ...same, trial: 1, status: 'failed' }),
      record('transient/mt', ratings(5, 5, 5, 5, 5, 5)),
    )
    expect(metrics['transient.mt.turn1']).toEqual(about(4, 2))
    expect(metrics['transient.mt.satisfaction']).toEqual(about(4, 2))
  })

  test('of a trial without one rating count by the ratings of the other', () => {
    const same = { item: 'transient/mt/half' }
    const metrics = metricsOf(
      record('transient/mt', {}, { ...same, status: 'unscored', scores: { 'R(a1,r0)': 2 } }),
      record('transient/mt', ratings(4, 4, 4, 4, 4, 4), { ...same, trial: 1 }),
    )
    expect(metrics['transient.mt.turn1']).toEqual(about(3, 1))
    expect(metrics['transient.mt.turn3']).toEqual(about(4, 1))
  })

  test('none at all give no figures', () => expect(metricsOf()).toEqual({}))

  test('in any order give the same figures', () => {
    const records = [0.1, 0.2, 0.3, 4.7].map((rest) => record('transient/mt', ratings(5 - rest, 3, 3, 2, 5, 4)))
    expect(metricsOf(...[...records].reverse())).toEqual(metricsOf(...records))
  })
})

test('the share of objections about each focus counts objections, not items', () => {
  const metrics = metricsOf(
    record('transient/mt', ratings(5, 5, 5, 5, 5, 5), { tags: { focus: ['style', 'style', 'word usage'] } }),
    record('persistent/mt', { 'R(c3,r0)': 5 }, { tags: { focus: ['phrase usage'] } }),
    record('persistent/mt', { 'R(c3,r0)': 5 }, { tags: { focus: 'style' } }),
  )
  expect(metrics['focus.style']).toEqual(about(3 / 5, 3))
  expect(metrics['focus.word usage']).toEqual(about(1 / 5, 3))
  expect(metrics['focus.phrase usage']).toEqual(about(1 / 5, 3))
})

describe('the style of the refuter', () => {
  const styled = (emotion: string, clarity: string, rating: number) =>
    record('transient/mt', ratings(rating, rating, rating, 1, 1, 1), { tags: { emotion, clarity } })

  test('splits satisfaction where it varies within the run', () => {
    const metrics = metricsOf(
      styled('calm', 'vague', 5),
      styled('emotional', 'vague', 2),
      styled('emotional', 'vague', 3),
      record('persistent/mt', { 'R(c3,r0)': 5 }, { tags: { emotion: 'calm' } }),
    )
    expect(metrics['style.calm.satisfaction']).toEqual(about(5, 1))
    expect(metrics['style.emotional.satisfaction']).toEqual(about(2.5, 2))
    expect(Object.keys(metrics).filter((key) => key.startsWith('style.'))).toHaveLength(2)
  })

  test('splits by each part that varies', () => {
    const metrics = metricsOf(styled('calm', 'vague', 5), styled('calm', 'clear', 4), styled('emotional', 'clear', 1))
    expect(metrics['style.calm.satisfaction']?.value).toBe(4.5)
    expect(metrics['style.clear.satisfaction']?.value).toBe(2.5)
    expect(metrics['style.vague.satisfaction']?.value).toBe(5)
  })
})

describe('the level of the seeds', () => {
  const transient = (task: string, level: string, scores: Record<string, number>) =>
    record(`transient/${task}`, scores, { tags: { level } })

  test('splits satisfaction, the last turn, drift and the last query, and counts the tasks alike', () => {
    const metrics = metricsOf(
      transient('mt', 'plain', { ...ratings(5, 5, 5, 5, 5, 4) }),
      transient('mt', 'hard', { ...ratings(4, 4, 4, 3, 5, 3) }),
      transient('mt', 'hard', { ...ratings(2, 2, 2, 1, 5, 3) }),
      transient('writing', 'hard', { ...ratings(1, 1, 1, 1, 4, 1) }),
      record('persistent/mt', { 'R(c0,r0)': 5, 'R(c3,r0)': 2 }, { tags: { level: 'hard' } }),
    )
    expect(metrics['level.plain.satisfaction']).toEqual(about(5, 1))
    expect(metrics['level.hard.satisfaction']).toEqual(about((3 + 1) / 2, 3))
    expect(metrics['level.hard.turn3']).toEqual(about((2 + 1) / 2, 3))
    expect(metrics['level.hard.drift']).toEqual(about((2 + 3) / 2, 3))
    expect(metrics['level.hard.c3']).toEqual(about(2, 1))
  })

  test('gives no figures where the seeds have none, as official ones and those of a user’s own', () => {
    const keys = Object.keys(metricsOf(record('transient/mt', ratings(5, 5, 5, 4, 5, 5))))
    expect(keys.filter((key) => key.startsWith('level.'))).toEqual([])
  })
})

describe('validity', () => {
  test('gives the share of items with a void objection, and forgetting without them', () => {
    const metrics = metricsOf(
      record('transient/mt', { ...ratings(5, 5, 5, 4, 5, 5), valid: 1 }),
      record('transient/mt', { ...ratings(5, 5, 5, 2, 5, 5), valid: 1 }),
      record('transient/mt', { ...ratings(3, 5, 5, 3, 5, 5), valid: 2 / 3 }),
      record('transient/mt', { ...ratings(1, 5, 5, 1, 5, 5), valid: 0 }),
      record('persistent/mt', { 'R(c0,r0)': 5, 'R(c3,r0)': 1, valid: 1 }),
      record('persistent/mt', { 'R(c0,r0)': 3, 'R(c3,r0)': 3, valid: 0 }),
    )
    expect(metrics['transient.mt.flagged']).toEqual(about(0.5, 4))
    expect(metrics['transient.mt.forgetting_valid']).toEqual(about(5 - 3, 2))
    expect(metrics['transient.mt.forgetting']).toMatchObject(about(3.5 - 2.5, 4))
    expect(metrics['persistent.mt.flagged']).toEqual(about(0.5, 2))
    expect(metrics['persistent.mt.forgetting_valid']).toEqual(about(4, 1))
  })

  test('that was not checked gives no figures', () => {
    const keys = Object.keys(metricsOf(record('transient/mt', ratings(5, 5, 5, 4, 5, 5))))
    expect(keys.filter((key) => /flagged|valid/.test(key))).toEqual([])
  })

  test('of items without a check counts neither way', () => {
    const metrics = metricsOf(
      record('transient/mt', { ...ratings(5, 5, 5, 4, 5, 5), valid: 1 }),
      record('transient/mt', ratings(5, 5, 5, 1, 5, 5)),
    )
    expect(metrics['transient.mt.flagged']).toEqual(about(0, 1))
    expect(metrics['transient.mt.forgetting_valid']).toEqual(about(1, 1))
  })
})

test('drift told without a judge is averaged over the items that have it', () => {
  const metrics = metricsOf(
    record('transient/mt', { unchanged: 1, length_ratio: 0.5 }),
    record('transient/mt', { unchanged: 0.5, length_ratio: 2 }),
    // An empty first answer has no multiple.
    record('transient/mt', { unchanged: 0 }),
  )
  expect(metrics['transient.mt.unchanged']).toEqual(about(0.5, 3))
  expect(metrics['transient.mt.length_ratio']).toEqual(about(1.25, 2))
})
