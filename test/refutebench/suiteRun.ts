import { readScores, runInCheckout, type VitestRun } from '../e2e/fixtureRun.ts'

/** Two runs at once: the time of a test counts what it waits for the others. */
export const QUEUED = { timeout: 600_000 } as const

/** Runs the suite with a simulated judge. */
export function run(model: string, env: Readonly<Record<string, string>> = {}): Promise<VitestRun> {
  // With the slash: the filter is a substring, and other suites' names begin alike.
  return runInCheckout(['suites/refutebench/', '--project', 'suites'], { HOLDFAST_MODEL: model, HOLDFAST_JUDGE: 'sim:judge', ...env })
}

/** A metric of a run. */
export const value = (finished: VitestRun, key: string) => readScores(finished).suites.refutebench?.metrics[key]?.value
/** Several. */
export const values = (finished: VitestRun, ...keys: string[]) => keys.map((key) => value(finished, key))
/** Metrics of the persistent protocol that make up its curve. */
export const persistent = (task: string) => ['c0', 'c1', 'c2', 'c3', 'forgetting'].map((name) => `persistent.${task}.${name}`)
