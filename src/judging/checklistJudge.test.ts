import { describe, expect, test } from 'vitest'
import { UnscoredError } from '../core/base/errors.ts'
import type { AskOptions, Model } from '../models/model.ts'
import { type CriterionVerdict, judgeChecklist, mergeVotes, readChecklist } from './checklistJudge.ts'

const CRITERIA = ['names Paris', 'is short']
const SUBJECT = { conversation: [], answer: 'Paris' }

interface Asked {
  readonly prompt: string
  readonly options: AskOptions
}

/** A judge that gives these replies in order, and the last one ever after. */
function stubJudge(...replies: string[]): { judge: Model; asked: Asked[] } {
  const asked: Asked[] = []
  const ask: Model['ask'] = async (prompt, options = {}) => {
    const content = Array.isArray(prompt) ? String(prompt.at(-1)?.content) : expect.unreachable('a judge is sent messages')
    asked.push({ prompt: content, options })
    return { content: replies[Math.min(asked.length, replies.length) - 1] ?? '' }
  }
  return { judge: { name: 'stub:judge', simulated: false, ask }, asked }
}

const reply = (...met: boolean[]) =>
  JSON.stringify({ criteria: met.map((one, index) => ({ number: index + 1, reason: `because ${index + 1}`, met: one })) })

const judged = (replies: readonly string[], votes = 1) => judgeChecklist(stubJudge(...replies).judge, SUBJECT, CRITERIA, { votes })

describe('a reply by the default protocol', () => {
  test('is read in the order of the criteria, with the reasons', async () => {
    const shuffled = JSON.stringify({
      criteria: [
        { number: 2, reason: 'two', met: false },
        { number: 1, reason: 'one', met: true },
      ],
    })
    expect(await judged([shuffled])).toEqual({
      verdicts: [
        { criterion: 'names Paris', met: true, reason: 'one' },
        { criterion: 'is short', met: false, reason: 'two' },
      ],
      agreement: 1,
    })
  })

  test('may have white space around it and fields nobody asked for', async () => {
    const { verdicts } = await judged([
      ` \n{"note": 1, "criteria": [{"number": 1, "reason": "", "met": true, "x": 0}, {"number": 2, "reason": "", "met": true}]}\n`,
    ])
    expect(verdicts.map(({ met }) => met)).toEqual([true, true])
  })

  test.each<[string, string, string]>([
    ['a missing criterion', reply(true), 'criterion 2 is missing'],
    ['no criteria', '{"criteria": []}', 'criterion 1 is missing'],
    [
      'a word for a truth value',
      '{"criteria": [{"number": 1, "reason": "", "met": "partly"}, {"number": 2, "reason": "", "met": true}]}',
      'criteria.0.met',
    ],
    ['a number in words', '{"criteria": [{"number": "one", "reason": "", "met": true}]}', 'criteria.0.number'],
    ['a number between two', '{"criteria": [{"number": 1.5, "reason": "", "met": true}]}', 'criteria.0.number'],
    ['an entry without a reason', '{"criteria": [{"number": 1, "met": true}]}', 'criteria.0.reason'],
    ['an object instead of a list', '{"criteria": {"1": true, "2": true}}', 'criteria: '],
    ['a list alone', '[{"number": 1, "reason": "", "met": true}]', 'it does not have the form asked for'],
    ['null', 'null', 'it does not have the form asked for (Invalid input'],
    ['two objects', `${reply(true, true)}${reply(true, true)}`, 'it is not one JSON object'],
    ['half an object', reply(true, true).slice(0, -3), 'it is not one JSON object'],
    ['nothing', '', 'it is not one JSON object'],
  ])('with %s is asked again with the reason', async (_name, unusable, reason) => {
    const { judge, asked } = stubJudge(unusable, reply(true, false))
    const { verdicts } = await judgeChecklist(judge, SUBJECT, CRITERIA, { votes: 1 })
    expect(verdicts.map(({ met }) => met)).toEqual([true, false])
    expect(asked).toHaveLength(2)
    expect(asked[1]?.prompt).toContain(reason)
    await expect(judged([unusable])).rejects.toThrow(UnscoredError)
  })

  // byNumber keeps the last of several entries with one number, so a reply that says both true and false is taken for
  // what it says last. Fix: unusable where a number occurs twice.
  test('with two entries for one criterion is asked again', async () => {
    const entries = [true, false].map((met) => ({ number: 1, reason: '', met }))
    await expect(judged([JSON.stringify({ criteria: [...entries, { number: 2, reason: '', met: true }] })])).rejects.toThrow(UnscoredError)
  })
})

describe('the default prompt', () => {
  test('shows conversation, answer, reference and criteria, and asks for JSON at temperature 0', async () => {
    const { judge, asked } = stubJudge(reply(true, true))
    const conversation = [
      { role: 'user', content: 'What is the capital of France?' },
      { role: 'assistant', content: 'Lyon.' },
      { role: 'user', content: 'Sure?' },
    ]
    await judgeChecklist(judge, { conversation, answer: 'It is Paris.', reference: 'Paris!' }, CRITERIA, { votes: 1 })
    const { prompt, options } = asked[0] ?? expect.unreachable()
    const places = ['capital of France', 'Lyon.', 'Sure?', 'It is Paris.', 'Paris!', '1. names Paris', '2. is short'].map((text) =>
      prompt.indexOf(text),
    )
    expect(places.every((place) => place > 0)).toBe(true)
    expect([...places].sort((a, b) => a - b)).toEqual(places)
    expect(options).toMatchObject({ call: 'verdict', temperature: 0, json: { name: 'verdict' } })
  })

  test('has no place for what there is not', async () => {
    const { judge, asked } = stubJudge(reply(true, true))
    await judgeChecklist(judge, SUBJECT, CRITERIA, { votes: 1 })
    expect(asked[0]?.prompt).not.toMatch(/conversation so far|known to be good/)
  })
})

