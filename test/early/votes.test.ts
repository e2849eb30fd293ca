import { describe, expect, test } from 'vitest'
import type { HoldfastOptions } from '../../src/core/config/schema.ts'
import type { Suite } from '../../src/running/worker/suite.ts'
import { fbBenchSuite } from '../../suites/fb-bench/suite.ts'
import { kievalSuite } from '../../suites/kieval/suite.ts'
import { llmbarSuite } from '../../suites/llmbar/suite.ts'
import { refutebenchSuite } from '../../suites/refutebench/suite.ts'
import { callsOf, onceEach } from '../outcome.ts'
import { replayOf } from '../replayFile.ts'
import { runSuite, type SuiteOutcome } from '../runSuite.ts'

const SUITES = { 'fb-bench': fbBenchSuite, llmbar: llmbarSuite, refutebench: refutebenchSuite, kieval: kievalSuite }

/** A run with three votes of a judge that errs in a fifth of them. It has no gates, so that every item runs. */
const run = onceEach((name: keyof typeof SUITES, options: HoldfastOptions = {}) =>
  runSuite(SUITES[name] as Suite, { model: 'sim:degraded?p=0.3', judge: 'sim:judge?noise=0.2', votes: 3, limit: 3, ...options }),
)

/** What is said of each item, but for how far votes agree. */
const verdicts = ({ records }: SuiteOutcome) =>
  new Map(
    records.map(({ item, status, scores }) => [
      item,
      { status, scores: Object.fromEntries(Object.entries(scores).filter(([score]) => !score.startsWith('judge_agreement'))) },
    ]),
  )

/** How far votes agree, by item. */
const agreements = ({ records }: SuiteOutcome) =>
  new Map(records.flatMap(({ item, scores }) => (scores.judge_agreement === undefined ? [] : [[item, scores.judge_agreement] as const])))

const unasked = ({ concluded }: SuiteOutcome) => concluded.document.usage.judge?.unaskedVotes

describe.each(['fb-bench', 'llmbar', 'refutebench'] as const)('votes of %s in a run that decides early', (name) => {
  test('are fewer, and give the same verdicts', async () => {
    const [whole, early] = [await run(name), await run(name, { decide: 'early' })]
    expect(verdicts(early)).toEqual(verdicts(whole))
    const [all, asked] = [whole, early].map((outcome) => callsOf(outcome, 'judge').length) as [number, number]
    // A judgement of a pair takes two calls, one in each order.
    expect(unasked(early)).toBe((all - asked) / (name === 'llmbar' ? 2 : 1))
    expect(asked).toBeLessThan(all)
    expect(unasked(whole)).toBeUndefined()
  })

  test('are all asked for where doubtful verdicts go to people', async () => {
    const early = await run(name, { decide: 'early', doubt: 0.5 })
    expect(callsOf(early, 'judge')).toHaveLength(callsOf(await run(name), 'judge').length)
  })
})

test('votes agree as in a run with all of them, on the items that had them all', async () => {
  const [whole, early] = [agreements(await run('fb-bench')), agreements(await run('fb-bench', { decide: 'early' }))]
  expect(early.size).toBeGreaterThan(0)
  // A share of 0.2 of the items, within four standard deviations.
  expect(Math.abs(early.size - 0.2 * whole.size)).toBeLessThan(4 * Math.sqrt(0.16 * whole.size))
  for (const [item, agreement] of early) expect(agreement).toBe(whole.get(item))
})

test('votes on interviews are all asked for', async () => {
  const [whole, early] = [await run('kieval', { limit: 1 }), await run('kieval', { limit: 1, decide: 'early' })]
  expect(callsOf(early, 'judge')).toHaveLength(callsOf(whole, 'judge').length)
})

test('a recording of a run whose votes stopped gives the same verdicts by its own settings', async () => {
  const early = await run('fb-bench', { decide: 'early' })
  const recorded = replayOf(early.calls.map(({ key, content, asked }) => ({ ...key, content, asked })))
  const again = await run('fb-bench', { decide: 'early', model: recorded, judge: recorded })
  expect(again.records.map(({ status }) => status)).not.toContain('error')
  expect(verdicts(again)).toEqual(verdicts(early))
  expect(agreements(again)).toEqual(agreements(early))
  expect(unasked(again)).toBe(unasked(early))
})
