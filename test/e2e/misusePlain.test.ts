import { expect, test } from 'vitest'
import { once, plainFailures, runFixture } from './fixtureRun.ts'

const run = once(() => runFixture('misusePlain'))

/** What is printed of each failing test, on one line. */
const failures = async () => plainFailures(await run())

const NOT_AWAITED = 'toPassRubric was not awaited. Write await expect(...).toPassRubric(...).'

test('a plain test that uses matchers wrongly fails, and only those do', async () => {
  const { code } = await run()
  expect(code).toBe(1)
  expect([...(await failures()).keys()].sort()).toEqual([
    'an objection that was never made',
    'asymmetric',
    'fewer turns than asked for',
    'no await with a dialogue',
    'no await, and it would fail',
    'no await, and it would pass',
    'soft',
  ])
})

test.each([
  ['no await, and it would pass', NOT_AWAITED],
  ['no await, and it would fail', NOT_AWAITED],
  ['no await with a dialogue', NOT_AWAITED],
  ['asymmetric', 'it cannot be used inside another matcher. Write await expect(subject).toPassRubric(...).'],
  ['soft', 'expect.soft files failures on the wrong test'],
  ['an objection that was never made', 'Failed to apply toSatisfyRefutation'],
  ['fewer turns than asked for', 'Failed to apply toRetainAfterTurns'],
])('%s says what to do', async (name, message) => {
  expect((await failures()).get(name)).toContain(message)
})
