import { setMaxListeners } from 'node:events'
import { appendFileSync } from 'node:fs'
import { type ExpectStatic, expect } from 'vitest'
import { writeRunSettings } from '../../../core/config/beginRun.ts'
import type { Environment } from '../../../core/config/environment.ts'
import { resolveConfig } from '../../../core/config/resolve.ts'
import type { HoldfastOptions } from '../../../core/config/schema.ts'
import type { ItemResult } from '../../../core/format/itemResult.ts'
import { stoppedWithRun } from '../../../core/format/records.ts'
import { runFolder } from '../../../core/format/runFolder.ts'
import { type ConcludedRun, conclude } from '../../../deciding/conclude.ts'
import { figuresOf } from '../../../deciding/figures.ts'
import { liveRun } from '../../../deciding/liveRun.ts'
import { createRuntime } from '../../../models/createRuntime.ts'
import { Journal } from '../../../models/journal.ts'
import { markAssertion } from '../../../running/worker/itemScope.ts'
import { prepareSuite } from '../../../running/worker/prepareSuite.ts'
import { scoreItem } from '../../../running/worker/scoreItem.ts'
import type { Suite } from '../../../running/worker/suite.ts'

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
  const { opened, groups, plan, controlled, early } = await prepareSuite(suite, {
    config: runtime.config,
    prepare: async () => runtime.config,
  })
  writeRunSettings(folder, config, [plan])
  setMaxListeners(0, stopping)
  const results: ItemResult[] = []
  const run = async (entry: (typeof groups)[number][number], trial: number) => {
    const { result } = await scoreItem({
      suite: suite.name,
      entry,
      trial,
      opened,
      runtime,
      controlled: controlled(entry.id, trial),
      undue: early?.undue(entry, trial),
      isDirect: early?.isDirect,
      signal: stopping,
      stopping,
      expect: (scope) => ((...args: Parameters<ExpectStatic>) => markAssertion(expect(...args), scope)) as ExpectStatic,
    })
    results.push(result)
    appendFileSync(folder.items, `${JSON.stringify(result.record)}\n`)
    early?.add(result.record)
  }
  const trials = Array.from({ length: plan.trials }, (_, trial) => trial)
  const inTurn = async (entry: (typeof groups)[number][number], trial: number) => {
    await early?.admitted(entry, stopping)
    await runtime.inItsTurn(() => run(entry, trial))
  }
  await Promise.all(groups.flat().flatMap((entry) => trials.map((trial) => inTurn(entry, trial))))
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
  return { ...conclude(ended, { gates: config.gates, baseline: undefined, certificates: [], known: [], flags }), results }
}
