import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../../../src/core/base/packageRoot.ts'
import { doubtOfVotes } from '../../../src/judging/doubt.ts'
import type { StrategyName } from '../../../src/judging/pairwise/strategies.ts'
import { MAIN_SUBSETS } from '../../../suites/llmbar/names.ts'
import { metricsOf } from '../../outcome.ts'
import { hasShared, isLong } from '../../shared.ts'
import { readDataset, readRecording, recordingsOf } from '../recorded.ts'
import { cotRuleOf, replayed, replayedSubsets } from '../replayed.ts'

const EVALUATORS = ['GPT-4', 'ChatGPT', 'PaLM2'] as const

/** Strategies of a judge that are recorded for all five subsets. */
function strategiesOf(evaluator: string): string[] {
  const folder = recordingsOf(evaluator)
  const isWhole = (strategy: string) => MAIN_SUBSETS.every((subset) => existsSync(join(folder, strategy, `${subset}.json.gz`)))
  return readdirSync(folder).filter(isWhole).sort()
}

const RUNS = hasShared ? EVALUATORS.flatMap((evaluator) => strategiesOf(evaluator).map((strategy) => ({ evaluator, strategy }))) : []

/** The pairs of a subset: the label, and the output that each order's verdict names. */
function verdictsOf(evaluator: string, strategy: string, subset: string) {
  const labels = readDataset(subset).map(({ label }) => String(label))
  return readRecording(strategy, subset, evaluator).map(({ index, winner }) => ({ ...winner, label: labels[index] as string }))
}

type Pairs = ReturnType<typeof verdictsOf>

/** Counted without anything of the package: pairs that are left to people, and right verdicts of all pairs and of the others. */
function counted(pairs: Pairs) {
  const left = pairs.filter(({ forward, swapped }) => forward === null || swapped === null || forward !== swapped)
  const rightOf = (some: Pairs) =>
    some.reduce((sum, { forward, swapped, label }) => sum + Number(forward === label) + Number(swapped === label), 0)
  const sure = pairs.filter((pair) => !left.includes(pair))
  return { pairs: pairs.length, left: left.length, right: rightOf(pairs), sure: sure.length, rightOfSure: rightOf(sure) }
}

const allPairs = (evaluator: string, strategy: string) => MAIN_SUBSETS.flatMap((subset) => verdictsOf(evaluator, strategy, subset))

/** Pairs left, their share, and accuracy of the judge, of its sure verdicts and with people: as a script in Python counted them. */
const COUNTED = `
  GPT-4 CoT 45 10.7 81.3 85.0 86.6
  GPT-4 Metrics 38 9.1 85.7 89.2 90.2
  GPT-4 Metrics_Reference 35 8.4 87.2 90.6 91.4
  GPT-4 Reference 39 9.3 85.8 89.5 90.5
  GPT-4 Swap 15 3.6 83.9 85.1 85.7
  GPT-4 Swap_CoT 8 1.9 83.8 84.4 84.7
  GPT-4 Vanilla 30 7.2 84.5 87.1 88.1
  GPT-4 Vanilla_NoRules 37 8.8 76.5 79.1 80.9
  ChatGPT CoT 175 41.8 40.3 33.6 61.3
  ChatGPT Metrics 163 38.9 45.8 43.4 65.4
  ChatGPT Metrics_Reference 183 43.7 48.8 47.9 70.6
  ChatGPT Rating 213 50.8 48.8 47.6 74.2
  ChatGPT Rating_NoRules 196 46.8 48.4 47.1 71.8
  ChatGPT Reference 163 38.9 42.8 38.3 62.3
  ChatGPT Swap 73 17.4 41.8 40.2 50.6
  ChatGPT Swap_CoT 116 27.7 41.5 38.6 55.6
  ChatGPT Vanilla 143 34.1 40.0 34.8 57.0
  ChatGPT Vanilla_1shot 159 37.9 40.1 34.2 59.2
  ChatGPT Vanilla_2shot 134 32.0 39.0 34.0 55.1
  ChatGPT Vanilla_NoRules 163 38.9 40.0 33.6 59.4
  PaLM2 CoT 227 54.2 58.6 69.3 85.9
  PaLM2 Metrics 124 29.6 70.9 80.3 86.2
  PaLM2 Metrics_Reference 105 25.1 74.5 83.4 87.6
  PaLM2 Reference 115 27.4 71.7 80.6 85.9
  PaLM2 Swap 53 12.6 68.6 71.6 75.2
  PaLM2 Swap_CoT 73 17.4 64.8 68.2 73.7
  PaLM2 Vanilla 119 28.4 69.8 78.3 84.5
  PaLM2 Vanilla_NoRules 106 25.3 64.4 70.6 78.0
`
  .trim()
  .split('\n')
  .map((line) => line.trim())

