import { afterAll, afterEach, beforeAll, describe, inject, type RunnerTask, type TaskMeta, type TestContext, test } from 'vitest'
import { configError, usageError } from '../../core/base/errors.ts'
import { singleLine } from '../../core/base/text/singleLine.ts'
import { assertSameOptions } from '../../core/config/beginRun.ts'
import { readRunSettings } from '../../core/config/runSettings.ts'
import { recordName } from '../../core/format/recordName.ts'
import type { ItemRecord } from '../../core/format/records.ts'
import { runFolder } from '../../core/format/runFolder.ts'
import type { SuitePlan } from '../../core/format/suitePlan.ts'
import type { Runtime } from '../../models/createRuntime.ts'
import { mockedFile } from '../../models/mocks.ts'
import { jobs, type ToolJob } from '../toolJob.ts'
import { endingAfter, outliveTermination, stoppingOf } from './cancelled.ts'
import { itemExpect } from './itemScope.ts'
import type { PreparedSuite } from './prepareSuite.ts'
import type { Questions } from './question.ts'
import { currentRuntime } from './runtime.ts'
import { scoreItem } from './scoreItem.ts'
import { inTrials, type PlannedItem, prefixWarmUp } from './selectItems.ts'
import { type BenchmarkContext, type BenchmarkOptions, inlineSuite, type OwnTest, type Suite } from './suite.ts'
import type {} from './taskMeta.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Questions that suites are to answer instead of being run, each with the suite that is meant. */
    holdfastQuestions?: readonly { readonly suite: string; readonly kind: keyof Questions; readonly question: unknown }[]
    /** A tool's job that is to be done instead of the run. */
    holdfastJob?: ToolJob
  }
}

/** A mock would change the model that is measured. @throws HoldfastError where the test file has one. */
function refuseMocks({ name, roles }: Suite, { config }: Runtime): void {
  const mocked = mockedFile()
  const role = roles.find((own) => config.roles[own]?.uri.startsWith('module:'))
  if (mocked === undefined || role === undefined) return
  throw usageError(
    `Failed to run ${name}: its test file mocks ${mocked}, and the ${role} is ${config.roles[role]?.uri}. Move the mock or the benchmark to a file of its own.`,
  )
}

/** Declares a suite's items as Vitest tests; where suites are asked a question it answers that instead. */
function declareSuite(suite: Suite): void {
  // Vitest keeps this object as the meta of the suite's tests, and copies it to tests declared later: it is filled at the end.
  const meta: Partial<TaskMeta> = {}
  describe(suite.name, { meta }, async () => {
    const asked = inject('holdfastQuestions')
    if (asked) {
      const { answer } = await import('./question.ts')
      const own = [...asked.entries()].filter(([, { suite: name }]) => name === suite.name)
      meta.holdfastAnswers = await Promise.all(
        own.map(async ([at, { kind, question }]) => [at, await answer(suite, kind, question as Questions[typeof kind])] as const),
      )
      return
    }
    const job = inject('holdfastJob')
    if (job) {
      if (job.suite === suite.name) await (await jobs.open())?.(suite, job)
      return
    }
    const ended = outliveTermination()
    const runtime = currentRuntime()
    refuseMocks(suite, runtime)
    // The endpoints answer while the items are read and declared; none runs before.
    const prepared = Promise.all(suite.roles.map((role) => runtime.prepare(role, suite.requests?.[role])))
    prepared.catch(() => undefined)
    // Before the first item: while many calls are under way no file may be free to be opened.
    const [{ prepareSuite }, { figuresBy, figuresOf, runFigures }, rules] = await Promise.all([
      import('./prepareSuite.ts'),
      import('../../deciding/figures.ts'),
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
      const { root } = runtime.config
      try {
        meta.holdfastFigures = await runFigures(rules, records, figuresBy(suiteRun.plan, runtime.config))
      } catch (error) {
        // Labels that cannot be read, for instance, are a failure of the run. What was paid for has its figures all the same.
        meta.holdfastFigures = figuresOf(rules, records, { gates: undefined, root })
        throw error
      } finally {
        ended()
      }
    })
    await prepared
    const found = suite.roles.flatMap((role) => {
      const model = runtime.found(role)
      return model ? [[role, model] as const] : []
    })
    meta.holdfastPlan = { ...suiteRun.plan, ...(found.length > 0 && { models: Object.fromEntries(found) }) }
  })
}

