import { SUITES } from '../../../../suites/catalogue.ts'
import type { SuiteQuestions } from '../../../kit.ts'
import { plainQuestions } from '../labels/plainQuestions.ts'

/** What people can be asked of a suite by its name: what a bundled suite says, else what our matchers asked the judge. */
export async function suiteQuestions(): Promise<(suite: string) => SuiteQuestions> {
  const own = new Map(await Promise.all(SUITES.map(async (suite) => [suite.name, await suite.questions?.()] as const)))
  return (suite) => own.get(suite) ?? plainQuestions
}
