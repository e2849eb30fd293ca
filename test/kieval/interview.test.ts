import { describe, expect, test } from 'vitest'
import { HoldfastError } from '../../src/core/base/errors.ts'
import { Dialogue } from '../../src/judging/dialogue/dialogue.ts'
import { ASPECTS } from '../../src/judging/interview/evaluation.ts'
import type { AskOptions, Model } from '../../src/models/model.ts'
import { NOT_RECORDED } from '../../src/models/recordedCalls.ts'
import { contentText, type Message, type PlainMessage } from '../../src/models/transport.ts'
import { holdInterview, type InterviewInput } from '../../suites/kieval/interview.ts'
import { leakMessages } from '../../suites/kieval/openSuite.ts'
import { kievalOptions, letterOf, type Question } from '../../suites/kieval/question.ts'

const QUESTION: Question = {
  id: 'ice',
  set: 'demo',
  question: 'Why does ice float?',
  choices: ['It is lighter than air', 'It is less dense than water', 'It is hollow', 'It is cold'],
  answerIndex: 1,
  uuid: 'u',
  notes: 'Dig into density.',
  explanation: ['Density decides.', 'Ice has open hexagons.', 'Mass over volume.', 'At 4 °C water is densest.', 'Salt changes it.'],
}
const BLOCK =
  '### Question: Why does ice float?\n\n### Choices:\nA. It is lighter than air\nB. It is less dense than water\nC. It is hollow\nD. It is cold\n'

interface Asked {
  readonly role: 'candidate' | 'interactor' | 'judge'
  readonly messages: readonly PlainMessage[]
  readonly options: AskOptions
}

type Replies = Readonly<Record<Asked['role'], (round: number, asked: Asked) => string>>

/** What an evaluator replies that gives this score in everything. */
const evaluationOf = (score: number, change: Readonly<Record<string, unknown>> = {}) =>
  JSON.stringify({
    ...Object.fromEntries(ASPECTS.map((aspect) => [aspect, { comment: '', score }])),
    overall_comment: '',
    overall_score: score,
    stop_conversation: false,
    stop_reason: 'none',
    ...change,
  })
const STOP = { stop_conversation: true, stop_reason: 'off_topic' }

const PLAIN: Replies = {
  candidate: (round) => `reply ${round}`,
  interactor: (round) => `question ${round}`,
  judge: (round) => evaluationOf((round % 4) + 1),
}

/** Holds an interview with models that reply by these functions of the round; returns it with all that was asked. */
async function hold(replies: Partial<Replies> = {}, input: Partial<InterviewInput> & { given?: Record<string, unknown> } = {}, votes = 1) {
  const asked: Asked[] = []
  const model = (role: Asked['role']): Model => ({
    name: `stub:${role}`,
    simulated: false,
    async ask(prompt, options = {}) {
      if (!Array.isArray(prompt)) return expect.unreachable(`the ${role} is sent messages`)
      const messages = (prompt as readonly Message[]).map(({ role: who, content }) => ({ role: who, content: contentText(content) }))
      const call: Asked = { role, messages, options }
      asked.push(call)
      return { content: { ...PLAIN, ...replies }[role](Number(/\d+$/.exec(options.call ?? '')?.[0]), call) }
    },
  })
  const dialogue = new Dialogue(model('candidate'))
  const { given = {}, ...rest } = input
  const interview = await holdInterview(
    { dialogue, interactor: model('interactor'), judge: model('judge') },
    { question: QUESTION, chosen: 1, options: kievalOptions.parse(given), leak: [], ...rest },
    votes,
  )
  const of = (role: Asked['role']) => asked.filter((call) => call.role === role)
  return { interview, asked, of }
}

const names = (asked: readonly Asked[]) => asked.map(({ options }) => options.call)
const textOf = ({ messages }: Asked) => messages.map(({ content }) => content).join('\n')
const rounds = (count: number) =>
  Array.from({ length: count }, (_, at) => [`question-${at + 1}`, `answer-${at + 1}`, `evaluation-${at + 1}`]).flat()