function declareItems(suite: string, { opened, groups, plan, controlled, early }: PreparedSuite, runtime: Runtime, records: ItemRecord[]) {
  const ending = endingAfter(runtime.config.graceSeconds)
  const warmUp = prefixWarmUp(runtime.config, groups)
  const declare = itemTest(opened.test, opened.body)
  const units = new Map<string, number | undefined>()
  const begun = new Set<string>()
  // An item that a filter leaves out, or whose fixtures fail, never begins: the others must not wait for it.
  const gone = ({ meta }: Pick<RunnerTask, 'meta'>) => early?.gone(units.get(meta.holdfastTest?.item ?? ''))
  if (early) {
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads in the source which fixtures to set up
    beforeAll(({}, { tasks }) => {
      for (const task of tasks) if (task.mode === 'skip') gone(task)
    })
    afterEach(({ task }) => {
      if (!begun.has(task.id)) gone(task)
    })
  }
  const run = (entry: PlannedItem<unknown>, trial: number, context: TestContext) =>
    warmUp(entry.prefix, async () => {
      begun.add(context.task.id)
      const stopping = stoppingOf(context.signal)
      await early?.admitted(entry, stopping)
      await runtime.inItsTurn(async () => {
        const { result, thrown } = await scoreItem({
          suite,
          entry,
          trial,
          opened,
          runtime,
          measured: plan.roles.includes('candidate') ? 'candidate' : 'judge',
          controlled: controlled(entry.id, trial),
          undue: early?.undue(entry, trial),
          isDirect: early?.isDirect,
          signal: context.signal,
          stopping,
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
      })
    })
  for (const { entry, trial } of inTrials(groups, plan.trials)) {
    units.set(entry.id, entry.drawn?.unit)
    const title = plan.trials === 1 ? entry.id : `${entry.id} (trial ${trial + 1} of ${plan.trials})`
    const weight = opened.tokens?.(entry.item).total ?? 1
    // Ids are data, and every reporter prints titles.
    const meta = { holdfastWeight: weight, holdfastTest: { suite, item: entry.id } }
    declare(singleLine(title), meta, (context) => run(entry, trial, context))
  }
}

/** @throws HoldfastError when the run that is being finished was begun with other data or options. */
function assertSameSuite({ suite, data: { sha256 }, options }: SuitePlan, { config: { out } }: Runtime): void {
  const folder = runFolder(out)
  const settings = readRunSettings(folder)
  assertSameOptions(folder, settings, suite, options)
  const before = settings.sha256[suite]
  if (before === undefined || before === sha256) return
  throw configError(
    `Failed to resume ${out}: the data of ${suite} were ${before.slice(0, 12)}, are ${sha256.slice(0, 12)}. Resume with the data the run was begun with.`,
  )
}

/** Declares the test of an item, to run at the same time as the others. */
export type ItemTest = (title: string, meta: TaskMeta, run: (context: TestContext) => Promise<void>) => void

/** A repeated item would be paid for twice, and a timeout would count the time an item waits for its turn. */
const ONCE = { retry: 0, repeats: 0, timeout: 0 }

/** How items are declared: with Vitest's test, or the user's with its fixtures. @param body in whose source Vitest reads which fixtures to set up. */
export function itemTest(own: OwnTest<object> | undefined, body: (...parameters: never[]) => Promise<void>): ItemTest {
  if (!own) {
    // Each access of `concurrent` makes a function with some twenty properties.
    const { concurrent } = test
    return (title, meta, run) => concurrent(title, { meta, ...ONCE }, run)
  }
  return (title, meta, run) => {
    // for() is the form of test whose fixtures are in the second parameter; %s, as an id may hold a placeholder.
    const asBody = Object.assign((_title: string, context: TestContext) => run(context), { toString: () => body.toString() })
    own.concurrent.for([title])('%s', { meta, ...ONCE }, asBody)
  }
}

/**
 * Declares a benchmark: every item is a Vitest test, run concurrently within the run's limit. Matchers record their
 * scores, and the item fails at its end if any fell below its threshold.
 *
 * @example
 * benchmark('capitals', {
 *   items: [{ id: 'fr', question: 'Capital of France?', answer: 'Paris' }],
 *   reference: (item) => item.answer,
 * }, async (item, { candidate, expect }) => {
 *   const answer = await candidate.ask(item.question)
 *   await expect(answer).toPassRubric(rubric([criterion('names it', { check: (text) => text.includes(item.answer) })]))
 * })
 */
export function benchmark<Item, Fixtures extends object = object>(
  name: string,
  options: BenchmarkOptions<Item, Fixtures>,
  body: (item: Item, context: BenchmarkContext & Omit<Fixtures, keyof BenchmarkContext>) => Promise<void>,
): void
/** Declares the benchmark of a suite that {@link defineSuite} made. */
export function benchmark(suite: Suite): void
export function benchmark<Item, Fixtures extends object>(
  suite: string | Suite,
  options?: BenchmarkOptions<Item, Fixtures>,
  body?: (item: Item, context: BenchmarkContext & Omit<Fixtures, keyof BenchmarkContext>) => Promise<void>,
): void {
  const name = typeof suite === 'string' ? suite : suite.name
  if (!recordName.safeParse(name).success)
    throw usageError(`Failed to declare the benchmark ${name}: JavaScript uses that name itself. Choose another.`)
  if (typeof suite !== 'string') declareSuite(suite)
  else if (options && body) declareSuite(inlineSuite(suite, options, body))
}