test('the rows of docs/suites/llmbar.md are among those that were counted', () => {
  const page = readFileSync(join(packageRoot, 'docs', 'suites', 'llmbar.md'), 'utf8')
  const shown = [...page.matchAll(/^\|((?:GPT-4|ChatGPT|PaLM2)\|.+)\|$/gm)].map(([, row = '']) =>
    row.replaceAll('`', '').replaceAll('|', ' '),
  )
  expect(shown.length).toBeGreaterThan(3)
  expect(COUNTED).toEqual(expect.arrayContaining(shown))
})

describe.skipIf(!hasShared)('the doubt of recorded judges (skipped without the shared folder)', () => {
  test('is what a script in Python counted', () => {
    const rows = RUNS.map(({ evaluator, strategy }) => {
      const { pairs, left, right, sure, rightOfSure } = counted(allPairs(evaluator, strategy))
      const figures = [left / pairs, right / 2 / pairs, rightOfSure / 2 / sure, (rightOfSure / 2 + left) / pairs]
      return [evaluator, strategy, left, ...figures.map((share) => (100 * share).toFixed(1))].join(' ')
    })
    expect(rows).toEqual(COUNTED)
  })

  test('is 1 for the pairs whose orders contradict each other, and 0 for all others', () => {
    for (const { evaluator, strategy } of RUNS) {
      const doubts = allPairs(evaluator, strategy).map(({ forward, swapped }) => doubtOfVotes([forward, swapped]))
      expect(doubts.filter((doubt) => doubt === 1).length).toBe(counted(allPairs(evaluator, strategy)).left)
      expect(new Set(doubts)).toEqual(new Set([0, 1]))
    }
  })

  test('leaves better verdicts to a judge that is right in more than half of them, and worse ones to another', () => {
    for (const { evaluator, strategy } of RUNS) {
      const { pairs, right, sure, rightOfSure } = counted(allPairs(evaluator, strategy))
      // Where both orders name neither, the judge loses by it: that makes no sure verdict of theirs worse.
      const isBetter = rightOfSure / sure > right / pairs
      expect(isBetter, `${evaluator} ${strategy}`).toBe(evaluator !== 'ChatGPT')
      expect(right / 2 / pairs > 0.5, `${evaluator} ${strategy}`).toBe(evaluator !== 'ChatGPT')
    }
  })
})

/** Those that otherModels.test.ts replays too. */
const SHORT = ['PaLM2 Swap', 'PaLM2 CoT', 'ChatGPT Rating']
const chosen = RUNS.filter(({ evaluator, strategy }) => isLong || SHORT.includes(`${evaluator} ${strategy}`))

describe.skipIf(!hasShared)('a run with HOLDFAST_DOUBT and recorded replies (skipped without the shared folder)', () => {
  test.each(chosen)('of $evaluator with $strategy leaves these pairs to people', async ({ evaluator, strategy }) => {
    const name = strategy as StrategyName
    const metrics = metricsOf(await replayed(evaluator, name, cotRuleOf(evaluator, name)))
    const subsets = replayedSubsets(evaluator, strategy)
    const all = counted(subsets.flatMap((subset) => verdictsOf(evaluator, strategy, subset)))
    expect(metrics.doubt_rate).toMatchObject({ value: all.left / all.pairs, n: all.pairs })
    for (const subset of subsets) {
      const { sure, rightOfSure } = counted(verdictsOf(evaluator, strategy, subset))
      const metric = metrics[`sure.accuracy.${subset}`]
      expect(metric?.n, subset).toBe(sure)
      expect(metric?.value, subset).toBeCloseTo((100 * rightOfSure) / 2 / sure, 10)
    }
  })
})