describe('an interview', () => {
  test('has up to five rounds: the interviewer asks, the candidate replies, the evaluator scores', async () => {
    const { interview, asked } = await hold()
    expect(names(asked)).toEqual(rounds(5))
    expect(asked.slice(0, 3).map(({ role }) => role)).toEqual(['interactor', 'candidate', 'judge'])
    expect(interview.evaluations.map(({ overall }) => overall)).toEqual([2, 3, 4, 1, 2])
    expect(interview.dialogue.turns.map(({ kind, user, assistant }) => [kind, user, assistant])).toEqual([
      ['given', BLOCK, 'B. It is less dense than water\n'],
      ...[1, 2, 3, 4, 5].map((round) => ['question', `question ${round}`, `reply ${round}`]),
    ])
  })

  test.each([1, 2, 7])('has %i where that is set', async (count) => {
    expect(names((await hold({}, { given: { rounds: count } })).asked)).toEqual(rounds(count))
  })

  test('ends with the round whose evaluation says so, which counts', async () => {
    const { interview, asked } = await hold({ judge: (round) => evaluationOf(round, round === 3 ? STOP : {}) })
    expect(names(asked)).toEqual(rounds(3))
    expect(interview.evaluations.map(({ overall, stop }) => [overall, stop])).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ])
  })

  test('goes on where stopping is off', async () => {
    const { interview, asked } = await hold({ judge: () => evaluationOf(1, STOP) }, { given: { stop: '0' } })
    expect(names(asked)).toEqual(rounds(5))
    expect(interview.evaluations.every(({ stop }) => stop)).toBe(true)
  })

  test('goes on after an evaluation that cannot be read, which is not asked for again', async () => {
    const { interview, asked } = await hold({ judge: (round) => (round === 2 ? 'Good!' : evaluationOf(4)) })
    expect(names(asked)).toEqual(rounds(5))
    expect(interview.evaluations.map(({ parsed }) => parsed)).toEqual([true, false, true, true, true])
  })

  test('is about the answer that was given, by its letter and text', async () => {
    const { interview, of } = await hold({}, { chosen: 3, given: { rounds: 1 } })
    expect(interview.dialogue.turns[0]?.assistant).toBe('D. It is cold\n')
    const [evaluation] = of('judge')
    expect(JSON.parse(evaluation?.messages[2]?.content ?? '')).toMatchObject({
      accuracy: { score: 1 },
      logic: { score: 4 },
      overall_score: 2,
    })
    expect(JSON.parse((await hold()).of('judge')[0]?.messages[2]?.content ?? '')).toMatchObject({
      accuracy: { score: 4 },
      overall_score: 4,
    })
  })

  test('has several votes on each round where there are several', async () => {
    const { of } = await hold({}, { given: { rounds: 2 } }, 3)
    expect(of('judge').map(({ options }) => `${options.call} ${options.vote}`)).toEqual(
      ['evaluation-1', 'evaluation-2'].flatMap((call) => [0, 1, 2].map((vote) => `${call} ${vote}`)),
    )
    expect(of('interactor')).toHaveLength(2)
  })
})

describe('the candidate', () => {
  test('sees the question, its own answer and the interview, after how to reply', async () => {
    const { of } = await hold({}, { given: { rounds: 2 } })
    const [, second] = of('candidate')
    expect(second?.messages).toEqual([
      { role: 'system', content: expect.stringMatching(/200 words/) },
      { role: 'user', content: BLOCK },
      { role: 'assistant', content: 'B. It is less dense than water\n' },
      { role: 'user', content: 'question 1' },
      { role: 'assistant', content: 'reply 1' },
      { role: 'user', content: 'question 2' },
    ])
    expect(second?.options).toMatchObject({ temperature: 0, maxTokens: 400 })
  })

  test('sees neither the right answer nor notes nor evaluations', async () => {
    const { of } = await hold({ judge: () => evaluationOf(4, { overall_comment: 'SECRET' }) }, { chosen: 0 })
    for (const call of of('candidate')) {
      expect(textOf(call)).not.toMatch(/Correct|SECRET|overall|Dig into|hexagons/)
    }
  })

  test('has the leaked test before everything, in the same system message', async () => {
    const leak = leakMessages([QUESTION, { ...QUESTION, question: 'Another?', answerIndex: 2 }])
    const { of } = await hold({}, { leak, given: { rounds: 1 } })
    const [asked] = of('candidate')
    expect(asked?.messages.filter(({ role }) => role === 'system')).toHaveLength(1)
    const system = asked?.messages[0]?.content ?? ''
    expect(system).toContain(`${BLOCK}\n### Answer: B. It is less dense than water`)
    expect(system).toContain('### Question: Another?')
    expect(system).toContain('### Answer: C. It is hollow')
    expect(system).toMatch(/200 words/)
    for (const other of [...of('interactor'), ...of('judge')]) expect(textOf(other)).not.toContain('Another?')
  })
})