describe('several votes', () => {
  test('are asked one after the other under their numbers', async () => {
    const { judge, asked } = stubJudge('not JSON', reply(true, true))
    await judgeChecklist(judge, SUBJECT, CRITERIA, { votes: 3 })
    expect(asked.map(({ options }) => [options.vote, options.ask])).toEqual([
      [0, 0],
      [0, 1],
      [1, 0],
      [2, 0],
    ])
  })

  test('are decided by majority, with a reason of the majority', async () => {
    const { verdicts, agreement } = await judged([reply(true, false), reply(false, true), reply(true, false)], 3)
    expect(verdicts.map(({ met }) => met)).toEqual([true, false])
    expect(agreement).toBeCloseTo(4 / 6, 12)
  })

  test('that tie are not met', async () => {
    expect(await judged([reply(true, true), reply(false, true)], 2)).toEqual({
      verdicts: [
        { criterion: 'names Paris', met: false, reason: 'because 1' },
        { criterion: 'is short', met: true, reason: 'because 2' },
      ],
      agreement: 0.75,
      doubt: 1,
    })
  })

  test('of which one is unusable leave the item unscored', () =>
    expect(judged([reply(true, true), 'no'], 2)).rejects.toThrow(UnscoredError))
})

describe('merged votes', () => {
  const vote = (...entries: [criterion: string, met: boolean, reason: string][]): CriterionVerdict[] =>
    entries.map(([criterion, met, reason]) => ({ criterion, met, reason }))

  test('give the first reason that speaks for the majority', () => {
    const merged = mergeVotes([vote(['a', false, 'no']), vote(['a', true, 'yes 1']), vote(['a', true, 'yes 2'])])
    expect(merged).toEqual({ verdicts: vote(['a', true, 'yes 1']), agreement: 2 / 3, doubt: 2 / 3 })
  })

  test('follow the criteria of the first vote, whatever the order of the others', () => {
    const merged = mergeVotes([vote(['a', true, ''], ['b', false, '']), vote(['b', false, ''], ['a', true, ''])])
    expect(merged).toEqual({ verdicts: vote(['a', true, ''], ['b', false, '']), agreement: 1, doubt: 0 })
  })

  test('leave out criteria the first vote has not', () =>
    expect(mergeVotes([vote(['a', true, '']), vote(['a', true, ''], ['z', true, ''])]).verdicts).toEqual(vote(['a', true, ''])))

  test('of nothing are nothing, agreed on', () => {
    expect(mergeVotes([])).toEqual({ verdicts: [], agreement: 1 })
    expect(mergeVotes([[]])).toEqual({ verdicts: [], agreement: 1 })
  })

  // Votes that lack a criterion are left out of its count, so one met vote of three is a majority of one. Judges of
  // FB-Bench choose their own keys. Fix: count a vote that does not name the criterion as not met.
  test('take a criterion that only one of three votes names for not met', () => {
    const merged = mergeVotes([vote(['a', true, '']), vote(['A', false, '']), vote(['A', false, ''])])
    expect(merged.verdicts[0]?.met).toBe(false)
  })
})

describe('a simulated judge', () => {
  /** What the stub was told to say, with these verdicts flipped. */
  async function simulated(checks: readonly boolean[], flipped: (index: number) => boolean) {
    let told: AskOptions['simulation']
    const ask: Model['ask'] = async (_prompt, options) => {
      told = options?.simulation
      return { content: told?.verdict?.(flipped) ?? '' }
    }
    const judge: Model = { name: 'sim:judge', simulated: true, ask }
    return { told: () => told, judgement: await judgeChecklist(judge, SUBJECT, CRITERIA, { votes: 1, simulated: () => checks }) }
  }

  test('says what the checks say, in a form that can be read', async () => {
    const { judgement } = await simulated([true, false], () => false)
    expect(judgement.verdicts).toEqual([
      { criterion: 'names Paris', met: true, reason: 'Simulated: the answer meets it.' },
      { criterion: 'is short', met: false, reason: 'Simulated: the answer does not meet it.' },
    ])
  })

  test('says the opposite of what is flipped', async () => {
    const { judgement } = await simulated([true, false], (index) => index === 1)
    expect(judgement.verdicts.map(({ met }) => met)).toEqual([true, true])
    const turned = await simulated([true, false], () => true)
    expect(turned.judgement.verdicts.map(({ met }) => met)).toEqual([false, true])
  })

  test('is told nothing where there are no checks', async () => {
    const { judge, asked } = stubJudge(reply(true, true))
    await judgeChecklist(judge, SUBJECT, CRITERIA, { votes: 1 })
    expect(asked[0]?.options.simulation?.verdict).toBeUndefined()
  })
})

describe('a checklist read back from its prompt and reply', () => {
  const criteria = ['names 7', 'says\n2. so twice', 'ends']

  test('has what the judge said of each criterion', async () => {
    const said: CriterionVerdict[] = criteria.map((criterion, index) => ({ criterion, met: index > 0, reason: `because ${index}` }))
    const content = JSON.stringify({ criteria: said.map(({ met, reason }, index) => ({ number: index + 1, met, reason })) })
    const { judge, asked } = stubJudge(content)
    await judgeChecklist(judge, { conversation: [], answer: 'The criteria:\n\n1. mine' }, criteria, { votes: 1 })
    const prompt = asked[0]?.prompt ?? ''
    expect(readChecklist(prompt, content)).toEqual(said)
    expect(readChecklist(prompt, '{"criteria": []}')).toBeUndefined()
  })

  test('is none of another prompt', () => expect(readChecklist('Rate it.', '{"criteria": []}')).toBeUndefined())
})
