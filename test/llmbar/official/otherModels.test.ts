import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { StrategyName } from '../../../src/judges/pairwise/strategies.ts'
import { runSuite } from '../../../src/worker/runSuite.ts'
import { MAIN_SUBSETS, SUBSETS } from '../../../suites/llmbar/subsets.ts'
import { llmbarSuite } from '../../../suites/llmbar/suite.ts'
import { metricsOf } from '../../outcome.ts'
import { replayOf } from '../../replayFile.ts'
import { hasShared, isLong, sharedFolder } from '../../shared.ts'
import { llmbarData, readExpected, readRecording, recordingsOf, replayLines } from '../recorded.ts'

/** Accuracy and agreement by subset, and their means. */
async function replayed(evaluator: string, strategy: StrategyName, cotRule?: 'line') {
  const subsets = (isLong ? SUBSETS : MAIN_SUBSETS).filter((subset) =>
    existsSync(join(recordingsOf(evaluator), strategy, `${subset}.json.gz`)),
  )
  const calls = subsets.flatMap((subset) => replayLines(subset, readRecording(strategy, subset, evaluator)))
  const options = { strategy, subsets, ...(cotRule && { cotRule }) }
  const metrics = metricsOf(
    await runSuite(llmbarSuite, { judge: replayOf(calls), data: join(sharedFolder, 'data'), suites: { llmbar: options } }),
  )
  return (name: string) => [metrics[`accuracy.${name}`]?.value, metrics[`agreement.${name}`]?.value] as const
}

const expected = () => readExpected(join(llmbarData, 'more'))

const STRATEGIES = ['CoT', 'Swap', 'Swap_CoT', 'Vanilla', 'Vanilla_NoRules', 'Metrics', 'Reference', 'Metrics_Reference'] as const
const FURTHER = ['Vanilla_1shot', 'Vanilla_2shot', 'Rating', 'Rating_NoRules'] as const
const RUNS = [
  ...STRATEGIES.map((strategy) => ({ evaluator: 'PaLM2', strategy })),
  ...[...STRATEGIES, ...FURTHER].map((strategy) => ({ evaluator: 'ChatGPT', strategy })),
]
// A run takes a second: those that differ in how replies are read, and the others with the long tests.
const SHORT = ['PaLM2 CoT', 'PaLM2 Swap', 'ChatGPT Rating']
const chosen = RUNS.filter(({ evaluator, strategy }) => isLong || SHORT.includes(`${evaluator} ${strategy}`))

describe.skipIf(!hasShared)('recorded (skipped without the shared folder)', () => {
  test.each(chosen)('$evaluator with $strategy: accuracy and agreement equal expected.json to the last bit', async (run) => {
    const { evaluator, strategy } = run
    const figures = await replayed(evaluator, strategy, `${evaluator} ${strategy}` === 'PaLM2 CoT' ? 'line' : undefined)
    const ofRun = expected().runs.filter((entry) => entry.evaluator === evaluator && entry.strategy === strategy)
    const runs = ofRun.filter(({ subset }) => isLong || (MAIN_SUBSETS as readonly string[]).includes(subset))
    expect(runs.length).toBeGreaterThanOrEqual(5)
    expect(runs.map(({ subset }) => [subset, ...figures(subset)])).toEqual(
      runs.map(({ subset, accuracy, agreement }) => [subset, accuracy, agreement]),
    )
    const row = expected().table.find((entry) => entry.evaluator === evaluator && entry.strategy === strategy)
    for (const [name, mean] of [['adversarial', row?.adversarialMacro] as const, ['average', row?.overallMacro] as const]) {
      const [accuracy, agreement] = figures(name)
      expect(accuracy, name).toBeCloseTo(mean?.acc ?? Number.NaN, 10)
      expect(agreement, name).toBeCloseTo(mean?.agr ?? Number.NaN, 10)
    }
  })

  // The published figures of PaLM 2 are by the rule of lines (the README of LLMBar's suite).
  test('PaLM2 with CoT: by the rule of sentences, which is the default, no subset has the published figures', async () => {
    const figures = await replayed('PaLM2', 'CoT')
    const row = expected().table.find(({ evaluator, strategy }) => evaluator === 'PaLM2' && strategy === 'CoT')
    expect(row?.subsets.Natural?.acc).toBe(73)
    expect(figures('Natural')[0]).toBe(80)
    const published = { ...row?.subsets, adversarial: row?.adversarialMacro, average: row?.overallMacro }
    expect(Object.keys(published)).toHaveLength(7)
    for (const [name, { acc, agr } = {}] of Object.entries(published)) {
      const [accuracy = Number.NaN, agreement = Number.NaN] = figures(name)
      expect([accuracy.toFixed(6), agreement.toFixed(6)], name).not.toEqual([acc?.toFixed(6), agr?.toFixed(6)])
    }
  })
})