describe('the interviewer', () => {
  test('sees the question, the right answer, the notes and the candidate’s answer, and speaks as the assistant', async () => {
    const { of } = await hold({}, { chosen: 0, given: { rounds: 2 } })
    const [first, second] = of('interactor')
    expect(first?.messages.map(({ role }) => role)).toEqual(['system', 'user'])
    const opening = first?.messages[1]?.content ?? ''
    expect(opening.startsWith(BLOCK)).toBe(true)
    expect(opening).toContain('### Correct Answer: B. It is less dense than water\n')
    expect(opening).toContain('Dig into density.')
    expect(opening).toContain('### My Answer: A. It is lighter than air\n')
    expect(second?.messages.slice(2)).toEqual([
      { role: 'assistant', content: 'question 1' },
      { role: 'user', content: 'reply 1' },
    ])
    expect(first?.options).toMatchObject({ temperature: 0, maxTokens: 400 })
  })

  test('sees the errors that lead to the wrong choices, where they are known', async () => {
    const reasons = QUESTION.choices.map((_, index) => (index === QUESTION.answerIndex ? '' : `Error ${index}.`))
    const opened = async (question: Question) =>
      (await hold({}, { question, given: { rounds: 1 } })).of('interactor')[0]?.messages[1]?.content ?? ''
    const errors = `Errors behind the other choices:\n${reasons.flatMap((reason, index) => (reason ? [`${letterOf(index)}. ${reason}\n`] : [])).join('')}`
    expect(await opened({ ...QUESTION, reasons })).toContain(`### Notes for you: Dig into density.\n${errors}\n### My Answer:`)
    expect(await opened(QUESTION)).toContain('### Notes for you: Dig into density.\n\n### My Answer:')
    // They tell which choice is right: the evaluator must not see them.
    const { of } = await hold({}, { question: { ...QUESTION, reasons }, given: { rounds: 1 } })
    expect([...of('judge'), ...of('candidate')].map(textOf).join()).not.toMatch(/Error \d\./)
  })

  test('encourages succinct replies, since conciseness is scored', async () => {
    const { of } = await hold({}, { given: { rounds: 1 } })
    expect(of('interactor')[0]?.messages[0]?.content).toMatch(/Encourage the user to reply succinctly/)
  })

  test('sees no evaluation', async () => {
    const { of } = await hold({ judge: () => evaluationOf(4, { overall_comment: 'SECRET' }) })
    for (const call of of('interactor')) expect(textOf(call)).not.toMatch(/SECRET|overall_score/)
  })

  test('is given no notes where there are none', async () => {
    const { notes: _notes, explanation: _explanation, ...official } = QUESTION
    const { of } = await hold({}, { question: official, given: { rounds: 1 } })
    expect(of('interactor').map(textOf).join()).not.toMatch(/Notes|undefined/)
  })
})

