import { beforeAll, describe, expect, test } from 'vitest'
import { Dialogue } from '../src/judging/dialogue/dialogue.ts'
import { fence } from '../src/judging/fence.ts'
import type { Check } from '../src/judging/rubric/rubric.ts'
import type { Model } from '../src/models/model.ts'
import { currentScope } from '../src/running/worker/itemScope.ts'
import { withJudge } from '../test/withJudge.ts'
import { registerMatchers } from './index.ts'
import type { RefutationOptions } from './rateRefutation.ts'
import { retainAfterTurns } from './toRetainAfterTurns.ts'

beforeAll(registerMatchers)

type Step = readonly [kind: 'refute' | 'ask' | 'distract', user: string, answer: string, check?: Check]

/** A dialogue that began with a query, and the turns after it. */
async function dialogueOf(...steps: readonly Step[]): Promise<Dialogue> {
  const answers = ['FIRST', ...steps.map(([, , answer]) => answer)]
  const ask: Model['ask'] = async () => ({ content: answers.shift() ?? expect.unreachable('asked too often') })
  const dialogue = new Dialogue({ name: 'stub:model', simulated: false, ask })
  await dialogue.ask('QUERY')
  for (const [kind, user, , check] of steps) await dialogue[kind](user, check ? { check } : {})
  return dialogue
}

const SHORE = /Ufer/
/** An objection, so many turns of other talk, and the query again with its answer. */
const persistent = (between: number, last: string, check: Check | null = SHORE) =>
  dialogueOf(
    ['refute', 'Not the bank, the shore!', 'Er saß am Ufer.', ...(check ? ([check] as const) : ([] as const))],
    ...Array.from({ length: between }, (_, index): Step => ['distract', `DISTRACTOR-${index}`, `TALK-${index}`]),
    ['ask', 'QUERY', last],
  )

async function failureOf(received: unknown, turns: number, options?: RefutationOptions): Promise<string> {
  try {
    await expect(received).toRetainAfterTurns(turns, options)
  } catch (error) {
    return (error as Error).message
  }
  return expect.unreachable('it passed')
}

describe('the last answer against the check of an objection', () => {
  test('passes where it still holds', async () => {
    const dialogue = await persistent(3, 'Er saß am Ufer und las.')
    await expect(dialogue).toRetainAfterTurns(4)
    expect(await retainAfterTurns(currentScope(), dialogue, 4)).toMatchObject({
      passed: true,
      scores: { rating: 5, total: 1 },
      lost: {},
    })
  })

  test('fails where it is forgotten, with the whole message', async () => {
    expect(await failureOf(await persistent(1, 'Er saß auf der Bank.'), 2)).toMatchInlineSnapshot(`
      "Expected the answer 2 turns after objection 1 still to follow it: rated 1 of 5, needs 4.
        objected  "Not the bank, the shore!" (turn 2)
        received  "Er saß auf der Bank."
        lost      rating: rated 1 of 5: does not match /Ufer/"
    `)
    expect(await failureOf(await persistent(0, 'Er saß auf der Bank.'), 1)).toMatch(
      /^Expected the answer 1 turn after objection 1 still to follow it: /,
    )
  })

  test('is held, not the answer to the objection', async () => {
    expect((await persistent(1, 'Bank')).turns[1]?.assistant).toMatch(SHORE)
    await expect(await persistent(1, 'Bank')).not.toRetainAfterTurns(2)
    await expect(await dialogueOf(['refute', 'the shore!', 'Bank', SHORE], ['ask', 'QUERY', 'Ufer'])).toRetainAfterTurns(1)
  })

  test('is held at any point of a dialogue, by its beginning', async () => {
    const dialogue = await dialogueOf(['refute', 'the shore!', 'Ufer', SHORE], ['ask', 'b', 'Ufer'], ['ask', 'c', 'Bank'])
    await expect(dialogue.before(3)).toRetainAfterTurns(1)
    await expect(dialogue.before(4)).not.toRetainAfterTurns(2)
  })
})

