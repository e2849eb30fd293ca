import { expect, test } from 'vitest'
import { heldToCap } from './heldToCap.ts'

const said = 'and so on '.repeat(40)

test('an answer within its cap stays as it is', () => {
  const answer = { content: said, finish: 'stop' } as const
  expect(heldToCap(answer, 400)).toBe(answer)
  expect(heldToCap(answer, 200)).toBe(answer)
})

test('a longer one is cut there, and is a cut one', () =>
  expect(heldToCap({ content: said, finish: 'stop' }, 10)).toEqual({ content: 'and so on and so on and so on and', finish: 'length' }))

// The endpoint's tokens are half as many as ours here: 60 of what is said, of which 30 fit.
test('its length is what the endpoint counts, where that tells thoughts from answer', () => {
  const usage = { promptTokens: 5, completionTokens: 560, reasoningTokens: 500 }
  expect(heldToCap({ content: said, usage }, 60).content).toBe(said)
  const { content } = heldToCap({ content: said, usage }, 30)
  expect(content).toHaveLength(said.length / 2 - 1)
})
