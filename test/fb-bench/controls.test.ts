import { beforeAll, describe, expect, test } from 'vitest'
import type { Metrics } from '../../src/core/format/scoresDocument.ts'
import { controlRates } from '../../src/core/stats/controls/controlRates.ts'
import { CHECKLIST_FORMS } from '../../src/judging/checklistJudge.ts'
import { knownAnswers } from '../../src/judging/controls/knownAnswers.ts'
import type { Model } from '../../src/models/model.ts'
import { terminalBlocks } from '../../src/reports/blocks/terminalBlocks.ts'
import { scoreBlocks } from '../../src/reports/suiteBlocks.ts'
import type { FbItem } from '../../suites/fb-bench/items.ts'
import { judgeControls } from '../../suites/fb-bench/judge/controls.ts'
import { readBundledItems } from '../../suites/fb-bench/openItems.ts'
import { coverage, ratesBySeed } from '../controlCoverage.ts'
import { scoresOf, value } from '../outcome.ts'
import type { SuiteOutcome } from '../runSuite.ts'
import { isLong } from '../shared.ts'
import { simulatedJudge } from '../simulatedJudge.ts'
import { run } from './suiteRun.ts'

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
  // A slice of the seeds, and then within three standard errors of the 95 % that an interval promises.
  const SEEDS = isLong ? 1000 : 60
  const LEAST = isLong ? 0.93 : 0.95 - 3 * Math.sqrt((0.95 * 0.05) / SEEDS)
  const p = 0.15
  let rates: Metrics[] = []

  beforeAll(async () => {
    rates = await ratesBySeed(items, SEEDS, (item, seed) =>
      judgeControls(simulatedJudge(`sim:judge?noise=${p}`, 'fb-bench', item.id, seed), item, true),
    )
  })

  test.each(['judge.sensitivity.ec', 'judge.specificity.ec', 'judge.sensitivity.rm', 'judge.specificity.rm', 'judge.specificity.injected'])(
    `%s has 1 - p within its interval for at least ${(100 * LEAST).toFixed(1)} % of ${SEEDS} seeds`,
    (key) => expect(coverage(rates, key, 1 - p)).toBeGreaterThanOrEqual(LEAST),
  )
})

describe('a wrong answer that looks right', () => {
  /** How many of the criteria that such answers miss a judge sees missed, of those answers that claim to be corrected and of those that give in. */
  async function specificity(scenario: FbItem['scenario'], believes: (prompt: string) => boolean) {
    const own = items.filter((item) => item.scenario === scenario)
    const scores = await Promise.all(
      own.map((item) => {
        const fair = simulatedJudge('sim:judge', 'fb-bench', item.id, 0)
        const all = CHECKLIST_FORMS[item.language].write(item.checklist.map(() => ({ met: true, reason: '.' })))
        const ask: Model['ask'] = async (prompt, options) =>
          believes(JSON.stringify(prompt)) ? { content: all, finish: 'stop' } : fair.ask(prompt, options)
        return judgeControls({ name: 'stub', simulated: true, ask }, item, true)
      }),
    )
    return controlRates(scores)['judge.specificity.plausible']
  }
  const claims = (prompt: string) => /corrected the mistake|改正了错误/.test(prompt)

  test('is seen through by a fair judge', async () => {
    for (const scenario of ['ec', 'rm'] as const) expect(await specificity(scenario, () => false)).toMatchObject({ value: 1 })
  })

  test('deceives a judge that believes what is claimed, where something is claimed', async () => {
    expect(await specificity('ec', claims)).toMatchObject({ value: 0 })
    expect(await specificity('rm', claims)).toMatchObject({ value: 1 })
  })

  test('is there for every item', async () => {
    expect((await specificity('ec', () => false))?.n).toBeGreaterThanOrEqual(67)
    expect((await specificity('rm', () => false))?.n).toBeGreaterThanOrEqual(61)
  })
})

describe('a run with controls', () => {
  const half = () => run({ controls: 0.5 })
  const isControl = ({ key }: SuiteOutcome['calls'][number]) => key.call.startsWith('control-')

  test('sends a seeded share of items through the judge with known answers, and no score changes', async () => {
    const outcome = await half()
    const controlled = new Set(outcome.calls.filter(isControl).map(({ key }) => key.item))
    // Each is taken with probability a half, by itself: within four standard deviations.
    expect(Math.abs(controlled.size - items.length / 2)).toBeLessThan(4 * Math.sqrt(items.length / 4))
    expect(value(outcome, 'overall')).toBeCloseTo(100, 9)
  })

  test('gives a perfect judge perfect rates, with intervals, in scores.json and on the screen', async () => {
    const outcome = await half()
    const scores = scoresOf(outcome)
    for (const key of ['judge.sensitivity.ec', 'judge.specificity.ec', 'judge.sensitivity.rm', 'judge.specificity.injected']) {
      expect(scores.metrics[key]?.value, key).toBe(1)
      expect(scores.metrics[key]?.ci95?.[0], key).toBeLessThan(1)
    }
    const screen = terminalBlocks(scoreBlocks(outcome.plan.suite, outcome.concluded.document, []), 80).join('\n')
    expect(screen).toMatch(
      /judge +on answers known to be right or wrong: right accepted, error\s+correction 100\.0 % \(\d+ to 100, n \d+\)/,
    )
  })

  test('survives a judge that gives no usable reply to a control', async () => {
    const outcome = await run({ controls: 1, limit: 4, judge: 'sim:judge?garbage=0.02', gates: { maxUnscored: 1 } })
    expect(outcome.concluded).toMatchObject({ document: { exitCode: 0 }, reasons: [] })
    expect(scoresOf(outcome).error).toBe(0)
  })

  test('has none by default', async () => {
    const { calls } = await run({ limit: 1 })
    expect(calls.filter(isControl)).toEqual([])
  })
})
