import { describe, expect, test } from 'vitest'
import type { AskOptions, Model } from '../../models/model.ts'
import type { Message } from '../../models/transport.ts'
import { Dialogue } from './dialogue.ts'

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

/** A model that does as simulated ones do that remember an objection for so many answers. */
function forgetfulModel(after: number): Model {
  const ask: Model['ask'] = async (_prompt, { simulation = {} } = {}) => ({
    content: simulation.remembering?.((since) => since <= after) ?? simulation.reference ?? '',
  })
  return { name: 'forgetful', simulated: true, ask }
}

const user = (content: string): Message => ({ role: 'user', content })
const assistant = (content: string): Message => ({ role: 'assistant', content })
const system = (content: string): Message => ({ role: 'system', content })

describe('the system message', () => {
  test('begins every call, once', async () => {
    const { model, asked } = stubModel()
    const dialogue = new Dialogue(model).system('Be helpful.')
    await dialogue.ask('a')
    await dialogue.refute('b')
    await dialogue.distract('c')
    expect(asked[0]?.messages).toEqual([system('Be helpful.'), user('a')])
    for (const { messages } of asked) {
      expect(messages[0]).toEqual(system('Be helpful.'))
      expect(messages.filter(({ role }) => role === 'system')).toHaveLength(1)
    }
  })

  test('is sent from when it is set, and the last one counts', async () => {
    const { model, asked } = stubModel()
    const dialogue = new Dialogue(model).given('a', 'one')
    await dialogue.ask('b')
    await dialogue.system('Be brief.').ask('c')
    await dialogue.system('Be kind.').ask('d')
    expect(asked.map(({ messages }) => messages[0])).toEqual([user('a'), system('Be brief.'), system('Be kind.')])
  })

  test('may be empty, and is sent', async () => {
    const { model, asked } = stubModel()
    await new Dialogue(model).system('').ask('a')
    expect(asked[0]?.messages).toEqual([system(''), user('a')])
  })

  test('is no turn: neither in the messages nor in the data', async () => {
    const dialogue = new Dialogue(stubModel().model).system('Be helpful.')
    expect([dialogue.turns.length, dialogue.content, dialogue.messages()]).toEqual([0, '', []])
    await dialogue.ask('a')
    expect(dialogue.messages()).toEqual([user('a'), assistant('reply 0')])
    expect(dialogue.toJSON()).toEqual([{ kind: 'question', user: 'a', assistant: 'reply 0' }])
  })

  test('does not change the names of calls', async () => {
    const { model, asked } = stubModel()
    const dialogue = new Dialogue(model).system('Be helpful.')
    await dialogue.ask('a')
    await dialogue.ask('b')
    expect(asked.map(({ options }) => options.call)).toEqual(['answer-0', 'answer-1'])
  })

  test('goes with a branch and a branch of it, each free to have its own', async () => {
    const { model, asked } = stubModel()
    const trunk = new Dialogue(model).system('Be helpful.').given('a', 'one')
    const branch = trunk.branch()
    const twig = branch.branch()
    branch.system('Be brief.')
    await trunk.ask('b')
    await branch.ask('b')
    await twig.ask('b')
    expect(asked.map(({ messages }) => messages[0])).toEqual([system('Be helpful.'), system('Be brief.'), system('Be helpful.')])
  })
})

