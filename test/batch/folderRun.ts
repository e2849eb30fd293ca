import { setMaxListeners } from 'node:events'
import { appendFileSync } from 'node:fs'
import { type ExpectStatic, expect } from 'vitest'
import { writeRunSettings } from '../../src/config/beginRun.ts'
import type { Environment } from '../../src/config/environment.ts'
import { resolveConfig } from '../../src/config/resolve.ts'
import type { HoldfastOptions } from '../../src/config/schema.ts'
import type { ItemResult } from '../../src/format/itemResult.ts'
import { stoppedWithRun } from '../../src/format/records.ts'
import { runFolder } from '../../src/format/runFolder.ts'
import { createRuntime } from '../../src/models/createRuntime.ts'
import { Journal } from '../../src/models/journal.ts'
import { type ConcludedRun, conclude } from '../../src/results/conclude.ts'
import { figuresOf } from '../../src/results/figures.ts'
import { liveRun } from '../../src/results/liveRun.ts'
import { markAssertion } from '../../src/worker/itemScope.ts'
import { prepareSuite } from '../../src/worker/prepareSuite.ts'
import { scoreItem } from '../../src/worker/scoreItem.ts'
import type { Suite } from '../../src/worker/suite.ts'

/**
 * Runs a suite in this process with its files in a folder, and goes on with the run that stands there.
 *
 * @param stopping ends the run as a signal does.
 */
export async function runInFolder(
  suite: Suite,
  out: string,
  options: HoldfastOptions,
  environment: Environment = {},
  stopping: AbortSignal = new AbortController().signal,
): Promise<ConcludedRun & { readonly results: readonly ItemResult[] }> {
  const config = resolveConfig({ cache: 'off', out, resume: 'auto', ...options }, environment, process.cwd(), [suite])
  const folder = runFolder(config.out)
  const runtime = createRuntime(config, new Journal(folder))
  await Promise.all(suite.roles.map((role) => runtime.prepare(role, suite.requests?.[role])))
  const { opened, groups, plan } = await prepareSuite(suite, { config: runtime.config, prepare: async () => runtime.config })
  writeRunSettings(folder, config, [plan], [])
  setMaxListeners(0, stopping)
  const results: ItemResult[] = []
  const run = async (entry: (typeof groups)[number][number], trial: number) => {
    const { result } = await scoreItem({
      suite: suite.name,
      entry,
      trial,
      opened,
      runtime,
      signal: stopping,
      stopping,
      expect: (scope) => ((...args: Parameters<ExpectStatic>) => markAssertion(expect(...args), scope)) as ExpectStatic,
    })
    results.push(result)
    appendFileSync(folder.items, `${JSON.stringify(result.record)}\n`)
  }
  const trials = Array.from({ length: plan.trials }, (_, trial) => trial)
  await Promise.all(groups.flat().flatMap((entry) => trials.map((trial) => runtime.inItsTurn(() => run(entry, trial)))))
  await runtime.idle()
  const records = results.map(({ record }) => record)
  const ended = liveRun({
    config: runtime.config,
    plans: [plan],
    results,
    figures: [figuresOf(await suite.rules(), records, config)],
    finishedAt: new Date(),
  })
  const awaitsBatch = config.exportsBatch === true && records.some(stoppedWithRun)
  const interrupted = awaitsBatch || stopping.aborted
  const flags = { strict: false, interrupted, awaitsBatch, sharded: false, otherFailures: [] }
  return { ...conclude(ended, { gates: undefined, baseline: undefined, certificates: [], known: [], flags }), results }
}
