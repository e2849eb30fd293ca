import { expect, test } from 'vitest'
import { kievalSuite } from '../../../../suites/kieval/suite.ts'
import { llmbarSuite } from '../../../../suites/llmbar/suite.ts'
import { refutebenchSuite } from '../../../../suites/refutebench/suite.ts'
import { runSuite } from '../../../../test/runSuite.ts'
import { isScored } from '../../../core/stats/summary/combineTrials.ts'
import type { Suite } from '../../../running/worker/suite.ts'

async function judged(suite: Suite, judge: string, environment: Record<string, string>) {
  const { records, figures } = await runSuite(
    suite,
    { model: 'sim:oracle', judge },
    { HOLDFAST_LIMIT: '2', HOLDFAST_DOUBT: '0.2', ...environment },
  )
  return { records: records.filter(isScored), rate: figures.metrics.doubt_rate?.value }
}

/** Simulated ratings are at the ends of their scale, so that two votes differ by all of it or not at all. */
test.each([
  ['RefuteBench', refutebenchSuite],
  ['KIEval', kievalSuite],
] as const)('%s: ratings of which votes differ are doubtful, and none is where the judge does not err', async (_name, suite) => {
  const sure = await judged(suite, 'sim:judge', { HOLDFAST_VOTES: '2' })
  expect(sure.records.length).toBeGreaterThan(0)
  expect(sure.rate).toBe(0)
  const { records, rate } = await judged(suite, 'sim:judge?noise=0.3', { HOLDFAST_VOTES: '2' })
  expect(rate).toBeGreaterThan(0)
  for (const { scores, tags } of records) {
    expect([0, 1]).toContain(scores.judge_doubt)
    expect(tags.doubtful).toBe(scores.judge_doubt === 1 ? 'yes' : 'no')
  }
})

test('LLMBar: a judge that always takes the first output contradicts itself in every pair, without a second vote', async () => {
  const { records, rate } = await judged(llmbarSuite, 'sim:judge?bias=first', {})
  expect(rate).toBe(1)
  expect(records.every(({ scores }) => scores.judge_doubt === 1)).toBe(true)
  expect((await judged(llmbarSuite, 'sim:judge', {})).rate).toBe(0)
})

test('a panel shows doubt without a number of votes', async () => {
  const { records, rate } = await judged(refutebenchSuite, 'panel:sim:judge;sim:judge?noise=1', {})
  expect(records.length).toBeGreaterThan(0)
  expect(rate).toBe(1)
})
