import { describe, expect, test } from 'vitest'
import { occurrences, once, plainFailures, readItems, runFixture, unwrapped } from './fixtureRun.ts'

const run = once(() => runFixture('misuse'))
/** What became of the items of a benchmark, and what was said of them. */
const itemsOf = async (suite: string) => readItems(await run()).filter((record) => record.suite === suite)

describe.concurrent('a benchmark used wrongly', () => {
  test.each([
    ['no-matcher', 'Failed to score one: its body applied no matcher and recorded no figure.'],
    [
      'asymmetric',
      'Failed to apply toPassRubric: it cannot be used inside another matcher. Write await expect(subject).toPassRubric(...).',
    ],
    [
      'foreign',
      "Failed to apply toPassRubric: the imported expect cannot tell items that run at once apart. Take the item's own: benchmark(name, options, async (item, { expect }) => …).",
    ],
    // Vitest keeps what a soft matcher throws for itself, and outside a test refuses before our matcher is called.
    ['soft', 'expect.soft files failures on the wrong test'],
    ['own-soft', ''],
  ])('(%s) has no score, and says once what is wrong', async (suite, message) => {
    const { code, text } = await run()
    expect(code).toBe(1)
    const items = await itemsOf(suite)
    expect(items.map(({ status }) => status)).toEqual(['error', 'error'])
    for (const { error, item } of items) expect(unwrapped(error ?? '')).toContain(message.replace('score one', `score ${item}`))
    if (suite !== 'no-matcher') for (const { error } of items) expect(error).not.toContain('applied no matcher')
    // A plain test of that name says so, too.
    const shown = message.replace('score one', 'score …')
    if (message.startsWith('Failed to')) expect(occurrences(unwrapped(text), shown)).toBe(suite === 'asymmetric' ? 2 : 1)
  })

  test('in every item lists the mistake once, with its count, and without a stack', async () => {
    const { text } = await run()
    expect(text.match(/^ 2 x /gm)).toHaveLength(5)
    expect(text).not.toMatch(/^ +at .+:\d+:\d+/m)
  })
})

const NOT_AWAITED = 'toPassRubric was not awaited. Write await expect(...).toPassRubric(...).'
const PLAIN: readonly (readonly [string, string])[] = [
  ['no await, and it would pass', NOT_AWAITED],
  ['no await, and it would fail', NOT_AWAITED],
  ['no await with a dialogue', NOT_AWAITED],
  ['asymmetric', 'it cannot be used inside another matcher. Write await expect(subject).toPassRubric(...).'],
  ['soft', 'expect.soft files failures on the wrong test'],
  ['an objection that was never made', 'Failed to apply toSatisfyRefutation'],
  ['fewer turns than asked for', 'Failed to apply toRetainAfterTurns'],
]

test('plain tests that use matchers wrongly fail, only those do, and each says what to do', async () => {
  const failures = plainFailures(await run())
  expect([...failures.keys()].sort()).toEqual(PLAIN.map(([name]) => name).sort())
  for (const [name, message] of PLAIN) expect(failures.get(name), name).toContain(message)
})
