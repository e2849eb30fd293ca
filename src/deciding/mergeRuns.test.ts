import { describe, expect, test } from 'vitest'
import { HoldfastError } from '../core/base/errors.ts'
import type { RunSettings } from '../core/config/runSettings.ts'
import type { ItemRecord } from '../core/format/records.ts'
import type { ScoresDocument } from '../core/format/scoresDocument.ts'
import type { SuiteResult } from './figures.ts'
import { areShards, mergeRuns, type RunPart, wasInterrupted } from './mergeRuns.ts'

type Run = ScoresDocument['run']

const RUN: Run = {
  id: 'r1',
  startedAt: '2026-01-02T10:00:00.000Z',
  finishedAt: '2026-01-02T10:10:00.000Z',
  version: '1.0.0',
  seed: 7,
  trials: 1,
  partial: false,
  roles: { candidate: { model: 'm', simulated: false }, judge: { model: 'j', simulated: false } },
  data: { demo: { source: 'bundled', sha256: 'aaaa', items: 4 } },
  options: { demo: { rounds: 3 }, other: { deep: true } },
  scoring: { demo: 2, other: 9 },
}
const USAGE = { calls: 2, cached: 1, promptTokens: 100, completionTokens: 10, usd: 0.5 }

function part(run: Partial<Run> = {}, more: Partial<ScoresDocument> = {}, planned: Record<string, number> = { demo: 2 }): RunPart {
  return {
    document: {
      schema: 'holdfast.scores/1',
      run: { ...RUN, ...run },
      suites: {},
      usage: { candidate: USAGE },
      gates: [],
      exitCode: 0,
      ...more,
    },
    settings: {
      id: `run of ${JSON.stringify(planned)}`,
      sampling: { candidate: { api: 'chat' } },
      planned,
      shard: run.shard ?? null,
    } as unknown as RunSettings,
  }
}

/** A part that was killed before it had scores. */
function killed(more: object = {}): RunPart {
  const settings = {
    id: 'r2',
    seed: 7,
    trials: 1,
    doubt: null,
    limit: null,
    items: null,
    roles: { candidate: 'm', judge: 'j', refuter: 'r' },
    sampling: { candidate: { api: 'chat' } },
    sha256: { demo: 'aaaa' },
    suites: { demo: { rounds: 3 } },
    planned: { demo: 2 },
    shard: '2/2',
    ...more,
  }
  return { document: undefined, settings: settings as unknown as RunSettings }
}

const BARE: RunPart = { document: undefined, settings: undefined }

const FIGURES: SuiteResult = {
  suite: 'demo',
  roles: ['candidate', 'judge'],
  records: 3,
  metrics: { score: { value: 0.5, n: 3, ci95: null } },
  none: {},
  headline: { key: 'score', label: 'Score', range: [0, 1], digits: 3 },
}

const RECORDS = ['a', 'b', 'b'].map(
  (item, trial): ItemRecord => ({
    suite: 'demo',
    item,
    task: 'T',
    trial: trial % 2,
    status: 'passed',
    tags: {},
    scores: {},
  }),
)

const merge = (...parts: RunPart[]) => mergeRuns({ records: RECORDS, figures: [FIGURES], parts, name: 'folder' })

