import type { SuiteRules } from '../../kit.ts'
import type { HistoryRun } from './historyRuns.ts'
import { type HistoryOptions, suiteHistory } from './suiteHistory.ts'

/** What the tool asks a suite: how its metrics went over runs. */
export type HistoryQuestion = { readonly runs: readonly HistoryRun[] } & HistoryOptions

/** Answers it in the process that knows the suite's rules. */
export function answer(rules: SuiteRules, asked: unknown) {
  const question = asked as HistoryQuestion
  return suiteHistory(rules, question.runs, question)
}
