import { beforeAll, describe, expect, test } from 'vitest'
import { Dialogue } from '../src/judging/dialogue/dialogue.ts'
import { ASPECTS, type RoundEvaluation } from '../src/judging/interview/evaluation.ts'
import { currentScope } from '../src/running/worker/itemScope.ts'
import { withJudge } from '../test/withJudge.ts'
import { registerMatchers } from './index.ts'
import { type Interview, type SustainInterviewOptions, sustainInterview } from './toSustainInterview.ts'

beforeAll(registerMatchers)

/** An evaluated round: this score in everything, and what differs. */
function evaluation(score: number | null, change: Partial<RoundEvaluation> = {}): RoundEvaluation {
  return {
    accuracy: score,
    logic: score,
    relevance: score,
    coherence: score,
    conciseness: score,
    overall: score,
    stop: false,
    stopReason: 'none',
    comment: `comment on a ${score}`,
    parsed: true,
    ...change,
  }
}

/** A dialogue of a problem and so many rounds. */
function dialogueOf(rounds: number): Dialogue {
  const dialogue = new Dialogue().given('2 + 2?', 'B. 4')
  for (let round = 1; round <= rounds; round += 1) dialogue.given(`question ${round}`, `reply ${round}`)
  return dialogue
}

const interviewOf = (...evaluations: RoundEvaluation[]): Interview => ({ dialogue: dialogueOf(evaluations.length), evaluations })
const scored = (...scores: number[]) => interviewOf(...scores.map((score) => evaluation(score)))

/** What an evaluator replies that gives this score in everything. */
const reply = (score: number, change: Readonly<Record<string, unknown>> = {}) =>
  JSON.stringify({
    ...Object.fromEntries(ASPECTS.map((aspect) => [aspect, { comment: '', score }])),
    overall_comment: 'well',
    overall_score: score,
    stop_conversation: false,
    stop_reason: 'none',
    ...change,
  })

async function failureOf(received: unknown, options?: SustainInterviewOptions): Promise<string> {
  try {
    await expect(received).toSustainInterview(options)
  } catch (error) {
    return (error as Error).message
  }
  return expect.unreachable('it passed')
}

