import { describe, expect, test } from 'vitest'
import { resolveConfig } from '../core/config/resolve.ts'
import type { ItemResult } from '../core/format/itemResult.ts'
import type { SuitePlan } from '../core/format/suitePlan.ts'
import { liveRun } from './liveRun.ts'

const config = resolveConfig(
  { models: { priced: { uri: 'openai:m', price: { in: 1, out: 2 } } }, model: 'priced', judge: 'sim:judge' },
  { OPENAI_API_KEY: 'not-a-key' },
  process.cwd(),
  [],
)

const plan = (suite: string) =>
  ({ suite, items: 2, trials: 1, tasks: [], roles: ['candidate'], data: {}, options: {} }) as unknown as SuitePlan

const result = (suite: string, item: string, tokens: number): ItemResult => ({
  record: { suite, item, task: 'one', trial: 0, status: 'passed', tags: {}, scores: {} },
  usage: {
    candidate: { model: 'm', simulated: false, calls: 1, retries: 0, promptTokens: tokens, completionTokens: tokens },
    judge: { model: 'sim:judge', simulated: true, calls: 0, retries: 0, promptTokens: 0, completionTokens: 0 },
  },
  lost: {},
})

const RESULTS = [result('a', '1', 1e6), result('b', '1', 10e6), result('a', '2', 2e6), result('b', '2', 20e6)]
const TIMES = new Map([['a', { start: Date.UTC(2026, 0, 1), end: Date.UTC(2026, 0, 1, 0, 1) }]])

const ended = (plans: readonly SuitePlan[], results = RESULTS) =>
  liveRun({ config, plans, results, figures: [], finishedAt: new Date(0), times: TIMES })

describe('a run of several suites', () => {
  test('tells what each took, which adds up to the whole', () => {
    const { spent, usage } = ended([plan('a'), plan('b')])
    expect(spent).toEqual({
      a: {
        startedAt: '2026-01-01T00:00:00.000Z',
        finishedAt: '2026-01-01T00:01:00.000Z',
        usage: { candidate: { calls: 2, cached: 0, promptTokens: 3e6, completionTokens: 3e6, usd: 9 } },
      },
      b: { usage: { candidate: { calls: 2, cached: 0, promptTokens: 30e6, completionTokens: 30e6, usd: 90 } } },
    })
    expect(usage).toEqual({ candidate: { calls: 4, cached: 0, promptTokens: 33e6, completionTokens: 33e6, usd: 99 } })
  })

  test('says nothing more where there is one', () => expect(ended([plan('a')], [RESULTS[0] as ItemResult])).not.toHaveProperty('spent'))
})

test('what items that were not needed would have taken goes by their tasks', () => {
  const of = (task: string, { record, ...own }: ItemResult): ItemResult => ({ ...own, record: { ...record, task } })
  const left = (item: string): ItemResult => ({ ...result('a', item, 0), usage: {} })
  const notNeeded = (item: string) => {
    const { record, ...own } = left(item)
    return { ...own, record: { ...record, status: 'skipped' as const, reason: 'every gate is decided' } }
  }
  // One token in and out costs 3 millionths: long items 30 dollars, short ones 3, and what no item of its task tells 12, their mean.
  const ran = [of('long', result('a', '1', 10e6)), of('short', result('a', '2', 1e6)), of('short', result('a', '3', 1e6))]
  const one = (task: string, item: string) => of(task, notNeeded(item))
  const saved = (...results: ItemResult[]) => ended([plan('a')], [...ran, ...results]).saved?.a
  expect(saved(one('short', '4'), one('short', '5'))).toEqual({ calls: 2, usd: 6 })
  expect(saved(one('long', '4'), one('short', '5'))).toEqual({ calls: 2, usd: 33 })
  expect(saved(one('other', '4'))).toEqual({ calls: 1, usd: 12 })
  // Known answers were judged beside the first items: of those left none would have been.
  const { record, ...measured } = of('short', result('a', '6', 50e6))
  const withControls = { ...measured, record: { ...record, scores: { ...record.scores, 'control_tp.rubric': 1 } } }
  expect(saved(withControls, one('short', '4'))).toEqual({ calls: 1, usd: 3 })
})
