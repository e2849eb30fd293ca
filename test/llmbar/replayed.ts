import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { StrategyName } from '../../src/judging/pairwise/strategies.ts'
import { MAIN_SUBSETS, SUBSETS, type Subset } from '../../suites/llmbar/names.ts'
import { llmbarSuite } from '../../suites/llmbar/suite.ts'
import { onceEach } from '../outcome.ts'
import { replayOf } from '../replayFile.ts'
import { runSuite, type SuiteOutcome } from '../runSuite.ts'
import { isLong, sharedFolder } from '../shared.ts'
import { readRecording, recordingsOf, replayLines } from './recorded.ts'

const STRATEGIES = ['CoT', 'Swap', 'Swap_CoT', 'Vanilla', 'Vanilla_NoRules', 'Metrics', 'Reference', 'Metrics_Reference'] as const
const FURTHER = ['Vanilla_1shot', 'Vanilla_2shot', 'Rating', 'Rating_NoRules'] as const

/** Judges and strategies whose completions are recorded. */
export const RECORDED_RUNS: readonly { readonly evaluator: string; readonly strategy: StrategyName }[] = [
  ...STRATEGIES.map((strategy) => ({ evaluator: 'GPT-4', strategy })),
  ...STRATEGIES.map((strategy) => ({ evaluator: 'PaLM2', strategy })),
  ...[...STRATEGIES, ...FURTHER].map((strategy) => ({ evaluator: 'ChatGPT', strategy })),
]

/** The rule by which the published figures of a judge read CoT: that of lines for PaLM 2 (the README of LLMBar's suite). */
export function cotRuleOf(evaluator: string, strategy: StrategyName): 'line' | undefined {
  return evaluator === 'PaLM2' && strategy === 'CoT' ? 'line' : undefined
}

/** The subsets that are replayed: all that are recorded in long tests, else the five that papers average over. */
export function replayedSubsets(evaluator: string, strategy: string): Subset[] {
  return (isLong ? SUBSETS : MAIN_SUBSETS).filter((subset) => existsSync(join(recordingsOf(evaluator), strategy, `${subset}.json.gz`)))
}

/** A run of the suite on recorded completions, whose doubtful verdicts are left to people. */
export const replayed: (evaluator: string, strategy: StrategyName, cotRule?: 'line') => Promise<SuiteOutcome> = onceEach(replay)

function replay(evaluator: string, strategy: StrategyName, cotRule?: 'line'): Promise<SuiteOutcome> {
  const subsets = replayedSubsets(evaluator, strategy)
  const calls = subsets.flatMap((subset) => replayLines(subset, readRecording(strategy, subset, evaluator)))
  const options = { strategy, subsets, ...(cotRule && { cotRule }) }
  const config = { judge: replayOf(calls), data: join(sharedFolder, 'data'), suites: { llmbar: options } }
  return runSuite(llmbarSuite, config, { HOLDFAST_DOUBT: '0.5' })
}
