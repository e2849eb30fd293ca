import type { SuiteView, SuiteViews } from '../../reports/suiteView.ts'
import { loadSuite } from '../catalogue.ts'

/** Loads how each of some suites is shown; a suite of the user's own is shown as any. */
export async function loadSuiteViews(suites: Iterable<string>): Promise<SuiteViews> {
  const views = new Map<string, SuiteView>()
  for (const name of new Set(suites)) {
    const view = (await loadSuite(name))?.view
    if (view) views.set(name, view)
  }
  return (suite) => views.get(suite) ?? {}
}