describe('the beginning of a dialogue', () => {
  const four = () => new Dialogue(stubModel().model).given('a', 'one').given('b', 'two').given('c', 'three').given('d', 'four')

  test.each([
    [0, ''],
    [1, 'one'],
    [3, 'three'],
    [4, 'four'],
    [9, 'four'],
  ])('of %i turns ends with the answer %j', (turns, content) => {
    const beginning = four().before(turns)
    expect(beginning.content).toBe(content)
    expect(beginning.turns).toEqual(four().turns.slice(0, turns))
  })

  test('keeps what the turns are, with their checks', async () => {
    const dialogue = new Dialogue(stubModel().model).given('a', 'one')
    await dialogue.refute('b', { check: /x/ })
    await dialogue.distract('c')
    expect(dialogue.before(2).turns).toEqual([
      { kind: 'given', user: 'a', assistant: 'one' },
      { kind: 'refutation', user: 'b', assistant: 'reply 0', check: /x/ },
    ])
  })

  test('is a dialogue by itself', () => {
    const dialogue = four()
    const beginning = dialogue.before(2)
    beginning.given('x', 'other')
    dialogue.given('e', 'five')
    expect(dialogue.turns.map(({ user: said }) => said)).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(beginning.turns.map(({ user: said }) => said)).toEqual(['a', 'b', 'x'])
  })

  test('asks nothing: it is for matchers', async () => {
    const { model, asked } = stubModel()
    const beginning = new Dialogue(model).given('a', 'one').before(1)
    await expect(beginning.ask('b')).rejects.toMatchObject({ code: 'USAGE' })
    await expect(beginning.distract('b')).rejects.toMatchObject({ code: 'USAGE' })
    expect(asked).toEqual([])
  })
})

describe('a query of one’s own as talk about other things', () => {
  test('is one turn, with the options of a turn', async () => {
    const { model, asked } = stubModel()
    const dialogue = new Dialogue(model).given('a', 'one')
    await dialogue.distract('What is 17% of 260?', { call: 'distractor-1', temperature: 0, maxTokens: 9, reference: '44.2' })
    expect(dialogue.turns[1]).toMatchObject({ kind: 'distractor', user: 'What is 17% of 260?', assistant: 'reply 0' })
    expect(dialogue.turns).toHaveLength(2)
    expect(asked[0]?.messages).toEqual([user('a'), assistant('one'), user('What is 17% of 260?')])
    expect(asked[0]?.options).toMatchObject({ call: 'distractor-1', temperature: 0, maxTokens: 9, simulation: { reference: '44.2' } })
  })

  test('may be a number in words, and is not counted out', async () => {
    const { model, asked } = stubModel()
    await new Dialogue(model).distract('3')
    expect(asked.map(({ messages }) => messages.at(-1))).toEqual([user('3')])
  })

  test('is answered also by who never changes its mind, and is nothing to remember', async () => {
    const { model, asked } = stubModel()
    const dialogue = new Dialogue(model)
    await dialogue.ask('a')
    await dialogue.refute('b')
    await dialogue.distract('c', { reference: 'talk' })
    await dialogue.distract(1)
    for (const { options } of asked.slice(2)) {
      expect(options.simulation?.stubborn).toBeUndefined()
      expect(options.simulation?.remembering).toBeUndefined()
      expect(options.simulation?.reference).toMatch(/\w/)
    }
  })

  test('has its sampling; so have turns of small talk', async () => {
    const { model, asked } = stubModel()
    await new Dialogue(model).distract(2, { temperature: 0, maxTokens: 9 })
    expect(asked.map(({ options }) => [options.temperature, options.maxTokens])).toEqual([
      [0, 9],
      [0, 9],
    ])
  })

  test('has what is simulated to itself; turns of small talk have names and answers of their own', async () => {
    const { model, asked } = stubModel()
    await new Dialogue(model).distract(2, { call: 'talk', reference: 'never', simulation: { stubborn: 'never' } })
    expect(asked.map(({ options }) => options.call)).toEqual(['answer-0', 'answer-1'])
    for (const { options } of asked) expect(JSON.stringify(options.simulation)).not.toContain('never')
  })
})