describe('an interview that was evaluated while it was held', () => {
  test('needs no judge, and passes from an overall score of 70', async () => {
    await expect(scored(3)).toSustainInterview()
    await expect(scored(4, 3, 4)).toSustainInterview()
    // 59.49, by the official formula (docs/suites/kieval.md, R9).
    await expect(scored(4, 1)).not.toSustainInterview()
  })

  test('passes from another score where that is the threshold', async () => {
    await expect(scored(2, 2)).toSustainInterview({ threshold: 30 })
    await expect(scored(3, 3)).not.toSustainInterview({ threshold: 71 })
  })

  test.each([0.7, 10, 101, Number.NaN])('refuses the threshold %s, which is off the scale', async (threshold) => {
    await expect(sustainInterview(currentScope(), scored(1), { threshold })).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringMatching(
        /^Failed to apply toSustainInterview: threshold .* Overall scores run from 10 to 100.* Give 10 < threshold <= 100\.$/,
      ),
    })
  })

  test('refuses a number of rounds that is none', () =>
    expect(sustainInterview(currentScope(), scored(4), { maxRounds: 0 })).rejects.toThrow('maxRounds is 0. Give a whole number'))

  test('has its share of the total, and its figures by metric', async () => {
    const verdict = await sustainInterview(
      currentScope(),
      interviewOf(evaluation(4, { logic: 2 }), evaluation(null, { parsed: false }), evaluation(4, { logic: null })),
    )
    expect(verdict).toMatchObject({ passed: true, threshold: 0.7, lost: {} })
    expect(verdict.scores).toEqual({
      total: expect.closeTo(1, 12),
      rounds: 3,
      unparsable: 1,
      ...Object.fromEntries(
        ['accuracy', 'relevance', 'coherence', 'conciseness', 'overall'].map((metric) => [`score.${metric}`, expect.closeTo(100, 9)]),
      ),
      ...Object.fromEntries(
        ['accuracy', 'relevance', 'coherence', 'conciseness', 'overall'].map((metric) => [`paper.${metric}`, expect.closeTo(1, 12)]),
      ),
      'score.logic': 30,
      'paper.logic': 0.5,
      // Each round's own scores; the second had none, the third none of logic.
      ...Object.fromEntries(['accuracy', 'relevance', 'coherence', 'conciseness', 'overall'].map((metric) => [`round.1.${metric}`, 4])),
      'round.1.logic': 2,
      ...Object.fromEntries(['accuracy', 'relevance', 'coherence', 'conciseness', 'overall'].map((metric) => [`round.3.${metric}`, 4])),
    })
    expect(verdict.recordOnly).toBeUndefined()
  })

  test('leaves out a metric that no round has', async () => {
    const { scores } = await sustainInterview(currentScope(), interviewOf(evaluation(4, { coherence: null })))
    expect(Object.keys(scores)).not.toContain('score.coherence')
    expect(Object.keys(scores)).not.toContain('paper.coherence')
    expect(scores['score.accuracy']).toBe(100)
  })

  test('has the paper’s figures by the most rounds there may be', async () => {
    const five = (await sustainInterview(currentScope(), scored(4, 1))).scores['paper.overall']
    const three = (await sustainInterview(currentScope(), scored(4, 1), { maxRounds: 3 })).scores['paper.overall']
    expect([five, three]).toEqual([expect.closeTo(0.6623754979843585, 12), expect.closeTo(0.6869276548467361, 12)])
  })

  test('may weigh its rounds alike', async () => {
    const { scores } = await sustainInterview(currentScope(), scored(4, 1), { weights: 'constant' })
    expect(scores.total).toBeCloseTo(0.55, 12)
  })

  test.each([
    [evaluation(1, { stop: true, stopReason: 'repetition' }), 'repetition'],
    [evaluation(1), 'none'],
    [evaluation(1, { stopReason: null }), 'missing'],
    // Tags become names of metrics, which no model chooses.
    [evaluation(1, { stop: true, stopReason: 'bored\n exit 0: \u001b[2J' }), 'other'],
    [evaluation(1, { stop: true, stopReason: '__proto__' }), 'other'],
  ])('is tagged with how its last round ended: %#', async (last, stop) => {
    expect((await sustainInterview(currentScope(), interviewOf(evaluation(4, { stopReason: 'off_topic' }), last))).tags).toEqual({ stop })
  })

  test('that no evaluator could end is tagged and told as one that was not ended', async () => {
    const evaluations = [evaluation(1, { stop: true, stopReason: 'repetition' }), evaluation(1, { stop: true, stopReason: 'repetition' })]
    const interview = { ...interviewOf(...evaluations), mayEnd: false }
    expect((await sustainInterview(currentScope(), interview)).tags).toEqual({ stop: 'none' })
    expect(await failureOf(interview)).not.toContain('ended')
    expect((await sustainInterview(currentScope(), { ...interview, mayEnd: true })).tags).toEqual({ stop: 'repetition' })
  })

  test('has no score where no round has an overall one, whatever the aspects', async () => {
    for (const evaluations of [[], [evaluation(null)], [evaluation(4, { overall: null }), evaluation(4, { overall: null })]]) {
      await expect(sustainInterview(currentScope(), interviewOf(...evaluations))).rejects.toMatchObject({
        code: 'UNSCORED',
        message: `Failed to score the interview: none of its ${evaluations.length === 1 ? '1 evaluation' : `${evaluations.length} evaluations`} has a usable overall score. Look at the judge's replies with npx holdfast show latest.`,
      })
    }
  })

  // The weighted mean is compared without room for rounding: ten 3s make 69.99999999999999, five 4s 99.99999999999999, and
  // the message says "overall 70.0 of 100, threshold 70".
  test.each([
    [3, 10, 70],
    [4, 5, 100],
  ])('of nothing but %is, %i of them, reaches a threshold of %i', async (score, rounds, threshold) => {
    expect(
      (await sustainInterview(currentScope(), scored(...Array<number>(rounds).fill(score)), { threshold, maxRounds: rounds })).passed,
    ).toBe(true)
  })
})

