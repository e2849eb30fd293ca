import { expect } from 'vitest'
import { once, runIn } from './fixtureRun.ts'
import { projectOfSuites } from './ownProject.ts'

const suiteRun = (suite: string, env: Readonly<Record<string, string>>) =>
  once(async () => {
    const run = await runIn(projectOfSuites(suite), { env: { HOLDFAST_LIMIT: '4', ...env } })
    expect(run.code, run.text).toBe(0)
    return run
  })

/** Runs of suites with pictures of their own, with a model whose fault is known. */
export const SUITE_RUNS = {
  refutebench: suiteRun('refutebench', { HOLDFAST_MODEL: 'sim:forgetful?after=1' }),
  refutebench1: suiteRun('refutebench1', { HOLDFAST_MODEL: 'sim:forgetful?after=2', HOLDFAST_LIMIT: '80' }),
  lifbench: suiteRun('lifbench', { HOLDFAST_MODEL: 'sim:null', HOLDFAST_LIFBENCH_LENGTHS: '4k' }),
  'fb-bench': suiteRun('fb-bench', { HOLDFAST_MODEL: 'sim:sycophant' }),
  kieval: suiteRun('kieval', { HOLDFAST_MODEL: 'sim:memorised' }),
  llmbar: suiteRun('llmbar', { HOLDFAST_JUDGE: 'sim:judge?bias=first' }),
  pressure: suiteRun('pressure', { HOLDFAST_MODEL: 'sim:sycophant?after=3' }),
  sharded: suiteRun('sharded', { HOLDFAST_MODEL: 'sim:lost?p=1' }),
}

/** Name of a suite with such a run. */
export type SuiteWithRun = keyof typeof SUITE_RUNS

/** Their names. */
export const SUITES_WITH_RUN = Object.keys(SUITE_RUNS) as SuiteWithRun[]
