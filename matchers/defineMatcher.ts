import { join } from 'node:path'
import { packageRoot } from '../src/core/base/packageRoot.ts'
import { Dialogue } from '../src/judging/dialogue/dialogue.ts'
import type { Verdict } from '../src/judging/rubric/rubric.ts'
import { runningItems, scopeOf } from '../src/running/worker/itemScope.ts'
import { type Judge, misuse, withoutControls } from './subject.ts'

/** What is read of the state Vitest passes; `assertion` is absent when a matcher is used inside another one. */
type MatcherContext = { readonly isNot: boolean; readonly assertion?: object; readonly soft?: boolean }

const SOFT = 'expect.soft files failures on the wrong test. Use expect; all matchers of an item report anyway.'

const FOREIGN =
  "the imported expect cannot tell items that run at once apart. Take the item's own: benchmark(name, options, async (item, { expect }) => …)."

/** Makes a Vitest matcher: in a scored item all verdicts are recorded and the item fails at its end; in a plain test it asserts. */
export function defineMatcher<Args extends unknown[]>(
  name: string,
  judge: (...judged: Parameters<Judge<Args>>) => Verdict | Promise<Verdict>,
) {
  return function matcher(this: MatcherContext, received: unknown, ...args: Args) {
    // These two throw at once: a rejected promise would be lost where nothing awaits it.
    if (this.assertion === undefined)
      throw misuse(name, `it cannot be used inside another matcher. Write await expect(subject).${name}(...).`)
    const scope = scopeOf(this.assertion)
    const reason = this.soft ? SOFT : !scope && runningItems().size > 0 ? FOREIGN : undefined
    if (reason) {
      const wrong = misuse(name, reason)
      // Vitest keeps what a soft assertion throws to itself. Whose item it was is not known of a foreign one; all have the same body.
      for (const concerned of scope ? [scope] : runningItems()) concerned.misuse = wrong
      throw wrong
    }
    const mark = { matcher: name }
    scope?.open.add(mark)
    const { isNot } = this
    // An item is shown by its evidence; in a plain test the line is what a reader looks for.
    const called = scope?.scored ? undefined : calledHere(matcher)
    const judged = (async () => {
      // What is right passes a rubric, and fails its opposite: of that nothing is known.
      const judged = withCompactions(await judge(isNot ? withoutControls(scope) : scope, received, ...args), received)
      const verdict = isNot ? negated(judged) : judged
      if (scope?.scored) scope.verdicts.push(verdict)
      // An item fails at its end. Vitest turns `pass` round under `not`.
      const passes = scope?.scored || verdict.passed
      return { pass: isNot ? !passes : passes, message: () => verdict.message }
    })()
    return closing(judged, called, () => scope?.open.delete(mark))
  }
}

/** A verdict whose message says after which turns the application compacted the conversation. */
function withCompactions(verdict: Verdict, received: unknown): Verdict {
  const turns = received instanceof Dialogue ? received.turns.flatMap(({ compacted }, at) => (compacted ? [at + 1] : [])) : []
  return turns.length === 0 ? verdict : { ...verdict, message: `${verdict.message}\n  compacted after turn ${turns.join(' and ')}` }
}

function negated(verdict: Verdict): Verdict {
  const { neutral, recordOnly, passed } = verdict
  const scores = Object.entries(verdict.scores).map(([name, score]) => [name, neutral?.includes(name) ? score : 1 - score] as const)
  // A figure beside the score fails nothing, whichever way it is asked for.
  return { ...verdict, passed: recordOnly === true || !passed, scores: Object.fromEntries(scores), lost: {}, criteria: {} }
}

/** A promise that calls `close` when the test takes its result. Vitest calls `then` once for an assertion, which the test awaits. */
function closing<T>(promise: Promise<T>, called: Error | undefined, close: () => void): Promise<T> {
  return intercept(promise, (...handlers) => {
    const asserted = promise.then(...handlers).catch((error: unknown) => {
      throw called ? calledAt(error, called) : error
    })
    asserted.catch(() => undefined)
    return intercept(asserted, (...taken) => {
      close()
      return asserted.then(...taken)
    })
  })
}

/** Where this package's built code is, which no reader of a stack looks for. */
const BUILT = join(packageRoot, 'dist')

/** The place a function was called from. */
function calledHere(callee: (...args: never[]) => unknown): Error {
  const error = new Error('called here')
  Error.captureStackTrace(error, callee)
  return error
}

/** An error with the stack of the call that it comes of: what it has itself begins in a promise. */
function calledAt(error: unknown, called: Error): unknown {
  const frames = called.stack
    ?.split('\n')
    .slice(1)
    .filter((frame) => !frame.includes(BUILT))
  if (error instanceof Error && frames) error.stack = `${error.name}: ${error.message}\n${frames.join('\n')}`
  return error
}

/** A thenable and no Promise: `await` on a real one never calls its `then`, and so could not be observed. */
function intercept<T>(promise: Promise<T>, then: (...handlers: Parameters<Promise<T>['then']>) => unknown): Promise<T> {
  const observed = {
    then,
    catch: (onRejected: () => unknown) => then(undefined, onRejected),
    finally: (onFinally: () => void) => {
      then()
      return promise.finally(onFinally)
    },
    [Symbol.toStringTag]: 'Promise',
  }
  return observed as Promise<T>
}
