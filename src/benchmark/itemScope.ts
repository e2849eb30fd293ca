import { AsyncLocalStorage } from 'node:async_hooks'
import { HoldfastError } from '../errors.ts'
import type { Model } from '../models/model.ts'
import type { Verdict } from '../rubric/verdict.ts'

/**
 * What the matchers of one test report to. Found through AsyncLocalStorage: Vitest's own `this.task` names another test's
 * item when tests run concurrently and the global `expect` is used.
 */
export interface TestScope {
  /** A scored item records a verdict; a plain test fails at the matcher. */
  readonly scored: boolean
  readonly verdicts: Verdict[]
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
  readonly controlled?: boolean
}

const scopes = new AsyncLocalStorage<TestScope>()

/** Runs a test's body in a scope of its own. */
export function runInScope<T>(scope: TestScope, body: () => Promise<T>): Promise<T> {
  return scopes.run(scope, body)
}

/** The scope of the running test, if it has one. */
export function currentScope(): TestScope | undefined {
  return scopes.getStore()
}

/** A new scope. */
export function newScope(scored: boolean, judging: Judging, threshold?: number): TestScope {
  return { scored, verdicts: [], open: new Set(), misuse: undefined, threshold, judging }
}

/**
 * The judge of the running test.
 *
 * @throws HoldfastError outside a test of a project with the plugin.
 */
export function currentJudging(): Judging {
  const scope = scopes.getStore()
  if (!scope)
    throw new HoldfastError('CONFIG', 'Failed to judge: the plugin is missing. Add holdfast() to the plugins in your Vitest configuration.')
  return scope.judging
}
