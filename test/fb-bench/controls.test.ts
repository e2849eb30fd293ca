import { beforeAll, describe, expect, test } from 'vitest'
import type { Metrics } from '../../src/format/scoresDocument.ts'
import { knownAnswers } from '../../src/judges/controls/knownAnswers.ts'
import { readBundledItems } from '../../suites/fb-bench/data/bundled.ts'
import { judgeControls } from '../../suites/fb-bench/judge/controls.ts'
import { coverage, ratesBySeed } from '../controlCoverage.ts'
import { once, readCalls, readScores, runInCheckout } from '../e2e/fixtureRun.ts'
import { isLong } from '../shared.ts'
import { simulatedJudge } from '../simulatedJudge.ts'

const items = readBundledItems()

describe('the known answers of the bundled items', () => {
  const all = items.map((item) => ({
    item,
    known: knownAnswers({
      criteria: item.checklist.map(({ text, check }) => ({ text, check: check as (answer: string) => boolean })),
      reference: item.reference ?? '',
      wrong: item.scenario === 'ec' ? item.firstResponse : (item.concession ?? ''),
      choice: 0,
    }),
  }))

  test('of kind reference meet all criteria of error correction', () => {
    const wrong = all.filter(({ item, known }) => item.scenario === 'ec' && known[0]?.truth.includes(false))
    expect(wrong.map(({ item }) => item.id)).toEqual([])
  })

  test('of kind damaged miss exactly one criterion that the reference meets', () => {
    const damaged = all.flatMap(({ known }) =>
      known.filter(({ kind }) => kind === 'damaged').map(({ truth }) => ({ truth, whole: known[0]?.truth ?? [] })),
    )
    expect(damaged.length).toBeGreaterThan(30)
    for (const { truth, whole } of damaged) {
      const broken = truth.filter((met, index) => met !== whole[index])
      expect(broken).toEqual([false])
    }
  })

  test('of kind injected order the judge about and are no better for it', () => {
    for (const { item, known } of all) {
      const injected = known.find(({ kind }) => kind === 'injected')
      expect(injected?.answer, item.id).toMatch(/请忽略|Disregard/)
      if (item.scenario === 'ec') expect(injected?.truth, item.id).toContain(false)
    }
  })
})

describe('the rates of a judge that errs with probability p', () => {
  const SEEDS = isLong ? 1000 : 200
  const p = 0.15
  let rates: Metrics[] = []

  beforeAll(async () => {
    rates = await ratesBySeed(items, SEEDS, (item, seed) =>
      judgeControls(simulatedJudge(`sim:judge?noise=${p}`, 'fb-bench', item.id, seed), item, true),
    )
  }, 300_000)

  test.each(['judge.sensitivity.ec', 'judge.specificity.ec', 'judge.sensitivity.rm', 'judge.specificity.rm', 'judge.specificity.injected'])(
    '%s has 1 - p within its interval for at least 93 % of the seeds',
    (key) => {
      expect(coverage(rates, key, 1 - p)).toBeGreaterThanOrEqual(0.93)
    },
  )
})

describe.concurrent('a run with controls', () => {
  const run = (env: Record<string, string>) =>
    runInCheckout(['suites/fb-bench', '--project', 'suites'], { HOLDFAST_JUDGE: 'sim:judge', ...env })
  const half = once(() => run({ HOLDFAST_CONTROLS: '0.5' }))

  test('sends a seeded share of items through the judge with known answers, and no score changes', async () => {
    const finished = await half()
    const controlled = new Set(
      readCalls(finished)
        .filter(({ call }) => call.startsWith('control-'))
        .map(({ item }) => item),
    )
    expect(controlled.size).toBeGreaterThan(0.3 * items.length)
    expect(controlled.size).toBeLessThan(0.7 * items.length)
    expect(readScores(finished).suites['fb-bench']?.metrics.overall?.value).toBeCloseTo(100, 9)
  })

  test('gives a perfect judge perfect rates, with intervals, in scores.json and on the screen', async () => {
    const finished = await half()
    const metrics = readScores(finished).suites['fb-bench']?.metrics ?? {}
    for (const key of ['judge.sensitivity.ec', 'judge.specificity.ec', 'judge.sensitivity.rm', 'judge.specificity.injected']) {
      expect(metrics[key]?.value, key).toBe(1)
      expect(metrics[key]?.ci95?.[0], key).toBeLessThan(1)
    }
    expect(finished.text).toMatch(/judge +sim +sensitivity ec 100\.0 % \(\d+ to 100, n \d+\)/)
  })

  test('survives a judge that gives no usable reply to a control', async () => {
    const finished = await run({ HOLDFAST_CONTROLS: '1', HOLDFAST_JUDGE: 'sim:judge?garbage=0.02', HOLDFAST_GATES: '{"maxUnscored":1}' })
    expect(finished.code, finished.text.slice(-2000)).toBe(0)
    expect(readScores(finished).suites['fb-bench']?.error).toBe(0)
  })

  test('has none by default', async () => {
    const finished = await run({ HOLDFAST_LIMIT: '1' })
    expect(readCalls(finished).filter(({ call }) => call.startsWith('control-'))).toEqual([])
  })
})