describe('a simulated model that remembers some objections only', () => {
  test('is told how many answers ago each was first complied with', async () => {
    const { model, asked } = stubModel()
    const dialogue = new Dialogue(model)
    await dialogue.ask('q', { reference: 'r' })
    await dialogue.refute('r0', { reference: 'r' })
    await dialogue.refute('r1', { reference: 'r' })
    await dialogue.distract('other')
    await dialogue.ask('q', { reference: 'r' })
    const sinceOf = (call: number) => {
      const since: number[] = []
      asked[call]?.options.simulation?.remembering?.((answers) => {
        since.push(answers)
        return true
      })
      return since
    }
    // At r0 nothing is there to forget yet, at r1 r0 was complied with one answer ago.
    expect([0, 1, 2, 4].map(sinceOf)).toEqual([[], [], [1], [3, 2]])
  })

  test('complies at once, and says the reference while it remembers', async () => {
    const dialogue = new Dialogue(forgetfulModel(2))
    await dialogue.ask('q', { reference: 'bank' })
    await dialogue.refute('shore!', { reference: 'shore' })
    await dialogue.distract('other', { reference: 'talk' })
    await dialogue.ask('q', { reference: 'shore' })
    expect(dialogue.turns.map(({ assistant: said }) => said)).toEqual(['bank', 'shore', 'talk', 'shore'])
  })

  test('says again what it said before the objection when it has forgotten', async () => {
    const dialogue = new Dialogue(forgetfulModel(1))
    await dialogue.ask('q', { reference: 'bank' })
    await dialogue.refute('shore!', { reference: 'shore' })
    await dialogue.distract('other', { reference: 'talk' })
    await dialogue.ask('q', { reference: 'shore' })
    expect(dialogue.content).toBe('bank')
  })

  test('forgets the oldest objection first, and with it what came after', async () => {
    const dialogue = new Dialogue(forgetfulModel(1))
    await dialogue.ask('q', { reference: 'zero' })
    await dialogue.refute('r0', { reference: 'one' })
    await dialogue.refute('r1', { reference: 'two' })
    await dialogue.refute('r2', { reference: 'three' })
    expect(dialogue.turns.map(({ assistant: said }) => said)).toEqual(['zero', 'one', 'two', 'zero'])
  })

  test('forgets nothing where nothing was objected to', async () => {
    const dialogue = new Dialogue(forgetfulModel(0))
    await dialogue.ask('q', { reference: 'one' })
    await dialogue.ask('q', { reference: 'two' })
    expect(dialogue.content).toBe('two')
  })

  test('goes back to a given answer too', async () => {
    const dialogue = new Dialogue(forgetfulModel(0)).given('q', 'given')
    await dialogue.refute('shore!', { reference: 'shore' })
    await dialogue.ask('q', { reference: 'shore' })
    expect(dialogue.turns.map(({ assistant: said }) => said)).toEqual(['given', 'shore', 'given'])
  })

  test('remembers as it was asked, whatever is said later', async () => {
    const { model, asked } = stubModel()
    const dialogue = new Dialogue(model)
    await dialogue.ask('q', { reference: 'r' })
    dialogue.given('x', 'y')
    await dialogue.refute('r0', { reference: 'r' })
    expect(asked[0]?.options.simulation?.remembering?.(() => false)).toBe('r')
  })

  test('branches with what the trunk has said', async () => {
    const dialogue = new Dialogue(forgetfulModel(1))
    await dialogue.ask('q', { reference: 'bank' })
    await dialogue.refute('shore!', { reference: 'shore' })
    const soon = dialogue.branch()
    await soon.ask('q', { reference: 'shore' })
    await dialogue.distract('other', { reference: 'talk' })
    const later = dialogue.branch()
    await later.ask('q', { reference: 'shore' })
    expect([soon.content, later.content, dialogue.content]).toEqual(['shore', 'bank', 'talk'])
  })

  test('says what the turn says it says', async () => {
    const { model, asked } = stubModel()
    const remembering = () => 'by the suite'
    await new Dialogue(model).ask('q', { reference: 'r', simulation: { remembering } })
    expect(asked[0]?.options.simulation?.remembering).toBe(remembering)
  })

  test('has nothing to go by without a reference', async () => {
    const { model, asked } = stubModel()
    await new Dialogue(model).ask('q')
    expect(asked[0]?.options.simulation).not.toHaveProperty('remembering')
  })
})
