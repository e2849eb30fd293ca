import { describe, expect, test } from 'vitest'
import { HoldfastError, UnscoredError } from '../../src/core/base/errors.ts'
import { Dialogue } from '../../src/judging/dialogue/dialogue.ts'
import { answerDrift, repetitions } from '../../suites/refutebench/protocols.ts'
import { rateAll } from '../../suites/refutebench/refuter/judgedObjections.ts'

const unscored = () => Promise.reject(new UnscoredError('no usable rating'))
const broken = () => Promise.reject(new HoldfastError('ENDPOINT', 'out of order'))

describe('all ratings of an item', () => {
  /** Which ratings were made, and what came of them. */
  async function made(needed: readonly (() => Promise<void>)[], aside: readonly (() => Promise<void>)[]) {
    let count = 0
    const counting = (rate: () => Promise<void>) => async () => {
      count += 1
      await rate()
    }
    const error = await rateAll(needed.map(counting), aside.map(counting)).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    return { count, error }
  }
  const good = async () => undefined

  test('are made, also where some cannot be', async () => {
    expect(await made([good, good], [good])).toEqual({ count: 3, error: undefined })
    expect((await made([unscored, good], [unscored, good])).count).toBe(4)
    expect((await made([broken, good], [good])).count).toBe(3)
  })

  test('leave the item unscored where one is missing that it needs', async () => {
    const { error } = await made([good, unscored], [good])
    expect(error).toMatchObject({ code: 'UNSCORED' })
  })

  test('leave the item scored where only those aside are missing', async () =>
    expect((await made([good], [unscored, unscored])).error).toBeUndefined())

  test('break the item where one is broken, needed or not, whatever else is missing', async () => {
    expect((await made([unscored, good], [broken])).error).toMatchObject({ code: 'ENDPOINT' })
    expect((await made([good], [unscored, broken])).error).toMatchObject({ code: 'ENDPOINT' })
  })
})

describe('the drift of answers', () => {
  const drift = (...answers: string[]) => {
    const dialogue = answers.reduce((talk, answer, index) => talk.given(`q${index}`, answer), new Dialogue())
    return answerDrift(dialogue)
  }

  test('is the share of answers that are the one before, and the last length over the first', () => {
    expect(drift('abcd', 'abcd', 'ab', 'ab')).toEqual({ unchanged: 2 / 3, length_ratio: 0.5 })
    expect(drift('ab', 'abc', 'ab', 'abcdef')).toEqual({ unchanged: 0, length_ratio: 3 })
  })

  test('does not see white space', () => expect(drift('a b', ' a\n\n b ')).toEqual({ unchanged: 1, length_ratio: 1 }))

  test('counts characters, not units of them', () => expect(drift('𝒳𝒴', 'xyzw')).toMatchObject({ length_ratio: 2 }))

  test('has no ratio over an empty answer, but one to it', () => {
    expect(drift('', 'abc')).toEqual({ unchanged: 0 })
    expect(drift('abc', '')).toEqual({ unchanged: 0, length_ratio: 0 })
  })
})

test.each<[why: string, before: string, objection: string, answer: string, repeats: 0 | 1]>([
  ['is empty', 'one', 'Warmer!', ' \n', 1],
  ['is the answer before', 'One  Two ', 'Warmer!', 'One  Two\n', 1],
  ['is the answer before in capital letters', 'It was cold.', 'All in capital letters!', 'IT WAS COLD.', 0],
  ['is the answer before on lines of its own', 'It was cold. I froze.', 'A line for each!', 'It was cold.\nI froze.', 0],
  ['is the objection', 'one', 'Say it more warmly, please.', 'say it more  warmly, please.', 1],
  ['is the objection behind a word', 'one', 'Say it more warmly, please.', 'Sure: Say it more warmly, please.', 1],
  ['adds to the answer before', 'It was cold.', 'Add how you felt.', 'It was cold. I froze.', 0],
  [
    'says what the objection asked for word for word',
    'Es war kalt.',
    'It should read "Es war sehr kalt", as I told you before.',
    'Es war sehr kalt',
    0,
  ],
  [
    'quotes the objection and follows it',
    'cold',
    'Say "freezing".',
    'You asked me to say "freezing", so here it is: it was freezing all day.',
    0,
  ],
])('an answer that %s', (_, before, objection, answer, repeats) => {
  const dialogue = new Dialogue().given('q', before).given(objection, answer)
  expect(repetitions(dialogue)).toEqual({ 'repeats.a1': repeats })
})
