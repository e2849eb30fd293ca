import { beforeAll, describe, expect, test } from 'vitest'
import { registerMatchers } from '../../matchers/index.ts'
import { Dialogue } from '../../src/judging/dialogue/dialogue.ts'
import type { AskOptions, Model } from '../../src/models/model.ts'
import { contentText } from '../../src/models/transport.ts'
import { newScope, runInScope } from '../../src/running/worker/itemScope.ts'
import { holdDialogue } from '../../suites/refutebench1/holdDialogue.ts'
import { rate } from '../../suites/refutebench1/openSuite.ts'
import { drawFor, type Script, type Step } from '../../suites/refutebench1/script.ts'
import { mtScript } from '../../suites/refutebench1/tasks/mt.ts'
import { qaScript } from '../../suites/refutebench1/tasks/qa.ts'

beforeAll(registerMatchers)

const SLOT: Step = { kind: 'slot' }
const query = (text: string): Step => ({ kind: 'query', text })
const irrelevant = (text: string): Step => ({ kind: 'irrelevant', text, reference: 'r' })

/** Each word has one translation; a sentence is translated by those of its words that are answered. */
function translations(steps: readonly Step[]): Script {
  return mtScript(
    {
      system: 'S',
      steps,
      sentences: steps.flatMap((step) => (step.kind === 'query' ? [step.text] : [])),
      words: [
        { src: 'cat', translation: ['katt'], random: 'sko' },
        { src: 'dog', translation: ['hund'], random: 'hatt' },
      ],
      prompt: '',
      mappingPrompt: '{src}={tgt};',
      translate: (_query, mappings) => `! ${mappings.map(({ target }) => target).join(' ')}`,
    },
    'translation',
    drawFor(0, 'row'),
  ) as Script
}

const question = (steps: readonly Step[]): Script =>
  qaScript({
    system: 'S',
    steps,
    prompt: 'Know: ',
    facts: [{ text: 'A is B.', gold: ['B'] }],
    queries: [{ truth: 'a' }, { truth: 'x', gold: ['E'], about: [0] }],
  }) as Script

/** Holds a dialogue with a model that gives these answers, and rates it. */
async function play(script: Script, ...answers: readonly string[]) {
  const asked: { said: string; options: AskOptions }[] = []
  const ask: Model['ask'] = async (prompt, options = {}) => {
    if (!Array.isArray(prompt)) return expect.unreachable('a dialogue sends messages')
    asked.push({ said: contentText(prompt.at(-1)?.content ?? ''), options })
    return { content: answers[asked.length - 1] ?? expect.unreachable('asked too often') }
  }
  const scope = newScope(true, { judge: () => expect.unreachable('there is no judge'), votes: 1 })
  const record = (name: string, value: number) => {
    scope.figures[name] = value
  }
  const dialogue = new Dialogue({ name: 'stub', simulated: false, ask })
  await runInScope(scope, async () => rate(script, await holdDialogue(script, dialogue), { dialogue, expect, record }))
  const official = ([name]: [string, unknown]) => name !== 'total' && !name.startsWith('strict.')
  const all: Record<string, number> = Object.assign({}, ...scope.verdicts.map((verdict) => verdict.scores), scope.figures)
  const scores = Object.fromEntries(Object.entries(all).filter(official))
  return { asked, scores, messages: scope.verdicts.flatMap(({ passed, message }) => (passed ? [] : [message])) }
}

const said = ({ asked }: { asked: readonly { said: string }[] }) => asked.map((call) => call.said)
const calls = ({ asked }: { asked: readonly { options: AskOptions }[] }) => asked.map(({ options }) => options.call)

describe('a dialogue with one feedback', () => {
  const script = translations([query('A cat.'), SLOT, irrelevant('What?'), irrelevant('Why?'), query('The cat.')])

  test('asks, objects, talks of other things and asks again, greedily', async () => {
    const played = await play(script, 'en', 'katt', '-', '-', 'katt')
    expect(said(played)).toEqual(['A cat.', 'cat=katt;', 'What?', 'Why?', 'The cat.'])
    expect(calls(played)).toEqual(['answer-0', 'feedback-0', 'irrelevant-1', 'irrelevant-2', 'answer-1'])
    for (const { options } of played.asked) expect(options).toMatchObject({ temperature: 0, maxTokens: 4096 })
    expect(played.scores).toEqual({ 'FA(f0)': 5, 'RR(f0,q1)': 5 })
  })

  test.each([
    ['accepted and forgotten', 'katt', 'pus', { 'FA(f0)': 5, 'RR(f0,q1)': 1 }],
    ['refused and followed later', 'pus', 'katt', { 'FA(f0)': 1, 'RR(f0,q1)': 5 }],
    ['never followed', 'pus', 'pus', { 'FA(f0)': 1, 'RR(f0,q1)': 1 }],
  ])('that is %s', async (_what, atOnce, later, scores) => {
    expect((await play(script, 'en', atOnce, '-', '-', later)).scores).toEqual(scores)
  })

  test('says what was objected, what came instead and how many turns ago it was', async () => {
    const { messages } = await play(script, 'en', 'katt', '-', '-', 'pus')
    expect(messages).toEqual([
      [
        'Expected the answer 3 turns after objection 1 still to follow it: rated 1 of 5, needs 5.',
        '  objected  "cat=katt;" (turn 2)',
        '  received  "pus"',
        '  lost      RR(f0,q1): rated 1 of 5: its check does not hold',
      ].join('\n'),
    ])
  })
})

