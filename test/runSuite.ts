import { setMaxListeners } from 'node:events'
import { type ExpectStatic, expect } from 'vitest'
import { remembered } from '../src/core/base/remembered.ts'
import type { Environment } from '../src/core/config/environment.ts'
import { resolveConfig } from '../src/core/config/resolve.ts'
import type { HoldfastOptions } from '../src/core/config/schema.ts'
import type { ItemResult } from '../src/core/format/itemResult.ts'
import { type ItemRecord, inOrder } from '../src/core/format/records.ts'
import type { Metrics } from '../src/core/format/scoresDocument.ts'
import type { SuitePlan } from '../src/core/format/suitePlan.ts'
import { suiteScores } from '../src/core/stats/summary/suiteScores.ts'
import { type ConcludedRun, conclude } from '../src/deciding/conclude.ts'
import { figuresOf, type SuiteResult } from '../src/deciding/figures.ts'
import { liveRun } from '../src/deciding/liveRun.ts'
import { createRuntime } from '../src/models/createRuntime.ts'
import { markAssertion } from '../src/running/worker/itemScope.ts'
import { prepareSuite } from '../src/running/worker/prepareSuite.ts'
import { scoreItem } from '../src/running/worker/scoreItem.ts'
import { inTrials, type PlannedItem, prefixWarmUp } from '../src/running/worker/selectItems.ts'
import type { Suite } from '../src/running/worker/suite.ts'
import { type JournaledCall, MemoryJournal } from './memoryJournal.ts'

/** A suite that was run within a test, with everything that can be said of it. */
export interface SuiteOutcome {
  readonly plan: SuitePlan
  /** In the order in which the items ended. */
  readonly records: readonly ItemRecord[]
  readonly results: readonly ItemResult[]
  /** Model calls in the order in which they ended. */
  readonly calls: readonly JournaledCall[]
  readonly figures: SuiteResult
  /** The run's scores.json, gates and reasons. */
  readonly concluded: ConcludedRun
  /** All metrics without what is dear: intervals of the suite's own. Undefined for a run that may end early, whose figures are of other items. */
  readonly plain: Metrics | undefined
}

/**
 * Runs a suite in this process: no file is written, no test declared, nothing printed. For tests of suites, inside a Vitest
 * test whose matchers are registered.
 *
 * @param options what `holdfast({...})` takes: models, limit, seed, options of the suite.
 * @param root folder that relative paths start from, and baselines lie in.
 * @throws HoldfastError where a run could not begin.
 */
export async function runSuite(
  suite: Suite,
  options: HoldfastOptions = {},
  environment: Environment = {},
  root: string = process.cwd(),
): Promise<SuiteOutcome> {
  const config = resolveConfig({ cache: 'off', ...options }, environment, root, [suite])
  const journal = new MemoryJournal()
  const runtime = createRuntime(config, journal)
  await Promise.all(suite.roles.map((role) => runtime.prepare(role, suite.requests?.[role])))
  const { opened, groups, plan, controlled, early } = await prepareSuite(suite, {
    config: runtime.config,
    prepare: async () => runtime.config,
  })
  const { signal } = new AbortController()
  // All calls that wait listen to it.
  setMaxListeners(0, signal)
  const results: ItemResult[] = []
  const warmUp = prefixWarmUp(runtime.config, groups)
  const run = ({ entry, trial }: { entry: PlannedItem<unknown>; trial: number }) =>
    warmUp(entry.prefix, async () => {
      await early?.admitted(entry, signal)
      await runtime.inItsTurn(async () => {
        const { result } = await scoreItem({
          suite: suite.name,
          entry,
          trial,
          opened,
          runtime,
          measured: suite.roles.includes('candidate') ? 'candidate' : 'judge',
          controlled: controlled(entry.id, trial),
          undue: early?.undue(entry, trial),
          isDirect: early?.isDirect,
          signal,
          stopping: signal,
          expect: (scope) => ((...args: Parameters<ExpectStatic>) => markAssertion(expect(...args), scope)) as ExpectStatic,
        })
        results.push(result)
        early?.add(result.record)
      })
    })
  await Promise.all([...inTrials(groups, plan.trials)].map(run))
  const records = results.map(({ record }) => record)
  const rules = await suite.rules()
  const flags = { strict: config.strict, interrupted: false, sharded: config.shard !== undefined, otherFailures: [] }
  const plain = remembered(() => {
    if (early) return undefined
    const ordered = inOrder(records)
    return suiteScores(ordered, rules.summarize(ordered)).metrics
  })
  // Intervals of every metric are dear, and many tests look at records alone.
  const figures = remembered(() => figuresOf(rules, records, config))
  const concluded = remembered(() => {
    const ended = liveRun({ config: runtime.config, plans: [plan], results, figures: [figures(undefined)], finishedAt: new Date() })
    return conclude(ended, { gates: config.gates, baseline: undefined, certificates: [], known: [], flags })
  })
  return {
    plan,
    records,
    results,
    calls: journal.calls,
    get figures() {
      return figures(undefined)
    },
    get concluded() {
      return concluded(undefined)
    },
    get plain() {
      return plain(undefined)
    },
  }
}
