import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordedFbBench } from '../../bench/stats/recorded.mjs'
import type { ItemRecord } from '../../src/format/records.ts'
import type { Comparison, MetricComparison } from '../../src/stats/compareRecords.ts'
import { readOfficialItems } from '../../suites/fb-bench/data/official.ts'
import { once } from '../e2e/fixtureRun.ts'
import { runHoldfast } from '../run.ts'
import { hasShared, sharedFolder } from '../shared.ts'

const data = join(sharedFolder, 'data')
const [DEEPSEEK, GPT, CLAUDE] = ['DeepSeek-V3', 'gpt-4o-2024-11-20', 'claude-3-5-sonnet-20241022'] as const

interface Expected {
  readonly models: Readonly<Record<string, { readonly ec: number; readonly rm: number; readonly overall: number }>>
}

/**
 * Change of the overall score and its error, by the formula of a mean over strata: 16 cells of one weight, and of each the
 * variance of item differences over their number.
 */
function byFormula(a: readonly ItemRecord[], b: readonly ItemRecord[]): { change: number; se: number } {
  const before = new Map(a.map(({ item, scores }) => [item, scores.score as number]))
  const cells = new Map<string, number[]>()
  for (const { item, task, scores } of b) {
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
  let folder = ''
  let runs: ReturnType<typeof recordedFbBench>
  let published: Expected['models']
  const fileOf = (model: string) => join(folder, `${model}.jsonl`)
  const recordsOf = (model: string) => runs.get(model) as readonly ItemRecord[]

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'holdfast-compare-'))
    runs = recordedFbBench(data, { readOfficialItems })
    published = (JSON.parse(readFileSync(join(data, 'fb-bench', 'expected.json'), 'utf8')) as Expected).models
    for (const [model, records] of runs) writeFileSync(fileOf(model), records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  async function compare(models: readonly string[], ...options: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await runHoldfast(['compare', ...models.map(fileOf), ...options])
    expect(code, stderr).toBe(0)
    return stdout
  }
  async function compareJson(models: readonly string[]): Promise<Comparison> {
    const { suites } = JSON.parse(await compare(models, '--json')) as { suites: Comparison[] }
    expect(suites).toHaveLength(1)
    return suites[0] as Comparison
  }
  const compared = { [GPT]: once(() => compareJson([DEEPSEEK, GPT])), [CLAUDE]: once(() => compareJson([DEEPSEEK, CLAUDE])) }
  const overallOf = ({ metrics }: Comparison) => metrics.find(({ key }) => key === 'overall') as MetricComparison
  const lineOf = (output: string, key: string) => output.split('\n').find((line) => line.startsWith(` ${key} `)) ?? ''

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
      expect(Math.abs(own.a - (published[DEEPSEEK]?.[name] as number))).toBeLessThan(0.0051)
      expect(Math.abs(own.b - (published[other]?.[name] as number))).toBeLessThan(0.0051)
      expect(own.change).toBeCloseTo(own.b - own.a, 9)
    }
  })

  test.each([GPT, CLAUDE])('the error of the change from DeepSeek-V3 to %s is about that of a mean over strata', async (other) => {
    const { change, se } = overallOf(await compared[other]())
    const formula = byFormula(recordsOf(DEEPSEEK), recordsOf(other))
    expect(change).toBeCloseTo(formula.change, 9)
    // 591 items are pooled to about 200 clusters, some of them to 10 of a cell: that tells the error to within a seventh or so.
    expect((se as number) / formula.se).toBeGreaterThan(0.85)
    expect((se as number) / formula.se).toBeLessThan(1.15)
  })

  test('DeepSeek-V3 and gpt-4o cannot be told apart overall, and it says with how many items they could be', async () => {
    const { verdict, ci95, adjusted, needed } = overallOf(await compared[GPT]())
    expect(verdict).toBe('cannot-tell')
    expect(adjusted).toBeGreaterThan(0.05)
    expect(ci95?.[0]).toBeLessThan(0)
    expect(ci95?.[1]).toBeGreaterThan(0)
    // 591 (1.96 + 1.28)² over the square of change by error; that has the tolerance of the error, squared.
    const { change, se } = byFormula(recordsOf(DEEPSEEK), recordsOf(GPT))
    const formula = 591 * 10.507 * (se / change) ** 2
    const items = needed?.items ?? Number.NaN
    expect(items / formula).toBeGreaterThan(0.85 ** 2)
    expect(items / formula).toBeLessThan(1.15 ** 2)
    const output = await compare([DEEPSEEK, GPT])
    expect(lineOf(output, 'overall')).toMatch(/ cannot tell$/)
    expect(output).toMatch(new RegExp(`^ overall +about ${items.toLocaleString('en')} items +[\\d,]+ to [\\d,]+$`, 'm'))
  })

  test('DeepSeek-V3 is told from claude-3-5-sonnet overall, among 19 tests', async () => {
    const comparison = await compared[CLAUDE]()
    expect(comparison.metrics).toHaveLength(19)
    const { verdict, ci95, adjusted, needed } = overallOf(comparison)
    expect(verdict).toBe('worse')
    expect(adjusted).toBeLessThan(0.05)
    expect(ci95?.[1]).toBeLessThan(0)
    expect(needed).toBeNull()
    expect(lineOf(await compare([DEEPSEEK, CLAUDE]), 'overall')).toMatch(/ worse$/)
  })

  test('with --fail-on worse, only a drop that is told fails', async () => {
    const codeOf = async (models: readonly string[]) =>
      (await runHoldfast(['compare', ...models.map(fileOf), '--metric', 'overall', '--fail-on', 'worse'])).code
    expect(await codeOf([DEEPSEEK, CLAUDE])).toBe(1)
    expect(await codeOf([CLAUDE, DEEPSEEK])).toBe(0)
    expect(await codeOf([DEEPSEEK, GPT])).toBe(0)
  })

  test('ranks are shared by the two that cannot be told apart', async () => {
    const { rankings } = JSON.parse(await compare([CLAUDE, GPT, DEEPSEEK], '--json')) as {
      rankings: { metric: string; runs: { name: string; from: number; to: number }[] }[]
    }
    expect(rankings).toHaveLength(1)
    expect(rankings[0]?.metric).toBe('overall')
    const places = rankings[0]?.runs.map(({ name, from, to }) => [name, from, to])
    expect(places?.map(([name]) => name)).toEqual([DEEPSEEK, GPT, CLAUDE].map(fileOf))
    expect(places?.[0]?.slice(1)).toEqual([1, 2])
  })

  test('a run and itself differ in nothing', async () => {
    const { metrics, lost, gained, fullMarks } = await compareJson([DEEPSEEK, DEEPSEEK])
    expect(metrics.every(({ change, verdict, p }) => change === 0 && verdict === 'cannot-tell' && p === 1)).toBe(true)
    expect([lost, gained, fullMarks.p]).toEqual([[], [], 1])
  })
})