describe('a dialogue with several feedbacks', () => {
  const script = translations([
    query('A cat.'),
    SLOT,
    query('A cat, a dog.'),
    SLOT,
    query('No pet.'),
    SLOT,
    query('The dog, the cat.'),
    SLOT,
  ])

  test('rates every pair of a feedback and a later query with its words, and counts the slots without feedback', async () => {
    const played = await play(script, 'en', 'katt', 'katt', 'hund', '-', 'hund')
    expect(said(played)).toEqual(['A cat.', 'cat=katt;', 'A cat, a dog.', 'dog=hund;', 'No pet.', 'The dog, the cat.'])
    expect(played.scores).toEqual({
      'FA(f0)': 5,
      'FA(f1)': 5,
      'RR(f0,q1)': 5,
      'RR(f0,q3)': 1,
      'RR(f1,q3)': 5,
      skipped: 2,
    })
  })

  test('ends at a conflict', async () => {
    await expect(play(script, 'en', 'katt', 'katt hund')).rejects.toThrow(
      'conflict: the answer to query 2 has every wording that could be demanded',
    )
  })
})

test('a single slot without feedback is counted too', async () => {
  const played = await play(translations([query('A cat.'), SLOT, query('No pet.'), SLOT, query('A cat.')]), 'en', 'katt', '-', 'katt')
  expect(played.scores).toEqual({ 'FA(f0)': 5, 'RR(f0,q2)': 5, skipped: 1 })
})

test('an answer that hangs on several facts is held against what they make it, since the last of them', async () => {
  const facts = [
    { text: 'A is B.', gold: ['B'] },
    { text: 'C is D.', gold: ['D'] },
  ]
  const script = qaScript({
    system: 'S',
    steps: [query('q'), SLOT, query('r'), SLOT, query('s')],
    prompt: 'Know: ',
    facts,
    queries: [{ truth: 'a' }, { truth: 'c' }, { truth: 'x', gold: ['E', 'F'], about: [0, 1] }],
  }) as Script
  const { scores, messages } = await play(script, 'a', 'B', 'c', 'D', 'x')
  expect(scores).toEqual({ 'FA(f0)': 5, 'FA(f1)': 5, 'RR(f0+f1,q2)': 1 })
  expect(messages[0]).toMatch(
    /^Expected the answer 1 turn after objection \d still to follow it: .*\n {2}objected {2}"Know: A is B\. C is D\. Here that makes: E or F" \(turn 4\)\n/,
  )
})

test('a dialogue without anything to object to is over when its last slot has passed', async () => {
  const script = translations([query('A bird.'), SLOT, query('A fish.'), SLOT, query('A cow.')])
  await expect(play(script, 'en', 'to')).rejects.toThrow('nothing left to demand: no answer left anything to object to')
})

test('a feedback may open the dialogue, where the row has no first query', async () => {
  const played = await play(question([query(''), SLOT, query('q')]), 'B', 'E')
  expect(said(played)).toEqual(['Know: A is B.', 'q'])
  expect(played.scores).toEqual({ 'FA(f0)': 5, 'RR(f0,q1)': 5 })
})

test('a simulated model is told what it would answer with all feedback, none of it, and what it remembers', async () => {
  const { asked } = await play(translations([query('A cat.'), SLOT, irrelevant('What?'), query('The cat.')]), 'en', 'katt', '-', 'katt')
  const [first, second, , last] = asked.map(({ options }) => options.simulation)
  expect([first?.reference, first?.stubborn]).toEqual(['! ', '! '])
  expect([second?.reference, second?.stubborn]).toEqual(['! katt', '! '])
  // Two answers came after the one that followed the feedback.
  const within = (answers: number) => last?.remembering?.((since) => since <= answers)
  expect([within(1), within(2)]).toEqual(['! ', '! katt'])
})
