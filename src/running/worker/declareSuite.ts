import { afterAll, describe, inject, type TaskMeta, type TestContext } from 'vitest'
import { HoldfastError } from '../../core/base/errors.ts'
import { singleLine } from '../../core/base/text/singleLine.ts'
import { assertSameOptions } from '../../core/config/beginRun.ts'
import { readRunSettings } from '../../core/config/runSettings.ts'
import type { ItemRecord } from '../../core/format/records.ts'
import { runFolder } from '../../core/format/runFolder.ts'
import type { SuitePlan } from '../../core/format/suitePlan.ts'
import type { Runtime } from '../../models/createRuntime.ts'
import { endingAfter, stoppingOf } from './cancelled.ts'
import { itemExpect } from './itemExpect.ts'
import { itemTest } from './itemTest.ts'
import { outliveTermination } from './outliveTermination.ts'
import type { PlannedItem } from './plannedItem.ts'
import { inTrials, prefixWarmUp } from './prefixGroups.ts'
import type { PreparedSuite } from './prepareSuite.ts'
import type { Question } from './question.ts'
import { currentRuntime } from './runtime.ts'
import { scoreItem } from './scoreItem.ts'
import type { Suite } from './suite.ts'
// Declares the fields of a task's meta.
import type {} from './taskMeta.ts'
import { jobs, type ToolJob } from './toolJob.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A question that suites are to answer instead of being run, and the suite that is meant. */
    holdfastQuestion?: { readonly suite: string; readonly question: Question }
    /** A tool's job that is to be done instead of the run. */
    holdfastJob?: ToolJob
  }
}

/** Declares a suite's items as Vitest tests; where suites are asked a question it answers that instead. */
export function declareSuite(suite: Suite): void {
  // Vitest keeps this object as the meta of the suite's tests, and copies it to tests declared later: it is filled at the end.
  const meta: Partial<TaskMeta> = {}
  describe(suite.name, { meta }, async () => {
    const asked = inject('holdfastQuestion')
    if (asked) {
      if (asked.suite === suite.name) meta.holdfastAnswer = await (await import('./question.ts')).answer(suite, asked.question)
      return
    }
    const job = inject('holdfastJob')
    if (job) {
      if (job.suite === suite.name) await (await jobs.open())?.(suite, job)
      return
    }
    const ended = outliveTermination()
    const runtime = currentRuntime()
    // The endpoints answer while the items are read and declared; none runs before.
    const prepared = Promise.all(suite.roles.map((role) => runtime.prepare(role, suite.requests?.[role])))
    prepared.catch(() => undefined)
    // Before the first item: while many calls are under way no file may be free to be opened.
    const [{ prepareSuite }, { runFigures }, rules] = await Promise.all([
      import('./prepareSuite.ts'),
      import('../../deciding/runFigures.ts'),
      suite.rules(),
    ])
    const suiteRun = await prepareSuite(suite, {
      get config() {
        return runtime.config
      },
      prepare: async (role) => {
        await runtime.prepare(role, suite.requests?.[role])
        return runtime.config
      },
    })
    if (runtime.config.resume) assertSameSuite(suiteRun.plan, runtime)
    const records: ItemRecord[] = []
    declareItems(suite.name, suiteRun, runtime, records)
    afterAll(async () => {
      // Vitest does not wait for tests that it cancels, and what their calls bring is paid for.
      await runtime.idle()
      const { gates, root, out } = runtime.config
      meta.holdfastFigures = await runFigures(rules, records, { gates, root, folders: [out] })
      ended()
    })
    await prepared
    const found = suite.roles.flatMap((role) => {
      const model = runtime.found(role)
      return model ? [[role, model] as const] : []
    })
    meta.holdfastPlan = { ...suiteRun.plan, ...(found.length > 0 && { models: Object.fromEntries(found) }) }
  })
}

function declareItems(suite: string, { opened, groups, plan, early }: PreparedSuite, runtime: Runtime, records: ItemRecord[]): void {
  const ending = endingAfter(runtime.config.graceSeconds)
  const warmUp = prefixWarmUp(runtime.config, groups)
  const declare = itemTest(opened.test, opened.body)
  const run = (entry: PlannedItem<unknown>, trial: number, context: TestContext) =>
    warmUp(entry.prefix, () =>
      runtime.inItsTurn(async () => {
        const { result, thrown } = await scoreItem({
          suite,
          entry,
          trial,
          opened,
          runtime,
          undue: early?.undue(entry, trial),
          signal: context.signal,
          stopping: stoppingOf(context.signal),
          ending,
          expect: (scope) => itemExpect(context, scope),
          // The test's context holds the values of the user's own fixtures.
          fixtures: context,
        })
        records.push(result.record)
        const standing = early?.add(result.record)
        // Recorded before anything is thrown, so that a failing item is scored like any other.
        context.task.meta.holdfastItem = standing ? { ...result, early: standing } : result
        if (result.record.status === 'skipped') context.skip(result.record.reason)
        if (thrown !== undefined) throw thrown
      }),
    )
  for (const { entry, trial } of inTrials(groups, plan.trials)) {
    const title = plan.trials === 1 ? entry.id : `${entry.id} (trial ${trial + 1} of ${plan.trials})`
    const weight = opened.tokens?.(entry.item).total ?? 1
    // Ids are data, and every reporter prints titles.
    declare(singleLine(title), { holdfastWeight: weight }, (context) => run(entry, trial, context))
  }
}

/** @throws HoldfastError when the run that is being finished was begun with other data or options. */
function assertSameSuite({ suite, data: { sha256 }, options }: SuitePlan, { config: { out } }: Runtime): void {
  const folder = runFolder(out)
  const settings = readRunSettings(folder)
  assertSameOptions(folder, settings, suite, options)
  const before = settings.sha256[suite]
  if (before === undefined || before === sha256) return
  throw new HoldfastError(
    'CONFIG',
    `Failed to resume ${out}: the data of ${suite} were ${before.slice(0, 12)}, are ${sha256.slice(0, 12)}. Resume with the data the run was begun with.`,
  )
}
