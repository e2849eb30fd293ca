import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { StrategyName } from '../../../src/judging/pairwise/strategies.ts'
import { MAIN_SUBSETS } from '../../../suites/llmbar/names.ts'
import { metricsOf } from '../../outcome.ts'
import { hasShared, isLong } from '../../shared.ts'
import { llmbarData, readExpected } from '../recorded.ts'
import { cotRuleOf, RECORDED_RUNS, replayed } from '../replayed.ts'

/** Accuracy and agreement by subset, and their means. */
async function figuresOf(evaluator: string, strategy: StrategyName, cotRule?: 'line') {
  const metrics = metricsOf(await replayed(evaluator, strategy, cotRule))
  return (name: string) => [metrics[`accuracy.${name}`]?.value, metrics[`agreement.${name}`]?.value] as const
}

const expected = () => readExpected(join(llmbarData, 'more'))

// A run takes a second: those that differ in how replies are read, and the others with the long tests.
const SHORT = ['PaLM2 CoT', 'PaLM2 Swap', 'ChatGPT Rating']
const others = RECORDED_RUNS.filter(({ evaluator }) => evaluator !== 'GPT-4')
const chosen = others.filter(({ evaluator, strategy }) => isLong || SHORT.includes(`${evaluator} ${strategy}`))

describe.skipIf(!hasShared)('recorded (skipped without the shared folder)', () => {
  test.each(chosen)('$evaluator with $strategy: accuracy and agreement equal expected.json to the last bit', async (run) => {
    const { evaluator, strategy } = run
    const figures = await figuresOf(evaluator, strategy, cotRuleOf(evaluator, strategy))
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
    const figures = await figuresOf('PaLM2', 'CoT')
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