describe('the message', () => {
  test('has the round that went worst, the aspects and how it ended', async () => {
    const interview = interviewOf(
      evaluation(3, { accuracy: 2 }),
      evaluation(1, { comment: 'explains\nnothing', stop: true, stopReason: 'repetition' }),
    )
    expect(await failureOf(interview)).toMatchInlineSnapshot(`
      "Failed to sustain the interview: overall 43.0 of 100, threshold 70.
        asked     question 2
        received  "reply 2"
        lost      round 2: explains⏎nothing
                  accuracy 21, logic 43, relevance 43, coherence 43, conciseness 43
                  ended in round 2: repetition"
    `)
    expect((await sustainInterview(currentScope(), interview)).lost).toEqual({ accuracy: expect.closeTo(0.57, 2) })
  })

  test('is of the first of the worst rounds, and says nothing of an end that was none', async () => {
    const message = await failureOf(scored(2, 1, 1))
    expect(message).toContain('\n  asked     question 2\n')
    expect(message).not.toContain('ended')
  })

  test('is not of a round without a score', async () => {
    const message = await failureOf(interviewOf(evaluation(null), evaluation(3), evaluation(1)))
    expect(message).toContain('\n  asked     question 3\n')
  })

  test('says so where the answer is empty, nothing is said of it, and no reason is given', async () => {
    const dialogue = new Dialogue().given('2 + 2?', 'B. 4').given('Why?', '')
    const message = await failureOf({ dialogue, evaluations: [evaluation(1, { comment: '', stop: true, stopReason: null })] })
    expect(message).toContain('  received  (an empty answer)\n  lost      round 1: no comment\n')
    expect(message).toContain('            ended in round 1: no reason given')
  })

  test('stays on its lines whatever is said', async () => {
    const dialogue = new Dialogue().given('2 + 2?', 'B. 4').given('Why?\nWhy?', 'So\r\nso \u001b[2J')
    const message = await failureOf({
      dialogue,
      evaluations: [evaluation(1, { comment: 'no\n  lost      nothing', stop: true, stopReason: 'bored\nexit 0 \u001b[2J' })],
    })
    expect(message.split('\n')).toHaveLength(6)
    expect(message).not.toContain('\u001b')
  })

  test('leaves out an aspect that no round has', async () => {
    expect(await failureOf(interviewOf(evaluation(1, { logic: null })))).toContain(
      '\n            accuracy 10, relevance 10, coherence 10, conciseness 10',
    )
  })

  test('of an interview that was not to be sustained says how it went', async () => {
    await expect(async () => expect(scored(4, 4)).not.toSustainInterview()).rejects.toThrow(
      'Expected it not to sustain the interview, and it did: overall 100.0 of 100, threshold 70.',
    )
  })
})