describe('the evaluator', () => {
  test('sees the question, the first answer, the rounds and its own words', async () => {
    const { of } = await hold({}, { given: { rounds: 2 } })
    const [, second] = of('judge')
    expect(second?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user', 'assistant', 'user'])
    expect(second?.messages[1]?.content).toContain(BLOCK)
    expect(second?.messages[1]?.content).toContain('[BEGIN CANDIDATE]\nB. It is less dense than water\n')
    expect(second?.messages[4]?.content).toBe(evaluationOf(2))
    expect(second?.messages[5]?.content).toBe('[BEGIN INTERACTOR]\nquestion 2\n\n[BEGIN CANDIDATE]\nreply 2')
  })

  test('is not told the right answer, nor the notes', async () => {
    const { of } = await hold({}, { chosen: 0 })
    for (const call of of('judge')) expect(textOf(call)).not.toMatch(/Correct Answer|Dig into|hexagons/)
    // Two different right answers to a wrong one: nothing it is sent differs.
    const { of: other } = await hold({}, { chosen: 0, question: { ...QUESTION, answerIndex: 3 } })
    expect(other('judge').map(textOf)).toEqual(of('judge').map(textOf))
  })
})

describe('a recorded interview', () => {
  const missing = (from: number, role: Asked['role']): Partial<Replies> => ({
    [role]: (round: number, asked: Asked) => {
      if (round >= from) throw new HoldfastError(NOT_RECORDED, 'Failed to replay it: no record.')
      return PLAIN[role](round, asked)
    },
  })

  test('ends where the interviewer’s recording does', async () => {
    const { interview, asked } = await hold(missing(3, 'interactor'))
    expect(names(asked)).toEqual([...rounds(2), 'question-3'])
    expect(interview.evaluations).toHaveLength(2)
    expect(interview.dialogue.turns).toHaveLength(3)
  })

  test('without a first question is an error, as is one without a reply or an evaluation', async () => {
    for (const replies of [missing(1, 'interactor'), missing(2, 'candidate'), missing(2, 'judge')]) {
      await expect(hold(replies)).rejects.toMatchObject({ code: NOT_RECORDED })
    }
  })

  test('is not what an interviewer is that fails', async () => {
    const interactor = (round: number) => {
      if (round === 2) throw new HoldfastError('ENDPOINT', 'Failed to call it.')
      return 'question'
    }
    await expect(hold({ interactor })).rejects.toMatchObject({ code: 'ENDPOINT' })
  })
})

describe('simulated models', () => {
  const explanation = QUESTION.explanation ?? []
  const OFFICIAL = (({ notes: _notes, explanation: _explanation, ...question }) => question)(QUESTION)
  /** What each simulated evaluator finds, where the candidate replies like this. */
  const found = async (reply: (round: number) => string, input: Partial<InterviewInput> = {}) => {
    const { of } = await hold({ candidate: reply }, input)
    return of('judge').map(({ options }) => {
      const { overall_score: score, stop_reason: reason } = JSON.parse(options.simulation?.verdict?.(() => false) ?? '{}')
      return [score, reason]
    })
  }

  test('say what the question knows, or the letter again and again', async () => {
    const simulations = (await hold()).of('candidate').map(({ options }) => options.simulation)
    expect(simulations.map((simulation) => simulation?.reference)).toEqual(explanation)
    for (const simulation of simulations) {
      expect([simulation?.memorised, simulation?.stubborn]).toEqual(['The answer is B.', 'The answer is B.'])
    }
  })

  test('have something to say of a question without an explanation, other in every round', async () => {
    const said = (await hold({}, { question: OFFICIAL })).of('candidate').map(({ options }) => options.simulation?.reference)
    expect(new Set(said).size).toBe(5)
    expect(await found((round) => said[round - 1] ?? '', { question: OFFICIAL })).toEqual(Array(5).fill([4, 'none']))
  })

  test('explain the right answer also where the question has no explanation and the wrong one was given; half of that is not good', async () => {
    const { of } = await hold({}, { question: OFFICIAL, chosen: 0 })
    const said = of('candidate').map(({ options }) => options.simulation?.reference ?? '')
    for (const text of said) expect(text).toContain('It is less dense than water')
    expect(await found((round) => said[round - 1] ?? '', { question: OFFICIAL })).toEqual(Array(5).fill([4, 'none']))
    const half = await found((round) => (said[round - 1] ?? '').slice(0, 40 + round), { question: OFFICIAL })
    expect(half).toEqual(Array(5).fill([1, 'none']))
  })

  test('ask something else in every round', async () => {
    const asked = (await hold()).of('interactor').map(({ options }) => options.simulation?.verdict?.(() => false))
    expect(new Set(asked).size).toBe(5)
  })

  test('find an explanation of the question good, and nothing else', async () => {
    expect(await found((round) => explanation[round - 1] ?? '')).toEqual(Array(5).fill([4, 'none']))
    expect(await found((round) => `Well, ${round}.`)).toEqual(Array(5).fill([1, 'none']))
  })

  test('end what is empty, and what goes round in circles', async () => {
    expect((await found((round) => (round === 2 ? '' : (explanation[round - 1] ?? ''))))[1]).toEqual([1, 'empty_response'])
    expect((await found(() => 'The answer is B.')).slice(0, 2)).toEqual([
      [1, 'none'],
      [1, 'repetition'],
    ])
    // Back to what was said two rounds ago.
    expect((await found((round) => explanation[round === 3 ? 0 : round - 1] ?? ''))[2]).toEqual([1, 'repetition'])
  })
})
