import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { MetricComparison } from '../../src/core/stats/compareRecords.ts'
import type { ComparedRun } from '../../src/deciding/compare/comparedRun.ts'
import { compareSuite, type SuiteComparison } from '../../src/deciding/compare/suiteComparison.ts'
import { terminalBlocks } from '../../src/reports/blocks/terminalBlocks.ts'
import { comparisonBlocks } from '../../src/reports/compare/comparisonBlocks.ts'
import { fbBenchSuite } from '../../suites/fb-bench/suite.ts'
import { once } from '../outcome.ts'
import { hasShared, sharedFolder } from '../shared.ts'
import { CLAUDE, DEEPSEEK, GPT, runOf } from './recordedRuns.ts'

const data = join(sharedFolder, 'data')

interface Expected {
  readonly models: Readonly<Record<string, { readonly ec: number; readonly rm: number; readonly overall: number }>>
}

/**
 * Change of the overall score and its error, by the formula of a mean over strata: 16 cells of one weight, and of each the
 * variance of item differences over their number.
 */
function byFormula(a: ComparedRun, b: ComparedRun): { change: number; se: number } {
  const before = new Map(a.records.map(({ item, scores }) => [item, scores.score as number]))
  const cells = new Map<string, number[]>()
  for (const { item, task, scores } of b.records) {
    const difference = 100 * ((scores.score as number) - (before.get(item) as number))
    cells.set(task, [...(cells.get(task) ?? []), difference])
  }
  let [change, variance] = [0, 0]
  for (const differences of cells.values()) {
    const n = differences.length
    const mean = differences.reduce((sum, value) => sum + value, 0) / n
    change += mean / cells.size
    variance += differences.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1) / n / cells.size ** 2
  }
  return { change, se: Math.sqrt(variance) }
}

describe.skipIf(!hasShared)('compare, on recorded FB-Bench runs of three models (skipped without the shared folder)', () => {
  const published = once(() => (JSON.parse(readFileSync(join(data, 'fb-bench', 'expected.json'), 'utf8')) as Expected).models)
  const compare = async (a: string, b: string): Promise<SuiteComparison> =>
    compareSuite(await fbBenchSuite.rules(), runOf(a), runOf(b), 'headline')
  const compared = { [GPT]: once(() => compare(DEEPSEEK, GPT)), [CLAUDE]: once(() => compare(DEEPSEEK, CLAUDE)) }
  const overallOf = ({ metrics }: SuiteComparison) => metrics.find(({ key }) => key === 'overall') as MetricComparison
  const printed = async (other: typeof GPT | typeof CLAUDE) =>
    terminalBlocks(comparisonBlocks(runOf(DEEPSEEK), runOf(other), [await compared[other]()], { flipped: false, all: false }), 80)
  const rowOf = (lines: readonly string[]) => lines.find((line) => line.startsWith(' fb-bench ')) ?? ''

  test.each([GPT, CLAUDE])('DeepSeek-V3 and %s have their published scores and the change between them', async (other) => {
    const comparison = await compared[other]()
    expect(comparison).toMatchObject({ paired: 591, onlyA: 0, onlyB: 0 })
    for (const [key, name] of [
      ['overall', 'overall'],
      ['error_correction', 'ec'],
      ['response_maintenance', 'rm'],
    ] as const) {
      const own = comparison.metrics.find((entry) => entry.key === key) as MetricComparison
      // Published to two digits.
      expect(Math.abs(own.a - (published()[DEEPSEEK]?.[name] as number))).toBeLessThan(0.0051)
      expect(Math.abs(own.b - (published()[other]?.[name] as number))).toBeLessThan(0.0051)
      expect(own.change).toBeCloseTo(own.b - own.a, 9)
    }
  })

  test.each([GPT, CLAUDE])('the error of the change from DeepSeek-V3 to %s is about that of a mean over strata', async (other) => {
    const { change, se } = overallOf(await compared[other]())
    const formula = byFormula(runOf(DEEPSEEK), runOf(other))
    expect(change).toBeCloseTo(formula.change, 9)
    // 591 items are pooled to about 200 clusters, some of them to 10 of a cell: that tells the error to within a seventh or so.
    expect((se as number) / formula.se).toBeGreaterThan(0.85)
    expect((se as number) / formula.se).toBeLessThan(1.15)
  })

  test('DeepSeek-V3 and gpt-4o cannot be told apart overall, and it says what these items could tell', async () => {
    const { verdict, ci95, adjusted, detectable, needed } = overallOf(await compared[GPT]())
    expect(verdict).toBe('cannot-tell')
    expect(adjusted).toBeGreaterThan(0.05)
    expect(ci95?.[0]).toBeLessThan(0)
    expect(ci95?.[1]).toBeGreaterThan(0)
    // (1.96 + 1.28) errors, with the tolerance of the error.
    const { se } = byFormula(runOf(DEEPSEEK), runOf(GPT))
    const told = detectable as number
    expect(told / (3.2415 * se)).toBeGreaterThan(0.85)
    expect(told / (3.2415 * se)).toBeLessThan(1.15)
    expect(needed).toBeNull()
    const lines = await printed(GPT)
    expect(rowOf(lines)).toMatch(/ cannot tell$/)
    expect(lines).toContain(`   With 591 items a change of ${told.toFixed(2)} would be told in 9 of 10 runs.`)
  })

  test('DeepSeek-V3 is told from claude-3-5-sonnet overall, among 19 tests', async () => {
    const comparison = await compared[CLAUDE]()
    expect(comparison.metrics).toHaveLength(19)
    const { verdict, ci95, adjusted, needed } = overallOf(comparison)
    expect(verdict).toBe('worse')
    expect(adjusted).toBeLessThan(0.05)
    expect(ci95?.[1]).toBeLessThan(0)
    expect(needed).toBeNull()
    expect(rowOf(await printed(CLAUDE))).toMatch(/ worse$/)
  })

  // Every third item: what holds of equal scores holds of any.
  test('a run and itself differ in nothing', async () => {
    const own = { ...runOf(DEEPSEEK), records: runOf(DEEPSEEK).records.filter((_record, place) => place % 3 === 0) }
    const { metrics, lost, gained, fullMarks } = compareSuite(await fbBenchSuite.rules(), own, own, 'headline')
    expect(metrics.every(({ change, verdict, p }) => change === 0 && verdict === 'cannot-tell' && p === 1)).toBe(true)
    expect([lost, gained, fullMarks.onlyA + fullMarks.onlyB]).toEqual([[], [], 0])
  })
})
