import type { Role } from '../../core/format/role.ts'
import type { ComparedRun } from '../../deciding/compare/comparedRun.ts'
import { askSuite, type SuitePlace } from '../vitest/askSuite.ts'
import { type Answers, answer, type Question, type Questions } from '../worker/question.ts'
import { inlineSuite } from '../worker/suite.ts'
import { foreignLogs } from './foreignLogs.ts'

/** What of a run tells who knows its suite. */
export type AskedRun = Pick<ComparedRun, 'document' | 'records'>

/**
 * Asks a suite about runs, as {@link askSuite} does. Where all of them are logs of Inspect, or were made of one, their own scores
 * answer: no file here declares the task, whatever else has its name.
 */
export async function askRuns<Kind extends keyof Questions>(
  suite: string,
  kind: Kind,
  question: Questions[Kind],
  runs: readonly AskedRun[],
  place: SuitePlace,
): Promise<Answers[Kind]> {
  const logs = areInspectLogs(runs) ? await foreignLogs.open() : undefined
  if (!logs) return askSuite(suite, kind, question, place)
  const records = runs.flatMap((run) => run.records.filter((record) => record.suite === suite))
  const roles = new Set<Role>(runs.flatMap(({ document }) => document?.run.called?.[suite] ?? ['candidate']))
  const own = {
    ...inlineSuite(suite, { items: [] as unknown[] }, async () => undefined),
    rules: async () => logs.rules(suite, records, [...roles]),
  }
  return (await answer(own, { kind, ...question } as unknown as Question)) as Answers[Kind]
}

/** Whether all of the runs are logs of Inspect, or were made of one. */
export function areInspectLogs(runs: readonly Pick<AskedRun, 'document'>[]): boolean {
  return runs.length > 0 && runs.every(({ document }) => document?.run.origin === 'inspect')
}
