import { AsyncLocalStorage } from 'node:async_hooks'
import { chai, type ExpectStatic, type TestContext } from 'vitest'
import { configError, type HoldfastError } from '../../core/base/errors.ts'
import type { Verdict } from '../../judging/rubric/rubric.ts'
import type { Model } from '../../models/model.ts'
import { vitestWorker } from './cancelled.ts'
import type { Controlled } from './controlled.ts'

/** What the matchers of one test report to. */
export interface TestScope {
  /** A scored item records a verdict; a plain test fails at the matcher. */
  readonly scored: boolean
  readonly verdicts: Verdict[]
  /** Figures that the item recorded beside its scores, by name. */
  readonly figures: Record<string, number>
  /** Scores that an answer without knowledge gets, where the benchmark tells. */
  floor?: Readonly<Record<string, number>> | undefined
  /** Names of matchers that have begun and not ended. */
  readonly open: Set<{ readonly matcher: string }>
  /** A wrong use that Vitest would keep to itself, to be thrown at the end of the test. */
  misuse: HoldfastError | undefined
  /** Total from which an item passes, for rubrics that name none. */
  readonly threshold: number | undefined
  /** What matchers judge with. */
  readonly judging: Judging
}

/** The judge of a test. */
export interface Judging {
  /** Binds the judge to the test. Throws HoldfastError when the run has none. */
  judge(): Model
  /** Times the judge is asked for each verdict. */
  readonly votes: number
  /** Whether answers of which the truth is known go through the judge as well. */
  readonly controlled?: Controlled
  /** Answers to the item of which it is known that they are right, or wrong, where the benchmark tells. */
  readonly knownAnswers?: { right?(): string; wrong?(): string }
  /** Counts of what was read off replies of whether their writers read: `traces` of the record. */
  readonly traces?: Readonly<Record<string, number>>
}

/** Plain tests: these may run at the same time and use the global `expect`, which Vitest itself takes for another test's then. */
const scopes = new AsyncLocalStorage<TestScope>()

/** Items under way: their scope is on the assertions of their own `expect`, since AsyncLocalStorage makes each promise dearer. */
const items = new Set<TestScope>()

/** Where chai keeps an item's scope on an assertion. */
const FLAG = 'holdfastScope'

/** Runs a plain test in a scope of its own. */
export function runInScope<T>(scope: TestScope, body: () => Promise<T>): Promise<T> {
  return scopes.run(scope, body)
}

/** Runs an item, whose assertions carry its scope. */
export async function runItemInScope(scope: TestScope, body: () => Promise<void>): Promise<void> {
  items.add(scope)
  await body().finally(() => items.delete(scope))
}

/** Lets an assertion carry a scope. */
export function markAssertion(assertion: object, scope: TestScope): object {
  chai.util.flag(assertion, FLAG, scope)
  return assertion
}

/** The scope of the item an assertion is made in, else of the plain test. */
export function scopeOf(assertion: object): TestScope | undefined {
  return chai.util.flag(assertion, FLAG) ?? currentScope()
}

/** Items under way, one of which has used an `expect` that is not its own. */
export function runningItems(): ReadonlySet<TestScope> {
  return items
}

/** The scope of the running plain test, if it has one. */
export function currentScope(): TestScope | undefined {
  return scopes.getStore()
}

/** A new scope. */
export function newScope(scored: boolean, judging: Judging, threshold?: number): TestScope {
  return { scored, verdicts: [], figures: {}, open: new Set(), misuse: undefined, threshold, judging }
}

/** The error of a test file that the plugin does not know. */
export function pluginMissing(): HoldfastError {
  return configError(
    'Failed to run a test of Holdfast: the plugin is missing. Add holdfast() to the plugins of the Vitest project that has the file. In a workspace, run it in the folder of that project, or name the folder in test.projects of the root; a project has the plugins of the root with extends: true.',
  )
}

/** The judge of a test. @throws HoldfastError outside a test of a project with the plugin. */
export function judgingOf(scope: TestScope | undefined): Judging {
  if (!scope) throw pluginMissing()
  return scope.judging
}

/** Vitest counts a test's assertions in the `expect` it made for it, and looks at the count where it is told to require them. */
const counted = !vitestWorker?.config || Boolean(vitestWorker.config.expect?.requireAssertions)

/** The `expect` of an item, whose assertions carry its scope. Vitest's own is dear, and made for items that use more of it than `expect(value)`. */
export function itemExpect(context: Pick<TestContext, 'expect' | 'task'>, scope: TestScope): ExpectStatic {
  let made = 0
  let own: ExpectStatic | undefined
  const vitests = (): ExpectStatic => {
    if (own) return own
    own = context.expect
    own.setState({ assertionCalls: made })
    return own
  }
  const assert = (...args: Parameters<ExpectStatic>): object => {
    if (own || counted) return vitests()(...args)
    const bare = chai.expect(...args) as Chai.Assertion & { readonly withTest?: (task: TestContext['task']) => object }
    if (!bare.withTest) return vitests()(...args)
    made += 1
    return bare.withTest(context.task)
  }
  const marked =
    <Args extends unknown[]>(make: (...args: Args) => object) =>
    (...args: Args): object =>
      markAssertion(make(...args), scope)
  return new Proxy(marked(assert) as ExpectStatic, {
    get: (_target, name) => (name === 'soft' || name === 'poll' ? marked<never[]>(vitests()[name]) : Reflect.get(vitests(), name)),
    has: (_target, name) => Reflect.has(vitests(), name),
    set: (_target, name, value) => Reflect.set(vitests(), name, value),
  })
}
