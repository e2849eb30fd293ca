import { type TestAPI, type TestContext, test } from 'vitest'

/** What the reporter is told of an item before it runs. */
interface ItemMeta {
  readonly holdfastWeight: number
}

/** Declares the test of an item, to run at the same time as the others. */
export type ItemTest = (title: string, meta: ItemMeta, run: (context: TestContext) => Promise<void>) => void

/** A user's `test.extend(...)`: the part of it that items are declared with, so that its type follows from its fixtures alone. */
export type OwnTest<Fixtures> = Pick<TestAPI<Fixtures>, 'concurrent'>

/** A repeated item would be paid for twice, and a timeout would count the time an item waits for its turn. */
const ONCE = { retry: 0, timeout: 0 }

/**
 * How the items of a benchmark are declared: with Vitest's own test, or with the user's, whose fixtures then reach the body.
 *
 * @param body what Vitest reads, in its source, for the fixtures to set up: they are named in its second parameter.
 */
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
