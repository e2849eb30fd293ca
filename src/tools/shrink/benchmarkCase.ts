import type { TestContext } from 'vitest'
import {
  type Answer,
  type AskOptions,
  type CallRole,
  type CaseSizes,
  contentText,
  currentRuntime,
  excerpt,
  HoldfastError,
  type ItemBinding,
  itemExpect,
  loadSuite,
  type Model,
  type Prompt,
  planItems,
  type Role,
  type Runtime,
  readItems,
  readSuiteOptions,
  scoreItem,
  singleLine,
  suiteNames,
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
 * Holds an item to the conversation that is written in its test: whoever objects or interviews says what is written there, so that the
 * model under test is asked the same again; and where the item begins with another question than the written one, it says so.
 */
class WrittenConversation {
  readonly #turns: readonly WrittenTurn[]
  readonly #spoken: string[] = []
  #asked: readonly string[] | undefined

  constructor(turns: readonly WrittenTurn[]) {
    this.#turns = turns
  }

  /** A runtime whose models keep to the conversation. */
  runtimeFor(runtime: Runtime, config: Runtime['config']): Runtime {
    const model = (role: CallRole, binding: ItemBinding): Model => {
      const bound = () => runtime.model(role, binding)
      if (SPEAK_AS_USER.has(role)) return this.#speaker(role, bound)
      // Where no candidate is called the judge is what is measured.
      return role === 'candidate' || role === 'judge' ? this.#noting(bound()) : bound()
    }
    return Object.create(runtime, { config: { value: config }, model: { value: model } })
  }

  /**
   * Says that the item was not asked what is written.
   *
   * @throws HoldfastError where it was asked something else.
   */
  assertAsked(id: string): void {
    const [first] = this.#turns
    if (!first) return
    const differs = this.#asked?.find((text, at) => text !== this.#turns[at]?.user)
    if (this.#asked && differs === undefined) return
    throw new HoldfastError(
      'DATA',
      `Failed to hold the written conversation of ${id}: the item now asks ${differs === undefined ? 'nothing of it' : `"${excerpt(singleLine(differs), 0, 80)}"`}. Its data or its suite have changed: shrink the item again.`,
    )
  }

  #speaker(role: CallRole, bound: () => Model): Model {
    return {
      name: `the ${role} of the test`,
      simulated: false,
      ask: async (prompt, options = {}) => {
        const text = this.#textFor(`${role} ${options.call}`)
        // What the conversation does not have is said by the model itself.
        return text === undefined ? bound().ask(prompt, options) : { content: text }
      },
    }
  }

  /** What is said in a call: calls of one name, repeated as a reply was of no use, say the same. The first turn is the item's own. */
  #textFor(call: string): string | undefined {
    if (!this.#spoken.includes(call)) this.#spoken.push(call)
    return this.#turns[1 + this.#spoken.indexOf(call)]?.user
  }

  #noting(model: Model): Model {
    return {
      name: model.name,
      simulated: model.simulated,
      ask: (prompt: Prompt, options?: AskOptions): Promise<Answer> => {
        this.#note(prompt)
        return model.ask(prompt, options)
      },
    }
  }

  /** Notes the first call that begins as the conversation does, or the first of all: later turns may depend on what was answered. */
  #note(prompt: Prompt): void {
    const messages = typeof prompt === 'string' ? [{ role: 'user', content: prompt }] : typeof prompt === 'function' ? prompt() : prompt
    const said = messages.filter(({ role }) => role === 'user').map(({ content }) => contentText(content))
    if (said[0] !== this.#turns[0]?.user && this.#asked) return
    if (this.#asked?.[0] === this.#turns[0]?.user) return
    this.#asked = said
  }
}
