import type { TestContext } from 'vitest'
import {
  type CaseSizes,
  currentRuntime,
  HoldfastError,
  itemExpect,
  loadSuite,
  planItems,
  type Role,
  readItems,
  readSuiteOptions,
  scoreItem,
  suiteNames,
} from '../../kit.ts'
import { WrittenConversation, type WrittenTurn } from './cases/writtenConversation.ts'

/** A case of an item of a bundled suite: the item, or less of it. */
export interface BenchmarkCase {
  /** Name of a bundled suite, for instance `lifbench`. */
  readonly suite: string
  /** Id of the item in the suite. */
  readonly item: string
  /** How much of each of its parts is left; parts that are not named are whole. Default: the whole item. */
  readonly sizes?: CaseSizes
  /** What is said in it. Who objects or interviews says this; the other texts are the item's own, and are checked. */
  readonly conversation?: readonly WrittenTurn[]
  /** Options of the suite that the item was found with, where they are not the defaults. */
  readonly options?: Readonly<Record<string, unknown>>
  /** Seed of the run that the item was found in. Default: that of the configuration. */
  readonly seed?: number
  /** Data of the run that the item was found in: `bundled`, or a folder. Default: that of the configuration. */
  readonly data?: string
}

/**
 * An item of a bundled suite, or a smaller case of it, as the function of an ordinary test: it asks the model under test and scores
 * the answer with the suite's own matchers, and fails with their message. `holdfast shrink` writes such tests.
 *
 * @throws HoldfastError, in the test, for a suite or an item that is not there, and where the item is another one by now.
 * @example
 * test('an entry of a short list', benchmarkCase({
 *   suite: 'lifbench',
 *   item: 'list-single_query_id/4/0/0',
 *   sizes: { 'list-before': 0, 'list-after': 3 },
 * }))
 */
export function benchmarkCase(given: BenchmarkCase): (context: TestContext) => Promise<void> {
  return async (context) => {
    const { item: id, sizes = {}, conversation } = given
    const runtime = currentRuntime()
    // Loaded by the tests that need it.
    const suite = suiteNames().includes(given.suite) ? await loadSuite(given.suite) : undefined
    if (!suite) {
      throw new HoldfastError(
        'USAGE',
        `Failed to run the case: no bundled suite ${JSON.stringify(given.suite)}. Use one of ${suiteNames().join(', ')}.`,
      )
    }
    const options = readSuiteOptions(suite, { configured: given.options ?? {}, variables: {} })
    const { seed, data } = given
    const configNow = () => ({
      ...runtime.config,
      suites: { ...runtime.config.suites, [suite.name]: options },
      ...(seed !== undefined && { seed }),
      ...(data !== undefined && { data }),
    })
    const prepare = async (role: Role) => {
      await runtime.prepare(role, suite.requests?.[role])
      return configNow()
    }
    await Promise.all(suite.roles.map(prepare))
    const opened = await suite.open({ options, config: configNow(), prepare })
    const entry = planItems(suite.name, await readItems(opened.items), opened).find((one) => one.id === id)
    if (!entry) {
      throw new HoldfastError(
        'DATA',
        `Failed to run the case: ${suite.name} has no item ${JSON.stringify(id)} with these options and data. Give those of the run that it was found in.`,
      )
    }
    const item = opened.cut ? opened.cut(entry.item, sizes) : entry.item
    if (item === undefined) {
      throw new HoldfastError('USAGE', `Failed to run the case: so little of ${id} is no case. Give more of its parts a size above 0.`)
    }
    const { signal, task } = context
    const held = new WrittenConversation(conversation ?? [])
    const { result, thrown } = await scoreItem({
      suite: task.file.name,
      entry: { ...entry, item },
      trial: 0,
      opened,
      runtime: held.runtimeFor(runtime, configNow()),
      signal,
      stopping: signal,
      expect: (scope) => itemExpect(context, scope),
    })
    task.meta.holdfastUsage = result.usage
    const { status, reason } = result.record
    if (status === 'passed' || status === 'failed') held.assertAsked(id)
    if (status === 'skipped') context.skip(reason)
    if (thrown !== undefined) throw thrown
  }
}
