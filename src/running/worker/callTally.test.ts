import { describe, expect, test } from 'vitest'
import { CallTally, capOf, plannedUses, tokenCounter } from './callTally.ts'

describe('a tally', () => {
  test('adds up calls by role', () => {
    const { volumes } = new CallTally().add('candidate', 10, 2).add('judge', 5, 1, 3).add('judge', 7, 2).add('refuter', 9, 9, 0)
    expect(volumes).toEqual({
      candidate: { calls: 1, promptTokens: 10, completionTokens: 2 },
      judge: { calls: 4, promptTokens: 22, completionTokens: 5 },
    })
  })

  test('sends all that was said before with each call of a conversation', () => {
    const counted = new CallTally()
    const dialogue = counted.conversation('candidate', 100).ask(10, 5)
    dialogue.branch().ask(20, 5)
    dialogue.ask(1, 5)
    // 110, then 135 apart from it, then 116.
    expect(counted.volumes.candidate).toEqual({ calls: 3, promptTokens: 110 + 135 + 116, completionTokens: 15 })
  })

  test('has each vote send its own conversation', () => {
    const counted = new CallTally()
    counted.conversation('judge', 100, 2).ask(10, 5).ask(10, 5)
    expect(counted.volumes.judge).toEqual({ calls: 4, promptTokens: 2 * (110 + 125), completionTokens: 20 })
  })
})

test('uses are typical, with the most beside them', () => {
  const uses = plannedUses(3, 50, (counted, length: number) => counted.add('candidate', 10, length))
  const use = { calls: 1, promptTokens: 10 }
  expect(uses).toEqual({ candidate: { ...use, completionTokens: 3, most: { ...use, completionTokens: 50 } } })
})

test("a cap is the entry's, else the suite's", () => {
  expect([capOf({ maxTokens: 7 }, 400), capOf({ maxTokens: null }, 400), capOf({}, 400), capOf(undefined, 400)]).toEqual([7, 400, 400, 400])
})

test('tokens are those of the texts', () => {
  const { of, ofMessages } = tokenCounter(undefined)
  expect(of('one two three')).toBe(3)
  const segments = [
    { name: 'a', text: 'one two' },
    { name: 'b', text: ' three' },
  ]
  expect(
    ofMessages([
      { role: 'system', content: 'one two' },
      { role: 'user', content: segments },
    ]),
  ).toBe(5)
})