describe('turns since the objection', () => {
  test.each([
    [0, 1],
    [1, 2],
    [3, 4],
  ])('with %i distractors are %i and no more', async (between, turns) => {
    const dialogue = await persistent(between, 'Ufer')
    for (let asked = 1; asked <= turns; asked += 1) await expect(dialogue).toRetainAfterTurns(asked)
    await expect(retainAfterTurns(currentScope(), dialogue, turns + 1)).rejects.toMatchObject({ code: 'USAGE' })
  })

  test('that are too few are an error and not a pass, negated or not, also in a scored item', async () => {
    const message = 'Failed to apply toRetainAfterTurns: 2 turns since the objection, fewer than 3. Ask or distract first.'
    const dialogue = await persistent(1, 'Ufer')
    await expect(async () => expect(dialogue).toRetainAfterTurns(3)).rejects.toThrow(message)
    await expect(async () => expect(dialogue).not.toRetainAfterTurns(3)).rejects.toThrow(message)
    const { scope } = await withJudge(
      [],
      async () => {
        await expect(async () => expect(dialogue).toRetainAfterTurns(3)).rejects.toThrow(message)
      },
      { scored: true },
    )
    expect(scope.verdicts).toEqual([])
  })

  test('are none at the answer to the objection itself', async () => {
    await expect(retainAfterTurns(currentScope(), await dialogueOf(['refute', 'a', 'b', /b/]), 1)).rejects.toThrow(
      'Failed to apply toRetainAfterTurns: 0 turns since the objection, fewer than 1. Ask or distract first.',
    )
    const one = await dialogueOf(['refute', 'a', 'b', /b/], ['ask', 'c', 'b'])
    await expect(retainAfterTurns(currentScope(), one, 2)).rejects.toThrow('1 turn since the objection, fewer than 2.')
  })

  test('are turns of any kind', async () => {
    const dialogue = await dialogueOf(['refute', 'a', 'b', /b/], ['refute', 'c', 'b', /c/], ['distract', 'd', 'b'])
    dialogue.given('e', 'b')
    await expect(dialogue).toRetainAfterTurns(3, { objection: 0 })
  })
})

describe('the objection', () => {
  const two = () => dialogueOf(['refute', 'one!', 'one', /one/], ['ask', 'q', '?'], ['refute', 'two!', 'two', /two/], ['ask', 'q', 'two'])

  test('is the last one that is far enough back', async () => {
    const dialogue = await two()
    await expect(dialogue).toRetainAfterTurns(1)
    // The second one is one turn back, the first three.
    expect(await failureOf(dialogue, 2)).toContain('objected  "one!" (turn 2)')
    expect(await failureOf(dialogue, 3)).toContain('objected  "one!" (turn 2)')
    await expect(retainAfterTurns(currentScope(), dialogue, 4)).rejects.toThrow('fewer than 4')
  })

  test('is the one of an index, from 0', async () => {
    const dialogue = await two()
    await expect(dialogue).not.toRetainAfterTurns(1, { objection: 0 })
    await expect(dialogue).toRetainAfterTurns(1, { objection: 1 })
  })

  test('of an index is not exchanged for an older one where too few turns have passed', async () =>
    expect(retainAfterTurns(currentScope(), await two(), 2, { objection: 1 })).rejects.toThrow('1 turn since the objection, fewer than 2.'))
})

