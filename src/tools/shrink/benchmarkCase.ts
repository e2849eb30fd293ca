import type { TestContext } from 'vitest'
import {
  type CallRole,
  type CaseSizes,
  contentText,
  currentRuntime,
  dataError,
  excerpt,
  type ItemBinding,
  itemExpect,
  loadSuite,
  type Model,
  messagesIn,
  planItems,
  type Role,
  type Runtime,
  readItems,
  readSuiteOptions,
  scoreItem,
  singleLine,
  suiteNames,
  usageError,
} from '../../kit.ts'

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
      throw usageError(`Failed to run the case: no bundled suite ${JSON.stringify(given.suite)}. Use one of ${suiteNames().join(', ')}.`)
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
      throw dataError(
        `Failed to run the case: ${suite.name} has no item ${JSON.stringify(id)} with these options and data. Give those of the run that it was found in.`,
      )
    }
    const item = opened.cut ? opened.cut(entry.item, sizes) : entry.item
    if (item === undefined) {
      throw usageError(`Failed to run the case: so little of ${id} is no case. Give more of its parts a size above 0.`)
    }
    const { signal, task } = context
    const held = writtenConversation(conversation ?? [])
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

/** A turn of a conversation that is written in a test. */
interface WrittenTurn {
  /** What the user says. */
  readonly user: string
  /** What was answered when the test was written: given by the item, or by the model of then. For readers: nothing is compared with it. */
  readonly answered?: string | undefined
}

/** Roles that speak as the user of a conversation. */
const SPEAK_AS_USER: ReadonlySet<CallRole> = new Set<CallRole>(['refuter', 'interactor'])

/**
 * What is said is said as it is written: who speaks as the user is not asked. Whoever is measured is asked anew, and what it is asked
 * first is held against what is written.
 */
function writtenConversation(turns: readonly WrittenTurn[]) {
  const [first] = turns
  const spoken: string[] = []
  let asked: readonly string[] | undefined
  const speaker = (role: CallRole, bound: () => Model): Model => ({
    name: `the ${role} of the test`,
    simulated: false,
    ask: async (prompt, options = {}) => {
      // By the calls in their order: one that is made again gets its own text again.
      const call = `${role} ${options.call}`
      if (!spoken.includes(call)) spoken.push(call)
      const text = turns[1 + spoken.indexOf(call)]?.user
      // What the conversation does not have is said by the model itself.
      return text === undefined ? bound().ask(prompt, options) : { content: text }
    },
  })
  const noting = (model: Model): Model => ({
    name: model.name,
    simulated: model.simulated,
    ask: (prompt, options) => {
      const said = messagesIn(prompt).flatMap(({ role, content }) => (role === 'user' ? [contentText(content)] : []))
      // The first conversation that begins as it is written, else the first of all.
      if (!asked || (said[0] === first?.user && asked[0] !== first?.user)) asked = said
      return model.ask(prompt, options)
    },
  })
  return {
    runtimeFor(runtime: Runtime, config: Runtime['config']): Runtime {
      const model = (role: CallRole, binding: ItemBinding): Model => {
        const bound = () => runtime.model(role, binding)
        if (SPEAK_AS_USER.has(role)) return speaker(role, bound)
        // Where no candidate is called the judge is what is measured.
        return role === 'candidate' || role === 'judge' ? noting(bound()) : bound()
      }
      return Object.create(runtime, { config: { value: config }, model: { value: model } })
    },
    /** @throws HoldfastError where the item asks otherwise than is written. */
    assertAsked(id: string): void {
      const differs = asked?.find((text, at) => text !== turns[at]?.user)
      if (!first || (asked && differs === undefined)) return
      throw dataError(
        `Failed to hold the written conversation of ${id}: the item now asks ${differs === undefined ? 'nothing of it' : `"${excerpt(singleLine(differs), 0, 80)}"`}. Its data or its suite have changed: shrink the item again.`,
      )
    },
  }
}
