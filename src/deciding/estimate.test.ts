import { describe, expect, test } from 'vitest'
import { type ModelEntry, modelEntry } from '../core/format/modelEntry.ts'
import type { PlanSummary } from '../core/format/planSummary.ts'
import { estimateRun } from './estimate.ts'

const entry = (uri: string, more: Partial<ModelEntry> = {}): ModelEntry => ({ ...modelEntry.parse({ uri, reasoningTokens: 0 }), ...more })
const volume = (calls: number, promptTokens: number, completionTokens: number) => ({ calls, promptTokens, completionTokens })

/** A plan of ten answers, and twenty verdicts on them. */
const PLAN: PlanSummary = {
  roles: ['candidate', 'judge'],
  source: 'bundled',
  sha256: 'hash',
  options: {},
  tasks: [{ task: 'one', title: 'one', items: 10, tokens: 3000 }],
  byRole: {
    candidate: { ...volume(10, 1000, 500), most: volume(10, 1000, 4000) },
    judge: { ...volume(20, 4000, 2000), most: volume(30, 9000, 8000) },
  },
  distinctTokens: 5000,
  notes: [],
}
const price = { in: 2, out: 10 }

describe('the cost', () => {
  test('is told of every role with a price, as a rule and at most, and of all', () => {
    const roles = { candidate: entry('openai:a', { price }), judge: entry('openai:b', { price: { in: 1, out: 1 } }) }
    const { roles: estimated, usd, unpriced } = estimateRun(PLAN, { roles })
    // 1,000 x $2 + 500 x $10 a million; at most 4,000 x $10.
    expect(estimated.candidate?.usd).toEqual([0.007, 0.042])
    expect(estimated.judge?.usd).toEqual([0.006, 0.017])
    expect(usd?.map((value) => value.toFixed(3))).toEqual(['0.013', '0.059'])
    expect(unpriced).toEqual([])
  })

  test.each([
    // Ten calls of 16,384 tokens each, or what the entry or half of the window leaves, on top of 4,000: at $10 a million.
    ['nobody has said whether it thinks', { reasoningTokens: undefined }, 0.002 + 0.04 + 1.6384],
    ['its window is small', { reasoningTokens: undefined, contextTokens: 2000 }, 0.002 + 0.04 + 0.1],
    ['the entry gives room', { reasoningTokens: 500 }, 0.002 + 0.04 + 0.05],
    ['the entry says that it does not think', { reasoningTokens: 0 }, 0.002 + 0.04],
  ])('is at most that of thoughts at their cap where %s', (_, own, most) => {
    const { roles } = estimateRun(PLAN, { roles: { candidate: entry('openai:a', { price, ...own }) } })
    expect(roles.candidate?.usd?.[0]).toBe(0.007)
    expect(roles.candidate?.usd?.[1]).toBeCloseTo(most, 9)
    const members = [entry('sim:judge'), entry('openai:a', own)]
    const panel = estimateRun(PLAN, { roles: { candidate: entry('panel:sim:judge;openai:a', { price, members }) } })
    expect(panel.usd?.[1]).toBeCloseTo(most, 9)
  })

  test('is nothing for what is simulated or recorded, and unknown for what has no price', () => {
    const roles = { candidate: entry('replay:calls.jsonl'), judge: entry('module:./judge.ts') }
    const { roles: estimated, usd, unpriced } = estimateRun(PLAN, { roles })
    expect(estimated.candidate).toMatchObject({ usd: [0, 0], free: 'recorded' })
    expect(estimated.judge?.usd).toBeUndefined()
    expect(usd).toEqual([0, 0])
    expect(unpriced).toEqual(['judge'])
    const members = [entry('sim:judge'), entry('sim:judge')]
    const panel = estimateRun(PLAN, { roles: { judge: entry('panel:sim:judge;sim:judge', { members }) } })
    expect(panel.roles.judge?.free).toBe('simulated')
  })
})

describe('the time', () => {
  test('is that of the endpoint whose limits take longest', () => {
    const roles = { candidate: entry('openai:a', { requestsPerMinute: 5 }), judge: entry('openai:b', { tokensPerMinute: 1000 }) }
    // The judge reads and writes 6,000 tokens, at most 17,000; the candidate's ten calls take two minutes.
    expect(estimateRun(PLAN, { roles }).seconds).toEqual([360, 1020])
  })

  test('is that of all roles together where they share an endpoint', () => {
    const shared = entry('openai:a', { requestsPerMinute: 10 })
    expect(estimateRun(PLAN, { roles: { candidate: shared, judge: shared } }).seconds).toEqual([180, 240])
  })

  test('is at the pace of an earlier run where there are no limits', () => {
    const roles = { candidate: entry('openai:a'), judge: entry('openai:b') }
    const earlier = { roles: {}, pace: { run: 'before', secondsPerCall: 0.5 } }
    expect(estimateRun(PLAN, { roles }, earlier)).toMatchObject({ seconds: [15, 20], pacedBy: 'before' })
    expect(estimateRun(PLAN, { roles }).seconds).toBeUndefined()
  })
})

test('what an earlier run measured stands in for the typical lengths, and the most is no less', () => {
  const earlier = { roles: { candidate: { run: 'before', promptTokens: 200, completionTokens: 30 } } }
  const { roles } = estimateRun(PLAN, { roles: { candidate: entry('openai:a', { price }) } }, earlier)
  expect(roles.candidate).toMatchObject({ ...volume(10, 2000, 300), most: volume(10, 2000, 4000), measuredBy: 'before' })
  expect(roles.judge).toMatchObject(volume(20, 4000, 2000))
  expect(roles.judge?.measuredBy).toBeUndefined()
})

test('a suite that does not tell has no estimate', () =>
  expect(estimateRun({ ...PLAN, byRole: undefined }, { roles: {} })).toMatchObject({ roles: {}, usd: undefined, unpriced: [] }))