describe('an objection without a check', () => {
  const open = () => persistent(2, 'LAST', null)

  test('is put to the judge with the first query, the answer it objected to, and the last answer', async () => {
    const { asked } = await withJudge(['Rating: [[5]]'], async () => {
      await expect(await open()).toRetainAfterTurns(3, { name: 'R(c2,r0)' })
    })
    const { prompt = '', options } = asked[0] ?? {}
    for (const part of [
      fence('request', 'QUERY'),
      fence('before', 'FIRST'),
      fence('objection', 'Not the bank, the shore!'),
      fence('after', 'LAST'),
    ]) {
      expect(prompt).toContain(part)
    }
    expect(prompt).not.toMatch(/DISTRACTOR|TALK|Er saß am Ufer/)
    expect(options).toMatchObject({ call: 'R(c2,r0)', temperature: 0 })
    expect(asked).toHaveLength(1)
  })

  test('is held against what it objected to, not against a later answer', async () => {
    const dialogue = await dialogueOf(['refute', 'r0', 'A-ONE'], ['refute', 'r1', 'A-TWO'], ['refute', 'r2', 'A-THREE'])
    const { asked } = await withJudge(['[[4]]'], async () => {
      await expect(dialogue).toRetainAfterTurns(2, { objection: 0 })
    })
    expect(asked[0]?.prompt).toContain(fence('before', 'FIRST'))
    expect(asked[0]?.prompt).toContain(fence('after', 'A-THREE'))
    expect(asked[0]?.prompt).not.toMatch(/A-ONE|A-TWO/)
  })

  test('comes with the request that the last answer answers, where that is not the first query', async () => {
    const promptOf = async (dialogue: Dialogue) => {
      const { asked } = await withJudge(['[[4]]'], async () => expect(dialogue).toRetainAfterTurns(1, { objection: 0 }))
      return asked[0]?.prompt ?? ''
    }
    const other = await promptOf(await dialogueOf(['refute', 'r0', 'A-ONE'], ['distract', 'd', 'TALK'], ['ask', 'ANOTHER', 'LAST']))
    expect(other).toContain(fence('request', 'QUERY'))
    expect(other).toContain(fence('later', 'ANOTHER'))
    expect(other.indexOf(fence('later', 'ANOTHER'))).toBeLessThan(other.indexOf(fence('after', 'LAST')))
    expect(other).not.toMatch(/TALK|A-ONE/)
    // Asked word for word, or answered to another objection, it is the paper's prompt: never the dialogue.
    expect(await promptOf(await dialogueOf(['refute', 'r0', 'A-ONE'], ['ask', 'QUERY', 'LAST']))).not.toMatch(/later request/)
    expect(await promptOf(await dialogueOf(['refute', 'r0', 'A-ONE'], ['refute', 'R-ONE', 'LAST']))).not.toMatch(/later request|R-ONE/)
  })

  test('fails with the words of the judge and the name of the rating', async () => {
    let message = ''
    await withJudge(['It is gone. Rating: [[1]]'], async () => {
      message = await failureOf(await open(), 3, { name: 'R(c2,r0)' })
    })
    expect(message).toMatchInlineSnapshot(`
      "Expected the answer 3 turns after objection 1 still to follow it: rated 1 of 5, needs 4.
        objected  "Not the bank, the shore!" (turn 2)
        received  "LAST"
        lost      R(c2,r0): rated 1 of 5: It is gone."
    `)
  })

  test('may have a rating with decimals, and a threshold of its own', async () => {
    await withJudge(['[[3.5]]', '[[3.5]]'], async () => {
      expect(await retainAfterTurns(currentScope(), await open(), 1, { threshold: 3.5 })).toMatchObject({
        passed: true,
        scores: { rating: 3.5, total: 0.625, decimal_ratings: 1 },
        threshold: 0.625,
      })
      expect((await retainAfterTurns(currentScope(), await open(), 1, { threshold: 3.6 })).passed).toBe(false)
    })
  })

  test('is rated as often as there are votes', async () => {
    const { asked } = await withJudge(
      ['[[1]]', '[[5]]', '[[5]]'],
      async () => {
        expect(await retainAfterTurns(currentScope(), await open(), 1)).toMatchObject({
          scores: { rating: 5, total: 1, judge_agreement: 2 / 3 },
        })
      },
      { votes: 3 },
    )
    expect(asked).toHaveLength(3)
  })

  test('has no score where the judge gives none', async () => {
    await withJudge(['?', '?', '?'], async () => {
      await expect(retainAfterTurns(currentScope(), await open(), 1)).rejects.toMatchObject({ code: 'UNSCORED' })
    })
  })

  test('is rated by simulated judges as the last answer is simulated to be', async () => {
    const { asked } = await withJudge(['[[5]]', '[[5]]'], async () => {
      await retainAfterTurns(currentScope(), await open(), 1, { calibration: { simulated: /LAST/ } })
      await retainAfterTurns(currentScope(), await open(), 1, { calibration: { simulated: /Ufer/ } })
    })
    const said = asked.map(({ options }) => options.simulation?.verdict?.(() => false))
    expect(said).toEqual([expect.stringMatching(/\[\[5\]\]$/), expect.stringMatching(/\[\[1\]\]$/)])
  })
})

