import { chai, type ExpectStatic, type TestContext } from 'vitest'
import { markAssertion, type TestScope } from './itemScope.ts'
import { vitestWorker } from './vitestWorker.ts'

/** Vitest counts a test's assertions in the `expect` it made for it, and looks at the count where it is told to require them. */
const counted = !vitestWorker?.config || Boolean(vitestWorker.config.expect?.requireAssertions)

/**
 * The `expect` of an item: its assertions carry the item's scope. Vitest makes one for each test, of fifty properties that
 * live as long as the run, in which a matcher uses none; so it is made for those items alone that use more of it than
 * `expect(value)`.
 */
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
