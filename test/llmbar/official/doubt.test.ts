import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../../../src/core/base/packageRoot.ts'
import { doubtOfVotes } from '../../../src/judging/doubt.ts'
import type { StrategyName } from '../../../src/judging/pairwise/strategies.ts'
import { MAIN_SUBSETS } from '../../../suites/llmbar/subsets.ts'
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

describe.skipIf(!hasShared)('the doubt of recorded judges (skipped without the shared folder)', () => {
  test('is in the table of docs/suites/llmbar.md, which a script in Python counted', () => {
    const page = readFileSync(join(packageRoot, 'docs', 'suites', 'llmbar.md'), 'utf8')
    expect(RUNS).toHaveLength(28)
    for (const { evaluator, strategy } of RUNS) {
      const { pairs, left, right, sure, rightOfSure } = counted(allPairs(evaluator, strategy))
      const figures = [left / pairs, right / 2 / pairs, rightOfSure / 2 / sure, (rightOfSure / 2 + left) / pairs]
      expect(page).toContain(`| ${[evaluator, `\`${strategy}\``, left, ...figures.map((share) => (100 * share).toFixed(1))].join(' | ')} |`)
    }
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