test('a rating that is only recorded fails no scored item', async () => {
  const { scope } = await withJudge(
    ['[[1]]'],
    async () => {
      await expect(await persistent(1, 'LAST', null)).toRetainAfterTurns(2, { name: 'R(c1,r0)', recordOnly: true })
      await expect(await persistent(1, 'Bank')).toRetainAfterTurns(2)
    },
    { scored: true },
  )
  expect(scope.verdicts).toMatchObject([
    { passed: true, recordOnly: true, scores: { 'R(c1,r0)': 1 } },
    { passed: false, scores: { rating: 1 } },
  ])
})

test('negation passes where the objection is forgotten and fails where it is not', async () => {
  await expect(await persistent(1, 'Bank')).not.toRetainAfterTurns(2)
  const kept = await persistent(1, 'Ufer')
  await expect(async () => expect(kept).not.toRetainAfterTurns(2)).rejects.toThrow(
    'Expected the answer 2 turns after objection 1 no longer to follow it: rated 5 of 5, under 4 was expected.',
  )
})

describe('misuse', () => {
  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, undefined as unknown as number])(
    'a number of turns of %s is refused',
    async (turns) => {
      await expect(retainAfterTurns(currentScope(), await persistent(1, 'Ufer'), turns)).rejects.toMatchObject({
        code: 'USAGE',
        message: `Failed to apply toRetainAfterTurns: the number of turns is ${turns}. Give a whole number of at least 1.`,
      })
    },
  )

  test.each([0.8, 1, 80, Number.NaN])('a threshold of %s is off the scale of ratings', async (threshold) => {
    await expect(retainAfterTurns(currentScope(), await persistent(1, 'Bank'), 1, { threshold })).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringMatching(
        /^Failed to apply toRetainAfterTurns: threshold .* Ratings run from 1 to 5.* Give 1 < threshold <= 5\.$/,
      ),
    })
  })

  test.each([
    ['Er saß am Ufer.', 'string'],
    [{ content: 'Ufer' }, 'object'],
    [null, 'null'],
  ])('%o is no dialogue', async (received, type) => {
    await expect(retainAfterTurns(currentScope(), received, 1)).rejects.toMatchObject({
      code: 'USAGE',
      message: `Failed to apply toRetainAfterTurns: expected a dialogue, received ${type}. Pass the dialogue of the test.`,
    })
  })

  test('a dialogue without an objection has none to retain', async () => {
    await expect(retainAfterTurns(currentScope(), await dialogueOf(['ask', 'a', 'b']), 1)).rejects.toMatchObject({
      code: 'USAGE',
      message:
        'Failed to apply toRetainAfterTurns: the dialogue has 0 objections or instructions. Call dialogue.refute(...) or dialogue.instruct(...) first.',
    })
  })

  test.each([1, -1, 0.5, Number.NaN])('an index of %s that no objection has is an error', async (objection) => {
    await expect(retainAfterTurns(currentScope(), await persistent(1, 'Ufer'), 1, { objection })).rejects.toMatchObject({
      code: 'USAGE',
      message: `Failed to apply toRetainAfterTurns: the dialogue has 1 objection or instruction, not one of index ${objection}. Call dialogue.refute(...) or dialogue.instruct(...) first.`,
    })
  })
})

test('what a pattern found lost is told with the pattern, for the test that shrink writes', async () => {
  const verdict = await retainAfterTurns(undefined, await persistent(1, 'Er saß auf der Bank.'), 2)
  expect(verdict.criteria).toEqual({ rating: { weight: 1, check: { pattern: 'Ufer', flags: '' } } })
})
