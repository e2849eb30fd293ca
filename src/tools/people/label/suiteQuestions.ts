import { type ItemRecord, loadSuite, type SuiteQuestions } from '../../../kit.ts'
import { plainQuestions } from '../labels/plainQuestions.ts'

/** What people can be asked of the suites of some records: what a bundled suite says, else what our matchers asked the judge. */
export async function suiteQuestions(records: readonly ItemRecord[]): Promise<(suite: string) => SuiteQuestions> {
  const names = [...new Set(records.map(({ suite }) => suite))]
  const own = new Map(await Promise.all(names.map(async (name) => [name, (await loadSuite(name))?.people] as const)))
  return (suite) => own.get(suite) ?? plainQuestions
}