describe('a dialogue', () => {
  test('is evaluated round by round: its first turn is the problem, every later one a round', async () => {
    const { asked } = await withJudge([reply(3), reply(4)], () => expect(dialogueOf(2)).toSustainInterview())
    expect(asked.map(({ options }) => options.call)).toEqual(['evaluation-1', 'evaluation-2'])
    const said = asked[1]?.messages.filter(({ role }) => role === 'user').map(({ content }) => content)
    expect(said?.[0]).toContain('2 + 2?')
    expect(said?.[0]).toContain('[BEGIN CANDIDATE]\nB. 4')
    expect(said?.slice(1)).toEqual([
      '[BEGIN INTERACTOR]\nquestion 1\n\n[BEGIN CANDIDATE]\nreply 1',
      '[BEGIN INTERACTOR]\nquestion 2\n\n[BEGIN CANDIDATE]\nreply 2',
    ])
  })

  test('fails by what the judge says of it', async () => {
    let message = ''
    await withJudge([reply(4), reply(1, { overall_comment: 'wrong' })], async () => {
      message = await failureOf(dialogueOf(2))
    })
    expect(message).toMatch(/^Failed to sustain the interview: overall 59\.5 of 100, threshold 70\.\n {2}asked {5}question 2\n/)
    expect(message).toContain('lost      round 2: wrong')
  })

  test('is evaluated no further than the evaluator ends it', async () => {
    const { asked, scope } = await withJudge(
      [reply(3), reply(1, { stop_conversation: true, stop_reason: 'repetition' })],
      () => expect(dialogueOf(4)).toSustainInterview(),
      { scored: true },
    )
    expect(asked).toHaveLength(2)
    expect(scope.verdicts).toMatchObject([{ scores: { rounds: 2 }, tags: { stop: 'repetition' } }])
  })

  test('is evaluated by several votes where there are several', async () => {
    const { asked, scope } = await withJudge([reply(1), reply(4), reply(4)], () => expect(dialogueOf(1)).toSustainInterview(), {
      votes: 3,
      scored: true,
    })
    expect(asked.map(({ options }) => options.vote)).toEqual([0, 1, 2])
    expect(scope.verdicts).toMatchObject([{ passed: true, scores: { 'score.overall': 100, total: 1 } }])
  })

  test.each([
    [undefined, 4],
    [true, 4],
    [false, 1],
  ])('whose first answer is right (%s) is opened with an accuracy of %i', async (correct, accuracy) => {
    const { asked } = await withJudge([reply(4)], () => expect(dialogueOf(1)).toSustainInterview(correct === undefined ? {} : { correct }))
    const canned = JSON.parse(String(asked[0]?.messages.find(({ role }) => role === 'assistant')?.content))
    expect(canned.accuracy.score).toBe(accuracy)
  })

  test('has what simulated evaluators think told by reply and round, from 1', async () => {
    const rounds: [string, number][] = []
    const { asked } = await withJudge([reply(4), reply(4)], () =>
      expect(dialogueOf(2)).toSustainInterview({
        calibration: {
          simulated: (text, round) => {
            rounds.push([text, round])
            return { good: round === 2 }
          },
        },
      }),
    )
    expect(rounds).toEqual([
      ['reply 1', 1],
      ['reply 2', 2],
    ])
    const said = asked.map(({ options }) => JSON.parse(options.simulation?.verdict?.(() => false) ?? '{}').overall_score)
    expect(said).toEqual([1, 4])
  })

  test('is only read', async () => {
    const dialogue = dialogueOf(1)
    await withJudge([reply(4)], () => expect(dialogue).toSustainInterview())
    expect(dialogue.turns).toHaveLength(2)
  })

  test('has no score where the judge never gives one', async () => {
    await withJudge(['well', 'well'], async () => {
      await expect(sustainInterview(currentScope(), dialogueOf(2))).rejects.toMatchObject({ code: 'UNSCORED' })
    })
  })

  test('outside a test of a project with the plugin says what to add', async () => {
    expect(await failureOf(dialogueOf(1))).toBe(
      'Failed to run a test of Holdfast: the plugin is missing. Add holdfast() to the plugins of the Vitest project that has the file. In a workspace, run it in the folder of that project, or name the folder in test.projects of the root; a project has the plugins of the root with extends: true.',
    )
  })
})

describe('in a scored item', () => {
  test('an interview is recorded and does not stop the item', async () => {
    const { scope } = await withJudge([], () => expect(scored(1, 1)).toSustainInterview(), { scored: true })
    expect(scope.verdicts).toMatchObject([{ passed: false, scores: { 'score.overall': 10, total: 0.1, rounds: 2 } }])
    expect(scope.open.size).toBe(0)
  })

  test('under not, the total is turned round and the figures stay', async () => {
    const { scope } = await withJudge([], () => expect(scored(1)).not.toSustainInterview(), { scored: true })
    expect(scope.verdicts).toMatchObject([
      {
        passed: true,
        scores: { total: expect.closeTo(0.9, 12), 'score.overall': 10, 'score.logic': 10, 'paper.overall': 0.25, rounds: 1, unparsable: 0 },
      },
    ])
  })
})

describe('misuse', () => {
  test.each([
    ['a text', 'string'],
    [{ content: 'an answer' }, 'object'],
    [{ evaluations: [], dialogue: [] }, 'object'],
    [{ evaluations: [] }, 'object'],
    [null, 'null'],
    [undefined, 'undefined'],
  ])('%o is neither a dialogue nor an interview', async (received, type) => {
    await expect(sustainInterview(currentScope(), received)).rejects.toMatchObject({
      code: 'USAGE',
      message: `Failed to apply toSustainInterview: expected a dialogue, received ${type}. Pass the dialogue of the test.`,
    })
  })

  test('a dialogue without a round is an error, also under not', async () => {
    const message = 'Failed to apply toSustainInterview: the dialogue has no round. Ask about the first answer.'
    for (const dialogue of [new Dialogue(), dialogueOf(0)]) {
      await expect(sustainInterview(currentScope(), dialogue)).rejects.toMatchObject({ code: 'USAGE', message })
      await expect(async () => expect(dialogue).not.toSustainInterview()).rejects.toThrow(message)
    }
  })
})