describe('what a merged run says of itself', () => {
  test('it lasts from the first start to the last end, whatever the order of the parts', () => {
    const late = part({ startedAt: '2026-01-02T11:00:00.000Z', finishedAt: '2026-01-02T11:05:00.000Z' })
    for (const { run } of [merge(part(), late), merge(late, part())]) {
      expect(run.startedAt).toBe('2026-01-02T10:00:00.000Z')
      expect(run.finishedAt).toBe('2026-01-02T11:05:00.000Z')
    }
  })

  test('it has the id, version, seed and data of its parts, and the options of its suite alone', () => {
    expect(merge(part(), part()).run).toMatchObject({
      id: 'r1',
      version: '1.0.0',
      seed: 7,
      data: { demo: { source: 'bundled', sha256: 'aaaa', items: 4 } },
      options: { demo: { rounds: 3 } },
      scoring: { demo: 2 },
    })
    expect(merge(part()).run.options).toEqual({ demo: { rounds: 3 } })
    expect(merge(part()).run.scoring).toEqual({ demo: 2 })
  })

  test('options and scoring that no part has are left out', () => {
    const { run } = merge(part({ options: undefined, scoring: { other: 1 } }))
    expect(run.options).toBeUndefined()
    expect(run.scoring).toBeUndefined()
  })

  test('a role is simulated as soon as it is in one part', () => {
    const simulated = part({ roles: { candidate: { model: 'm', simulated: true }, judge: { model: 'j', simulated: false } } })
    for (const { run } of [merge(part(), simulated), merge(simulated, part())]) {
      expect(run.roles).toEqual({ candidate: { model: 'm', simulated: true }, judge: { model: 'j', simulated: false } })
    }
  })

  test('bare records are a run called after their folder, of as many items as there are', () => {
    const merged = merge(BARE)
    expect(merged.run).toMatchObject({ id: 'folder', version: '', seed: 0, roles: {}, data: { demo: { source: 'folder', items: 2 } } })
    expect(merged.run.data.demo?.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(merged.plan).toBeUndefined()
    expect(merged.usage).toEqual({})
  })

  test('bare records have the same hash in any order, and another one with another item', () => {
    const hash = (records: readonly ItemRecord[]) =>
      mergeRuns({ records, figures: [FIGURES], parts: [BARE], name: 'folder' }).run.data.demo?.sha256
    expect(hash([...RECORDS].reverse())).toBe(hash(RECORDS))
    expect(hash(RECORDS.slice(1))).not.toBe(hash(RECORDS))
  })
})

describe('what the parts were to do', () => {
  const plan = (...parts: RunPart[]) => merge(...parts).plan

  test('is the sum over the parts, of this suite', () =>
    expect(plan(part({}, {}, { demo: 2, other: 5 }), part({}, {}, { demo: 3 }))).toEqual({ records: 5, missing: [] }))

  test('counts a shard once that is there twice, and what a copy of a run took once', () => {
    const [one, other] = [part({ shard: '1/2' }), part({ shard: '2/2' })]
    expect(plan(one, other, other)).toEqual({ records: 4, missing: [] })
    expect(merge(one, other, other).usage.candidate?.calls).toBe(4)
    // Two runs of one shard were both paid for.
    expect(merge(one, other, part({ shard: '2/2', id: 'r2' })).usage.candidate?.calls).toBe(6)
  })

  test('names the shards that are not there', () => {
    expect(plan(part({ shard: '1/4' }), part({ shard: '3/4' }))?.missing).toEqual(['2/4', '4/4'])
    expect(plan(part({ shard: '1/2' }), part({ shard: '2/2' }))?.missing).toEqual([])
  })

  test('takes a shard without scores from its settings', () => {
    expect(plan(part({ shard: '1/2' }), killed())).toEqual({ records: 4, missing: [] })
  })

  test('is known to be more where a shard is missing, even if no part says how much', () =>
    expect(plan(part({ shard: '1/2' }, {}, {}))).toEqual({ records: 0, missing: ['2/2'] }))

  test('a run with all its shards is no shard; with one missing it is still those it has', () => {
    expect(merge(part({ shard: '1/2' }), part({ shard: '2/2' })).run).not.toHaveProperty('shard')
    expect(merge(part({ shard: '1/3' }), part({ shard: '2/3' })).run.shard).toBe('1/3 2/3')
    expect(merge(part()).run).not.toHaveProperty('shard')
  })
})

describe('usage', () => {
  test('adds up by role', () => {
    const judged = part({}, { usage: { candidate: { ...USAGE, calls: 5 }, judge: { ...USAGE, usd: 0.25 } } })
    expect(merge(part(), judged).usage).toEqual({
      candidate: { calls: 7, cached: 2, promptTokens: 200, completionTokens: 20, usd: 1 },
      judge: { ...USAGE, usd: 0.25 },
    })
  })

  test('with calls of one part at a price that nobody knows the whole price is not known; answers of the cache cost nothing', () => {
    const unpriced = part({}, { usage: { candidate: { ...USAGE, usd: null } } })
    expect(merge(unpriced, unpriced).usage.candidate?.usd).toBeNull()
    expect(merge(unpriced, part()).usage.candidate?.usd).toBeNull()
    expect(merge(part(), unpriced).usage.candidate?.usd).toBeNull()
    const fromCache = part({}, { usage: { candidate: { ...USAGE, cached: USAGE.calls, usd: null } } })
    expect(merge(fromCache, part()).usage.candidate?.usd).toBe(0.5)
  })
})

describe('parts of different runs are not merged', () => {
  const judge = (model: string) => ({ ...RUN.roles, judge: { model, simulated: false } })
  test.each<[string, Partial<Run>, string]>([
    ['another seed', { seed: 8 }, 'their data or seed differ'],
    ['other data', { data: { demo: { source: 'bundled', sha256: 'bbbb', items: 4 } } }, 'their data or seed differ'],
    ['another candidate', { roles: { ...RUN.roles, candidate: { model: 'n', simulated: false } } }, 'their candidates differ'],
    ['another judge', { roles: judge('k') }, 'their judges differ'],
    ['other options', { options: { demo: { rounds: 4 } } }, 'their options, trials or scoring differ'],
    ['other trials', { trials: 2 }, 'their options, trials or scoring differ'],
    ['another doubt that is left to people', { doubt: 0.5 }, 'their settings of HOLDFAST_DOUBT differ'],
    ['other rules of scoring', { scoring: { demo: 3 } }, 'their options, trials or scoring differ'],
    ['another limit', { limit: 10 }, 'their settings of HOLDFAST_LIMIT or HOLDFAST_ITEMS differ'],
    ['chosen items', { items: { suite: 'demo', items: 2, sha256: 'cccc' } }, 'their settings of HOLDFAST_LIMIT or HOLDFAST_ITEMS differ'],
  ])('%s', (_what, other, why) => {
    const act = () => merge(part(), part({ id: 'r2', ...other }))
    expect(act).toThrow(HoldfastError)
    expect(act).toThrow(`Failed to merge the runs r1 and r2: ${why}. Merge shards of one run.`)
  })

  // Green by another model's answers: what was killed had its run.json and no scores.
  test.each<[string, object, string]>([
    ['another seed', { seed: 8 }, 'their data or seed'],
    ['other data', { sha256: { demo: 'bbbb' } }, 'their data or seed'],
    ['another candidate', { roles: { candidate: 'n', judge: 'j' } }, 'their candidates'],
    ['another judge', { roles: { candidate: 'm', judge: 'k' } }, 'their judges'],
    ['another API', { sampling: { candidate: { api: 'responses' } } }, 'the entries of their models'],
    ['other options', { suites: { demo: { rounds: 4 } } }, 'their options, trials or scoring'],
    ['other trials', { trials: 2 }, 'their options, trials or scoring'],
    ['another doubt', { doubt: 0.5 }, 'their settings of HOLDFAST_DOUBT'],
    ['another limit', { limit: 10 }, 'their settings of HOLDFAST_LIMIT or HOLDFAST_ITEMS'],
    ['chosen items', { items: { path: 'x', sha256: 'cccc' } }, 'their settings of HOLDFAST_LIMIT or HOLDFAST_ITEMS'],
  ])('%s, also of one that was killed', (_what, other, why) => {
    const message = `${why} differ. Merge shards of one run.`
    expect(() => merge(part(), killed(other))).toThrow(message)
    expect(() => merge(killed(), killed(other))).toThrow(message)
  })

  test('one that was killed and is alike is of the run, and its models are known by its settings', () => {
    expect(merge(part(), killed()).run.roles).toEqual(RUN.roles)
    const { roles } = merge(killed({ roles: { candidate: 'sim:oracle', judge: 'panel:openai:x;sim:judge', refuter: 'r' } })).run
    expect(roles).toEqual({
      candidate: { model: 'sim:oracle', simulated: true },
      judge: { model: 'panel:openai:x;sim:judge', simulated: true },
    })
  })

  test('one that called no model, as the budget was spent, is of the run', () =>
    expect(merge(part(), part({ id: 'r2', roles: {} })).run.roles).toEqual(RUN.roles))

  test('of one doubt they are one run of it', () => expect(merge(part({ doubt: 0.5 }), part({ doubt: 0.5 })).run.doubt).toBe(0.5))

  test('what differs in another suite is no matter', () =>
    expect(() => merge(part(), part({ options: { demo: { rounds: 3 }, other: { deep: false } } }))).not.toThrow())
})

describe('presentation', () => {
  const shown = (tasks: string[], marks: Record<string, string>) =>
    part(
      {},
      {
        presentation: {
          demo: {
            roles: ['candidate'],
            tasks: tasks.map((task) => ({ task, title: `Task ${task}` })),
            display: { headline: { key: 'score', label: 'Score' }, taskKeys: {}, rows: [], marks },
            headline: { key: 'score', label: 'Score', range: [0, 1], digits: 3 },
          },
        },
      },
    )

  test('has the tasks and marks of all parts, and what the figures say now', () => {
    expect(merge(shown(['A', 'B'], { a: 'x' }), shown(['B', 'C'], { c: 'y' })).presentation?.demo).toEqual({
      roles: ['candidate', 'judge'],
      tasks: ['A', 'B', 'C'].map((task) => ({ task, title: `Task ${task}` })),
      display: { headline: { key: 'score', label: 'Score' }, taskKeys: {}, rows: [], marks: { a: 'x', c: 'y' } },
      headline: { key: 'score', label: 'Score', range: [0, 1], digits: 3 },
    })
  })

  test('of parts without one is what the figures say', () =>
    expect(merge(part()).presentation?.demo).toEqual({ roles: ['candidate', 'judge'], tasks: [], headline: FIGURES.headline }))
})

test('a part that was killed before it began a suite is named with what to do, and is not said to be of other data', () => {
  const act = () => merge(part({ shard: '1/2' }), killed({ sha256: {}, planned: {} }))
  expect(act).toThrow('Failed to merge demo: shard 2/2 has not begun it. Finish that part, or merge another suite with --suite.')
})

describe('what was left out of a suite', () => {
  const leftOut = [{ reason: 'no text', tasks: ['T'], items: 4 }]
  test.each<[string, RunPart]>([
    ['that ended', part({}, { suites: { demo: { metrics: {}, leftOut } } as unknown as ScoresDocument['suites'] })],
    ['that was killed', killed({ leftOut: { demo: leftOut } })],
  ])('is told by a part %s', (_what, own) => expect(merge(own).leftOut).toEqual({ demo: leftOut }))

  test('is nothing where no part tells of it', () => expect(merge(part()).leftOut).toBeUndefined())
})

describe('interrupted parts', () => {
  const stopped = part({ partial: true, incomplete: { ran: 1 } }, { exitCode: 75 })
  test('a merge can go on by itself where every incomplete part can', () => {
    expect(wasInterrupted([stopped, part()])).toBe(true)
    expect(wasInterrupted([stopped, part({ partial: true, incomplete: { ran: 1 } }, { exitCode: 1 })])).toBe(false)
    expect(wasInterrupted([part()])).toBe(false)
    expect(wasInterrupted([BARE])).toBe(false)
    // Of one with another fault too: what the stop cut off is yet to come, and no error of an item.
    const faulty = part({ partial: true, incomplete: { ran: 1, interrupted: true } }, { exitCode: 1 })
    expect(wasInterrupted([stopped, faulty])).toBe(true)
  })

  test('shards are told by their name', () => {
    expect(areShards([part(), part({ shard: '1/2' })])).toBe(true)
    expect(areShards([part(), BARE])).toBe(false)
  })
})

describe('of parts that ran several suites', () => {
  const others = { demo: {}, other: {} } as unknown as ScoresDocument['suites']
  const own = (startedAt: string, finishedAt: string, usd: number) => ({
    demo: { startedAt, finishedAt, usage: { candidate: { ...USAGE, usd } } },
    other: { usage: { candidate: { ...USAGE, usd: 100 } } },
  })
  const early = part({}, { suites: others, spent: own('2026-01-02T10:01:00.000Z', '2026-01-02T10:02:00.000Z', 3) })
  const late = part({ shard: '2/2' }, { suites: others, spent: own('2026-01-02T10:03:00.000Z', '2026-01-02T10:05:00.000Z', 4) })

  test('the usage and the time are those of the suite', () => {
    const { usage, spent } = merge(late, early)
    expect(usage).toEqual({ candidate: { calls: 4, cached: 2, promptTokens: 200, completionTokens: 20, usd: 7 } })
    expect(spent).toEqual({ demo: { startedAt: '2026-01-02T10:01:00.000Z', finishedAt: '2026-01-02T10:05:00.000Z', usage } })
  })

  test('the time is not known where a part does not tell it', () => {
    const untimed = part({ shard: '3/3' }, { suites: others, spent: { demo: { usage: { candidate: USAGE } } } })
    expect(merge(early, untimed).spent).toEqual({ demo: { usage: { candidate: expect.objectContaining({ usd: 3.5 }) } } })
  })

  test('parts that ran the suite alone are of it as a whole', () => {
    const alone = part({ shard: '2/2' }, { suites: { demo: {} } as unknown as ScoresDocument['suites'] })
    expect(merge(early, alone).usage.candidate?.usd).toBe(3.5)
    expect(merge(early, alone).spent?.demo).toMatchObject({ startedAt: RUN.startedAt, finishedAt: RUN.finishedAt })
  })

  test('where a part does not tell its suites apart, the usage is of all of them and nothing is said of the suite', () => {
    const merged = merge(early, part({ shard: '2/2' }, { suites: others }))
    expect(merged.usage.candidate?.usd).toBe(1)
    expect(merged).not.toHaveProperty('spent')
  })
})
