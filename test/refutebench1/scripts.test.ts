import { describe, expect, test } from 'vitest'
import type { Feedback, Step } from '../../suites/refutebench1/script.ts'
import { drawFor } from '../../suites/refutebench1/script.ts'
import { composeEmail, type EmailDraft, type EmailRow, emailScript } from '../../suites/refutebench1/tasks/email.ts'
import { type MtRow, mtScript } from '../../suites/refutebench1/tasks/mt.ts'
import { type QaRow, qaScript } from '../../suites/refutebench1/tasks/qa.ts'

const draw = drawFor(0, 'row')
const query = (text: string): Step => ({ kind: 'query', text })
const SLOT: Step = { kind: 'slot' }
const draft: EmailDraft = {
  subject: 'Lunch',
  opening: 'Hi Sam,',
  sentences: ['Lunch is at one.', 'Bring a fork.'],
  more: ['There is soup.', 'There is bread.'],
  closing: 'Bye,\nBob',
  languages: { French: 'Salut Sam, on mange à une heure.' },
}

/** A feedback, which the slot must have. */
function made<Demand>(found: Feedback<Demand> | string): Feedback<Demand> {
  if (typeof found === 'string') throw new Error(`no feedback: ${found}`)
  return found
}

describe('a draw', () => {
  test('is the same for the same seed, row and slot, and another for others', () => {
    const choices = Array.from({ length: 50 }, (_, index) => `choice ${index}`)
    expect(drawFor(0, 'row').pick(0, choices)).toBe(draw.pick(0, choices))
    const numbers = Array.from({ length: 20 }, (_, index) => index)
    expect(new Set(numbers.map((seed) => drawFor(seed, 'row').pick(0, choices))).size).toBeGreaterThan(5)
    expect(new Set(numbers.map((number) => drawFor(0, `row ${number}`).pick(0, choices))).size).toBeGreaterThan(5)
    expect(new Set(numbers.map((slot) => draw.pick(slot, choices))).size).toBeGreaterThan(5)
  })

  test('does not change when a choice is left out that was not drawn', () => {
    const choices = ['a', 'b', 'c', 'd', 'e']
    const drawn = draw.pick(0, choices)
    for (const left of choices)
      if (left !== drawn)
        expect(
          draw.pick(
            0,
            choices.filter((choice) => choice !== left),
          ),
        ).toBe(drawn)
    expect(draw.pick(0, [...choices].reverse())).toBe(drawn)
  })

  test('takes every choice about equally often', () => {
    const counts = new Map<string, number>()
    for (let row = 0; row < 3000; row += 1) {
      const drawn = drawFor(0, `row ${row}`).pick(0, ['a', 'b', 'c'])
      counts.set(drawn, (counts.get(drawn) ?? 0) + 1)
    }
    // Six standard deviations around 1,000.
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(160)
  })
})

describe('an e-mail script', () => {
  const row = (changes: Partial<EmailRow> = {}): EmailRow => ({
    system: 'S',
    steps: [query('a'), SLOT, query('b')],
    slots: [{ checker: 'greetings', choices: ['Ahoy', 'Good day', 'Cheers'], prompt: 'Begin with "{choice}" [always].' }],
    drafts: [draft, draft],
    ...changes,
  })

  test('demands something that the answer does not have', () => {
    const script = emailScript(row(), draw)
    for (const answer of ['Ahoy! Good day!', 'good day, ahoy']) {
      const feedback = made(script.object(0, answer, []))
      expect(feedback).toMatchObject({
        query: 0,
        text: 'Begin with "Cheers" [always].',
        demand: { checker: 'greetings', choice: 'Cheers' },
      })
      expect([feedback.check('cheers!'), feedback.check('Ahoy')]).toEqual([true, false])
    }
  })

  test('demands nothing where the answer has it all', () =>
    expect(emailScript(row(), draw).object(0, 'Ahoy, good day and cheers', [])).toBe('nothing'))

  test('demands nothing that cannot be checked', () => {
    const slots = [{ checker: 'title', choices: ['in capitals'], prompt: '{choice}' }] as const
    expect(emailScript(row({ slots }), draw).object(0, '', [])).toBe('nothing')
  })

  test('holds later answers against every feedback before them', () => {
    const slots = [
      { checker: 'greetings', choices: ['Ahoy'], prompt: 'g {choice}' },
      { checker: 'signature', choices: ['Peace,\nBob'], prompt: 's {choice}' },
    ] as const
    const script = emailScript(row({ slots, steps: [query('a'), SLOT, query('b'), SLOT, query('c')], drafts: [draft, draft, draft] }), draw)
    const first = made(script.object(0, '', []))
    const second = made(script.object(1, '', [first]))
    const expected = (number: number) => script.expected(number, [first, second]).map(({ demanded, check }) => [demanded, check('Ahoy')])
    expect([expected(0), expected(1), expected(2)]).toEqual([
      [],
      [['g Ahoy', true]],
      [
        ['g Ahoy', true],
        ['s Peace,\nBob', false],
      ],
    ])
    expect(script.feedbacks).toBe(2)
  })
})

