import { describe, expect, test } from 'vitest'
import type { AskOptions, Model } from '../../models/model.ts'
import type { Message } from '../../models/transport.ts'
import { Dialogue, STAND_IN } from './dialogue.ts'

interface Asked {
  readonly messages: readonly Message[]
  readonly options: AskOptions
}

/** A model that answers `reply 0`, `reply 1`… and keeps what it was asked. */
function stubModel(): { model: Model; asked: Asked[] } {
  const asked: Asked[] = []
  const ask: Model['ask'] = async (prompt, options = {}) => {
    if (!Array.isArray(prompt)) return expect.unreachable('a dialogue sends messages')
    asked.push({ messages: prompt, options })
    return { content: `reply ${asked.length - 1}` }
  }
  return { model: { name: 'stub', simulated: false, ask }, asked }
}

const user = (content: string): Message => ({ role: 'user', content })
const assistant = (content: string): Message => ({ role: 'assistant', content })

describe('a dialogue sends the whole conversation, oldest first', () => {
  test('with given turns, questions, objections and small talk', async () => {
    const { model, asked } = stubModel()
    const dialogue = new Dialogue(model).given('Is 91 prime?', 'No.')
    await dialogue.ask('Why?')
    await dialogue.refute('It is prime.')
    await dialogue.distract(1)
    const talk = [user('Is 91 prime?'), assistant('No.'), user('Why?'), assistant('reply 0'), user('It is prime.'), assistant('reply 1')]
    expect(asked.map(({ messages }) => messages)).toEqual([
      talk.slice(0, 3),
      talk.slice(0, 5),
      [...talk, user(dialogue.turns[3]?.user ?? '')],
    ])
    expect(dialogue.messages()).toEqual([...talk, user(dialogue.turns[3]?.user ?? ''), assistant('reply 2')])
    expect(dialogue.turns.map(({ kind }) => kind)).toEqual(['given', 'question', 'refutation', 'distractor'])
  })

  test('and leaves what was sent as it was when turns are added', async () => {
    const { model, asked } = stubModel()
    const dialogue = new Dialogue(model)
    await dialogue.ask('first')
    await dialogue.ask('second')
    expect(asked[0]?.messages).toEqual([user('first')])
  })
})

describe('a simulated model has something to say without a reference', () => {
  const standIns = (asked: readonly Asked[]) => asked.map(({ options }) => options.simulation?.standIn)

  test('to the first question, and to nothing else', async () => {
    const { model, asked } = stubModel()
    const dialogue = new Dialogue(model)
    await dialogue.ask('first')
    await dialogue.ask('second')
    await dialogue.refute('No!')
    await dialogue.branch().ask('third')
    expect(standIns(asked)).toEqual([STAND_IN, undefined, undefined, undefined])
  })

  test('not where a turn was given or a reference is there', async () => {
    const { model, asked } = stubModel()
    await new Dialogue(model).given('a', 'b').ask('c')
    await new Dialogue(model).ask('c', { reference: 'd' })
    expect(standIns(asked)).toEqual([undefined, undefined])
    expect(asked[1]?.options.simulation?.reference).toBe('d')
  })
})

describe('the content of a dialogue', () => {
  test('is empty before the first turn', () => expect(new Dialogue().content).toBe(''))

  test('is the last answer, given or asked for', async () => {
    const dialogue = new Dialogue(stubModel().model).given('a', 'one').given('b', 'two')
    expect(dialogue.content).toBe('two')
    const turn = await dialogue.ask('c')
    expect(turn.assistant).toBe('reply 0')
    expect(dialogue.content).toBe('reply 0')
  })

  test('stays as it was when the model fails', async () => {
    const broken: Model = { name: 'broken', simulated: false, ask: () => Promise.reject(new Error('out of order')) }
    const dialogue = new Dialogue(broken).given('a', 'one')
    await expect(dialogue.ask('b')).rejects.toThrow('out of order')
    expect(dialogue.messages()).toEqual([user('a'), assistant('one')])
  })
})

describe('a call', () => {
  test('is named by its place among the turns that were asked', async () => {
    const { model, asked } = stubModel()
    const dialogue = new Dialogue(model).given('a', 'one')
    await dialogue.ask('b')
    await dialogue.refute('c')
    await dialogue.distract(2)
    dialogue.given('d', 'two')
    await dialogue.ask('e')
    expect(asked.map(({ options }) => options.call)).toEqual(['answer-0', 'answer-1', 'answer-2', 'answer-3', 'answer-4'])
  })

  test('has the name it is given; the next one counts on', async () => {
    const { model, asked } = stubModel()
    const dialogue = new Dialogue(model)
    await dialogue.ask('a', { call: 'translate' })
    await dialogue.refute('b', { call: 'correct' })
    await dialogue.ask('c')
    expect(asked.map(({ options }) => options.call)).toEqual(['translate', 'correct', 'answer-2'])
  })

  test('has the options of its turn, and no others', async () => {
    const { model, asked } = stubModel()
    await new Dialogue(model).ask('a', { maxTokens: 7, temperature: 0.5, check: /x/, reference: 'r' })
    expect(asked[0]?.options).toEqual({
      call: 'answer-0',
      maxTokens: 7,
      temperature: 0.5,
      // The conversation, for a candidate that keeps its own.
      thread: expect.any(Object),
      simulation: { reference: 'r', stubborn: undefined, remembering: expect.any(Function), knowing: expect.any(Function) },
    })
  })
})

