import { describe, expect, test } from 'vitest'
import { once, readItems, readScores, runFixture, unwrapped } from './fixtureRun.ts'

const run = once(() => runFixture('ownExpect'))
const required = once(() => runFixture('ownExpect', ['--expect.requireAssertions']))

describe.concurrent("an item's own expect", () => {
  test.for([
    ['alone', run],
    ['with assertions required', required],
  ] as const)('%s does what that of a test does', async ([, finished]) => {
    const items = readItems(await finished())
    // A soft assertion and a wrong count fail the test when the item has its score.
    const passed = ['nothing', 'assertion', 'snapshot', 'soft', 'poll', 'name', 'counted', 'miscounted']
    const states = Object.fromEntries(items.map(({ item, status }) => [item, status]))
    expect(states).toEqual({ ...Object.fromEntries(passed.map((id) => [id, 'passed'])), wrong: 'error', 'wrong-snapshot': 'error' })
    expect(items.find(({ item }) => item === 'wrong')?.error).toContain('the sum: expected 2 to be 3')
    expect(items.find(({ item }) => item === 'wrong-snapshot')?.error).toContain('mismatched')
  })

  test.for([
    ['alone', run],
    ['with assertions required', required],
  ] as const)('%s files what fails beside the matchers on its own item', async ([, finished]) => {
    const { text, code } = await finished()
    expect(code).toBe(1)
    expect(unwrapped(text)).toContain('x own-expect > soft the soft one: expected 1 to be 2')
    expect(unwrapped(text)).toContain('x own-expect > miscounted expected number of assertions to be 4, but got 2')
    expect(unwrapped(text)).toContain('2 failures that are no scores')
    expect(readScores(await finished()).suites['own-expect']).toMatchObject({ items: 10, passed: 8, error: 2, failed: 0 })
  })
})
