import { describe, expect, test } from 'vitest'
import { occurrences, once, readItems, runFixture, unwrapped } from './fixtureRun.ts'

const misuse = (name: string) => once(() => runFixture('misuse', [], { MISUSE: name }))

const runs = {
  duplicateId: misuse('duplicate-id'),
  noId: misuse('no-id'),
  noMatcher: misuse('no-matcher'),
  notAwaited: misuse('not-awaited'),
  soft: misuse('soft'),
  ownSoft: misuse('own-soft'),
  foreign: misuse('foreign'),
  asymmetric: misuse('asymmetric'),
}

describe.concurrent('a benchmark used wrongly', () => {
  test.for([
    ['with two items of one id', runs.duplicateId, 'Failed to plan misuse: two items have the id "one". Rename one.'],
    [
      'with an item without an id',
      runs.noId,
      'Failed to plan misuse: item 2 has no id. Give items an id, or the benchmark an id function.',
    ],
    [
      'with a matcher inside another matcher',
      runs.asymmetric,
      'Failed to apply toPassRubric: it cannot be used inside another matcher. Write await expect(subject).toPassRubric(...).',
    ],
  ] as const)('%s is one clear error', async ([, run, message]) => {
    const { code, text } = await run()
    expect(code).toBe(1)
    expect(unwrapped(text)).toContain(message)
    expect(occurrences(text, 'Failed to')).toBe(1)
    expect(text).not.toMatch(/^ +at /m)
  })

  test.for([
    ['whose body applies no matcher', runs.noMatcher, 'one: its body applied no matcher. Apply one, for instance toPassRubric.'],
    [
      'whose body does not await a matcher',
      runs.notAwaited,
      'one: toPassRubric was not awaited. Write await expect(...).toPassRubric(...).',
    ],
  ] as const)('%s has no score and says why', async ([, run, message]) => {
    const finished = await run()
    expect(finished.code).toBe(1)
    expect(unwrapped(finished.text)).toContain(`Failed to score ${message}`)
    expect(readItems(finished).map(({ status }) => status)).toEqual(['error', 'error'])
    expect(finished.text).not.toMatch(/^ +at /m)
  })

  // runItem.ts puts the item's id into the message, so that failures.ts finds as many causes as there are items.
  test('in every item lists the mistake once, with its count', async () => {
    const { text } = await runs.noMatcher()
    expect(text).toMatch(/^ 2 x /m)
    expect(occurrences(text, 'Failed to')).toBe(1)
  })

  test.for([
    ["with expect.soft of the item's own", runs.ownSoft],
    ['with expect.soft', runs.soft],
    ['with the imported expect', runs.foreign],
  ] as const)('%s has no score', async ([, run]) => {
    const finished = await run()
    expect(finished.code).toBe(1)
    expect(readItems(finished).map(({ status }) => status)).toEqual(['error', 'error'])
  })

  test('with the imported expect says whose to take', async () => {
    const { text } = await runs.foreign()
    expect(unwrapped(text)).toContain(
      "Failed to apply toPassRubric: the imported expect cannot tell items that run at once apart. Take the item's own: benchmark(name, options, async (item, { expect }) => …).",
    )
    expect(text).not.toContain('applied no matcher')
  })

  // Vitest keeps what a soft matcher throws for itself, and outside a test refuses before our matcher is called.
  test('with expect.soft says that it is not to be used', async () => {
    const { text } = await runs.soft()
    expect(unwrapped(text)).toContain('expect.soft files failures on the wrong test')
    expect(text).not.toContain('applied no matcher')
  })
})