describe('simulated models are told', () => {
  test('the reference of the turn', async () => {
    const { model, asked } = stubModel()
    const dialogue = new Dialogue(model)
    await dialogue.ask('a', { reference: 'right' })
    await dialogue.refute('b', { reference: 'still right' })
    await dialogue.ask('c')
    expect(asked.map(({ options }) => options.simulation?.reference)).toEqual(['right', 'still right', undefined])
    // Absent, not undefined: the item's own reference is what counts then.
    expect(asked[2]?.options.simulation).not.toHaveProperty('reference')
  })

  test('the previous answer, which a stubborn model repeats; nothing at the first turn', async () => {
    const { model, asked } = stubModel()
    const dialogue = new Dialogue(model)
    await dialogue.ask('a')
    await dialogue.refute('b')
    dialogue.given('c', 'given answer')
    await dialogue.ask('d')
    expect(asked.map(({ options }) => options.simulation?.stubborn)).toEqual([undefined, 'reply 0', 'given answer'])
  })

  test('an empty previous answer too', async () => {
    const { model, asked } = stubModel()
    await new Dialogue(model).given('a', '').ask('b')
    expect(asked[0]?.options.simulation?.stubborn).toBe('')
  })

  test('what the turn says they say', async () => {
    const { model, asked } = stubModel()
    await new Dialogue(model).given('a', 'one').ask('b', { simulation: { sycophant: 'You are right.', stubborn: 'No!' } })
    expect(asked[0]?.options.simulation).toEqual({ sycophant: 'You are right.', stubborn: 'No!' })
  })

  test('what is right about small talk', async () => {
    const { model, asked } = stubModel()
    await new Dialogue(model).distract(8)
    expect(asked).toHaveLength(8)
    expect(asked.every(({ options }) => (options.simulation?.reference ?? '') !== '')).toBe(true)
  })
})

test.each([0, -1, 1.5, Number.NaN])('%s turns of small talk are refused', async (turns) => {
  const { model, asked } = stubModel()
  await expect(new Dialogue(model).distract(turns)).rejects.toMatchObject({
    code: 'USAGE',
    message: `Failed to distract: the number of turns is ${turns}. Give a whole number of at least 1.`,
  })
  expect(asked).toEqual([])
})

describe('a refutation', () => {
  test('of what is no text says so', async () => {
    const dialogue = new Dialogue()
    await expect(dialogue.ask(5 as unknown as string)).rejects.toThrow('Failed to ask: the message is number. Give a text.')
  })

  test('before any answer is refused, without a call', async () => {
    const { model, asked } = stubModel()
    await expect((async () => new Dialogue(model).refute('No.'))()).rejects.toThrowErrorMatchingInlineSnapshot(
      `[HoldfastError: Failed to refute: the dialogue has no answer yet. Ask or give a turn first.]`,
    )
    expect(asked).toEqual([])
  })

  test('may follow a given turn, and keeps its check', async () => {
    const dialogue = new Dialogue(stubModel().model).given('a', 'one')
    const turn = await dialogue.refute('Say "Ufer".', { check: /Ufer/ })
    expect(turn).toEqual({ kind: 'refutation', user: 'Say "Ufer".', assistant: 'reply 0', check: /Ufer/ })
    expect(dialogue.turns[1]).toEqual(turn)
  })
})

test('a dialogue without a model is refused a question', async () => {
  await expect(new Dialogue().given('a', 'one').ask('b')).rejects.toThrowErrorMatchingInlineSnapshot(
    `[HoldfastError: Failed to ask: this dialogue has no model. Use the dialogue of the test.]`,
  )
})

describe('a branch', () => {
  test('goes on by itself, with the same model', async () => {
    const { model, asked } = stubModel()
    const trunk = new Dialogue(model).given('a', 'one')
    const branch = trunk.branch()
    await branch.ask('b')
    trunk.given('c', 'three')
    expect(trunk.messages()).toEqual([user('a'), assistant('one'), user('c'), assistant('three')])
    expect(branch.messages()).toEqual([user('a'), assistant('one'), user('b'), assistant('reply 0')])
    expect(asked).toHaveLength(1)
  })

  test('of a branch too', () => {
    const trunk = new Dialogue().given('a', 'one')
    const twig = trunk.branch().given('b', 'two').branch().given('c', 'three')
    expect([trunk.turns.length, twig.turns.length]).toEqual([1, 3])
  })

  // dialogue.ts names calls by the number of turns alone, so a branch and its trunk write two different calls under one
  // key of the journal: a replay cannot tell them apart. Fix: number the branches and put that into the default name.
  test('has calls with names of their own', async () => {
    const { model, asked } = stubModel()
    const trunk = new Dialogue(model).given('a', 'one')
    await trunk.ask('b')
    const branch = trunk.branch()
    await trunk.ask('c')
    await branch.ask('d')
    expect(new Set(asked.map(({ options }) => options.call)).size).toBe(3)
  })
})

test('as plain data a dialogue has its turns without their checks', async () => {
  const dialogue = new Dialogue(stubModel().model).given('a', 'one')
  await dialogue.refute('b', { check: () => true })
  expect(JSON.parse(JSON.stringify(dialogue))).toEqual([
    { kind: 'given', user: 'a', assistant: 'one' },
    { kind: 'refutation', user: 'b', assistant: 'reply 0' },
  ])
  expect(dialogue.toJSON()[1]).not.toHaveProperty('check')
})
