import { describe, expect, test } from 'vitest'
import { occurrences, once, readItems, runFixture, unwrapped } from './fixtureRun.ts'

const misuse = (name: string) => once(() => runFixture('misuse', [], { MISUSE: name }))

const runs = {
  noMatcher: misuse('no-matcher'),
  soft: misuse('soft'),
  ownSoft: misuse('own-soft'),
  foreign: misuse('foreign'),
  asymmetric: misuse('asymmetric'),
}

describe.concurrent('a benchmark used wrongly', () => {
  test('with a matcher inside another matcher is one clear error', async () => {
    const { code, text } = await runs.asymmetric()
    expect(code).toBe(1)
    expect(unwrapped(text)).toContain(
      'Failed to apply toPassRubric: it cannot be used inside another matcher. Write await expect(subject).toPassRubric(...).',
    )
    expect(occurrences(text, 'Failed to')).toBe(1)
    expect(text).not.toMatch(/^ +at .+:\d+:\d+/m)
  })

  test('whose body applies no matcher has no score and says why', async () => {
    const finished = await runs.noMatcher()
    expect(finished.code).toBe(1)
    expect(unwrapped(finished.text)).toContain('Failed to score one: its body applied no matcher and recorded no figure.')
    expect(readItems(finished).map(({ status }) => status)).toEqual(['error', 'error'])
    expect(finished.text).not.toMatch(/^ +at .+:\d+:\d+/m)
  })

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
