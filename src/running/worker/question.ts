import type { ResolvedConfig } from '../../core/config/resolve.ts'
import type { ItemRecord } from '../../core/format/records.ts'
import type { ComparedRun } from '../../deciding/compare/comparedRun.ts'
import { type RankOptions, rankRuns } from '../../deciding/compare/ranking.ts'
import { type ComparedMetrics, compareSuite, type RunRecords } from '../../deciding/compare/suiteComparison.ts'
import type { RuleOutlook } from '../../deciding/early/waves.ts'
import { type RunFiguresBy, runFigures } from '../../deciding/figures.ts'
import { answerFor } from '../tool.ts'
import { planDecision, planSuite } from './planSuite.ts'
import type { Suite } from './suite.ts'

/** A question about two runs. */
type Pair = Readonly<Record<'a' | 'b', RunRecords>> & { readonly tested: ComparedMetrics; readonly change?: number | undefined }

/** What can be asked of a suite, wherever it is defined. Questions and answers are plain data: they cross processes. */
const ANSWERS = {
  /** What records amount to. */
  figures: async (suite: Suite, asked: { readonly records: readonly ItemRecord[] } & RunFiguresBy) =>
    runFigures(await suite.rules(), asked.records, asked),
  /** Whether one run is better than another. */
  compare: async (suite: Suite, { a, b, tested, change }: Pair) => compareSuite(await suite.rules(), a, b, tested, change),
  /** In which order runs stand. */
  rank: async (suite: Suite, asked: { readonly runs: readonly ComparedRun[] } & RankOptions) =>
    rankRuns(await suite.rules(), asked.runs, asked),
  /** What a tool asks, which knows its own question and answer. */
  tool: async (suite: Suite, { tool, asked }: { readonly tool: string; readonly asked: unknown }) =>
    answerFor(tool, await suite.rules(), asked),
  /** What a run would do. */
  plan: async (suite: Suite, { config }: { readonly config: ResolvedConfig }) => planSuite(suite, config),
  /** What an early decision would cost. */
  decision: async (
    suite: Suite,
    { config, rules }: { readonly config: ResolvedConfig; readonly rules: readonly RuleOutlook['before'][] },
  ) => planDecision(suite, config, rules),
}

/** Questions by their kinds. */
export type Questions = { readonly [Kind in keyof typeof ANSWERS]: Parameters<(typeof ANSWERS)[Kind]>[1] }

/** The answers to {@link Questions}. */
export type Answers = { readonly [Kind in keyof typeof ANSWERS]: Awaited<ReturnType<(typeof ANSWERS)[Kind]>> }

/** Answers a question about a suite. Nothing is run and no model is called. */
export function answer<Kind extends keyof Questions>(suite: Suite, kind: Kind, question: Questions[Kind]): Promise<Answers[Kind]> {
  return (ANSWERS[kind] as (suite: Suite, question: unknown) => Promise<Answers[Kind]>)(suite, question)
}
