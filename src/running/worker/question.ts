import type { ResolvedConfig } from '../../core/config/resolve.ts'
import type { PlanSummary } from '../../core/format/planSummary.ts'
import type { ItemRecord } from '../../core/format/records.ts'
import type { ComparedRun } from '../../deciding/compare/comparedRun.ts'
import { type Ranking, type RankOptions, rankRuns } from '../../deciding/compare/ranking.ts'
import {
  type ComparedMetrics,
  compareSuite,
  metricKeys,
  type RunRecords,
  type SuiteComparison,
} from '../../deciding/compare/suiteComparison.ts'
import type { SuiteResult } from '../../deciding/figures.ts'
import { type RunFiguresBy, runFigures } from '../../deciding/runFigures.ts'
import { answerFor } from '../tool.ts'
import { planSuite } from './planSuite.ts'
import type { Suite } from './suite.ts'

/** What can be asked of a suite, wherever it is defined: plain data, so that questions cross processes. */
export interface Questions {
  /** What records amount to. */
  readonly figures: { readonly records: readonly ItemRecord[] } & RunFiguresBy
  /** Whether one run is better than another. */
  readonly compare: {
    readonly a: RunRecords
    readonly b: RunRecords
    readonly tested: ComparedMetrics
    readonly change?: number | undefined
  }
  /** In which order runs stand. */
  readonly rank: { readonly runs: readonly ComparedRun[] } & RankOptions
  /** What a tool asks, which knows its own question and answer. */
  readonly tool: { readonly tool: string; readonly asked: unknown }
  /** Keys of the metrics that the records of a run have. */
  readonly metricKeys: { readonly records: readonly ItemRecord[] }
  /** What a run would do. */
  readonly plan: { readonly config: ResolvedConfig }
}

/** The answers to {@link Questions}. */
export interface Answers {
  readonly figures: SuiteResult
  readonly compare: SuiteComparison
  readonly rank: Ranking
  readonly tool: unknown
  readonly metricKeys: readonly string[]
  readonly plan: PlanSummary
}

/** A question with its kind. */
export type Question = { [Kind in keyof Questions]: { readonly kind: Kind } & Questions[Kind] }[keyof Questions]

/** Answers a question about a suite. Nothing is run and no model is called. */
export async function answer(suite: Suite, question: Question): Promise<Answers[Question['kind']]> {
  switch (question.kind) {
    case 'figures':
      return runFigures(await suite.rules(), question.records, question)
    case 'compare':
      return compareSuite(await suite.rules(), question.a, question.b, question.tested, question.change)
    case 'rank':
      return rankRuns(await suite.rules(), question.runs, question)
    case 'tool':
      return answerFor(question.tool, await suite.rules(), question.asked)
    case 'metricKeys':
      return metricKeys(await suite.rules(), question)
    case 'plan':
      return planSuite(suite, question.config)
  }
}