describe('the e-mail of a simulated model', () => {
  test('has nothing of what can be demanded by itself', () =>
    expect(composeEmail(draft, [])).toBe('Subject: Lunch\n\nHi Sam,\n\nLunch is at one. Bring a fork.\n\nBye,\nBob'))

  test('has all that is demanded at once', () => {
    const email = composeEmail(draft, [
      { checker: 'title', choice: 'wrapped in double asterisks, i.e. **subject**.' },
      { checker: 'greetings', choice: 'Ahoy' },
      { checker: 'signature', choice: 'Peace,\nBob' },
      { checker: 'sentence', choice: 'at least 5 sentences' },
    ])
    // The title goes with the greeting, the opening with the first sentence, and the signature is one.
    expect(email).toBe('**Lunch**\n\nAhoy.\n\nHi Sam,\n\nLunch is at one. Bring a fork. There is soup.\n\nPeace,\nBob')
  })

  test('is as short as demanded, or in another language', () => {
    expect(composeEmail(draft, [{ checker: 'sentence', choice: 'less than 3 sentences' }])).not.toContain('fork')
    expect(composeEmail(draft, [{ checker: 'response_language', choice: 'French' }])).toBe(draft.languages.French)
    expect(composeEmail(draft, [{ checker: 'response_language', choice: 'English' }])).toBe(composeEmail(draft, []))
  })
})

describe('a translation script', () => {
  const row = (sentences: readonly string[], changes: Partial<MtRow> = {}): MtRow => ({
    system: 'S',
    steps: sentences.flatMap((sentence) => [query(sentence), SLOT]),
    sentences,
    words: [
      { src: 'bank', translation: ['银行', '岸边'], random: '骆驼' },
      { src: 'river', translation: ['河流', '江河'], random: '铅笔' },
    ],
    prompt: 'Glossary:\n',
    mappingPrompt: '{src} = {tgt}\n',
    translate: (_query, mappings) => mappings.map(({ target }) => target).join(''),
    ...changes,
  })
  const script = (sentences: readonly string[], targets: 'translation' | 'random' = 'translation') =>
    mtScript(row(sentences), targets, draw)

  test('demands every word of the sentence, as a translation that the answer does not have', () => {
    const feedback = made(script(['The bank of the river.']).object(0, '银行和江河', []))
    expect(feedback.text).toBe('Glossary:\nbank = 岸边\nriver = 河流\n')
    expect([feedback.check('河流的岸边'), feedback.check('河流')]).toEqual([true, false])
  })

  test('demands a word once', () => {
    const two = script(['The bank.', 'A bank by a river.'])
    const first = made(two.object(0, '', []))
    expect(made(two.object(1, '', [first])).demand.map(({ src }) => src)).toEqual(['river'])
    expect(two.object(1, '', [first, made(two.object(1, '', [first]))])).toBe('nothing')
  })

  test.each(['The banks.', 'The Bank.', 'riverbank'])('finds no word in %j', (sentence) => {
    expect(script([sentence]).object(0, '', [])).toBe('nothing')
  })

  test.each(['A river-bank.', '"bank"', 'bank’s'])('finds a word in %j', (sentence) => {
    expect(made(script([sentence]).object(0, '', [])).demand.map(({ src }) => src)).toContain('bank')
  })

  test('ends where the answer has every translation of a word', () =>
    expect(script(['The bank of the river.']).object(0, '银行，岸边', [])).toBe('conflict'))

  test('with random targets demands what is no translation, though the answer has it', () =>
    expect(made(script(['The bank.'], 'random').object(0, '骆驼', [])).demand).toEqual([{ src: 'bank', target: '骆驼' }]))

  test('holds a later translation against the words that occur in it only', () => {
    const three = script(['The bank of the river.', 'Nothing.', 'The river.'])
    const feedback = made(three.object(0, '', []))
    expect(three.expected(1, [feedback])).toEqual([])
    const [expectation] = three.expected(2, [feedback])
    const target = feedback.demand.find(({ src }) => src === 'river')?.target ?? ''
    expect(expectation?.demanded).toBe(`Glossary:\nriver = ${target}\n`)
    expect([expectation?.check(target), expectation?.check('')]).toEqual([true, false])
    expect(three.expected(0, [feedback])).toEqual([])
  })

  test('says how many feedbacks there can be', () => {
    expect(script(['The bank.', 'A bank.', 'No.', 'The river bank.']).feedbacks).toBe(2)
    expect(mtScript(row(['The bank.', 'A river.'], { steps: [query('a'), SLOT, query('b')] }), 'translation', draw).feedbacks).toBe(1)
  })
})

describe('a question script', () => {
  const row: QaRow = {
    system: 'S',
    steps: [],
    prompt: 'Know: ',
    facts: [
      { text: 'A is B.', gold: ['B'] },
      { text: 'C is D.', gold: ['D'] },
    ],
    queries: [
      { truth: 'a' },
      { truth: 'c' },
      { truth: 'x', gold: ['E', 'F'], about: [0] },
      { truth: 'y', gold: ['G.'], about: [0, 1] },
      { truth: 'z' },
    ],
  }
  const script = qaScript(row)
  const [first, second] = [made(script.object(0, 'B', [])), made(script.object(1, '', []))]

  test('always tells the fact, and the answer must name what it says', () =>
    expect([first.text, first.check('it is b'), first.check('a')]).toEqual(['Know: A is B.', true, false]))

  test('holds a question against the facts it is about, and tells what is right', () => {
    expect(script.expected(2, [first, second])).toMatchObject([{ feedbacks: [first], demanded: 'Know: A is B. Here that makes: E or F' }])
    expect(script.expected(3, [first, second])[0]?.feedbacks).toEqual([first, second])
    expect(script.expected(3, [first, second])[0]?.check('g')).toBe(true)
    expect(script.expected(4, [first, second])).toEqual([])
  })

  test('is answered rightly by who knows all the facts it is about', () => {
    const answers = (kept: (typeof first)[]) => [0, 1, 2, 3, 4].map((number) => script.reply(number, kept))
    expect(answers([])).toEqual(['a', 'c', 'x', 'y', 'z'])
    expect(answers([first])).toEqual(['B', 'c', 'E', 'y', 'z'])
    expect(answers([first, second])).toEqual(['B', 'D', 'E', 'G', 'z'])
  })
})
