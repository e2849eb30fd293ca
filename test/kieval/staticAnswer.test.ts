import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseStatic, STATIC_TOKENS, staticPrompt } from '../../suites/kieval/staticAnswer.ts'

const QUESTION = { id: 'q', set: 's', question: 'What floats?', choices: ['Iron', 'Ice'], answerIndex: 1, uuid: 'u' }

describe('the prompt', () => {
  test('is one message: solved examples, and the question without its answer', () => {
    const examples = [
      { question: 'What is 1 + 1?', choices: ['1', '2', '3'], answerIndex: 1 },
      { question: 'Which is red?', choices: ['Blood', 'Milk'], answerIndex: 0 },
    ]
    expect(staticPrompt(QUESTION, examples)).toEqual([
      {
        role: 'user',
        content: `### Question: What is 1 + 1?

### Choices:
A. 1
B. 2
C. 3

### Answer: B. 2

### Question: Which is red?

### Choices:
A. Blood
B. Milk

### Answer: A. Blood

### Question: What floats?

### Choices:
A. Iron
B. Ice

### Answer:`,
      },
    ])
  })

  test('may have no examples', () => {
    expect(staticPrompt(QUESTION, [])).toEqual([
      { role: 'user', content: '### Question: What floats?\n\n### Choices:\nA. Iron\nB. Ice\n\n### Answer:' },
    ])
  })

  test('is answered in no more than the official 20 tokens', () => expect(STATIC_TOKENS).toBe(20))
})

const RULES = ['robust', 'official'] as const

test.each(['Answer: <C>', 'Answer: [C]', 'answer is (C)'])(
  '%j names its choice, in which the official rule sees that of "Answer"',
  (text) => expect(parseStatic(text, 4, 'robust')).toBe(2),
)

describe.each(RULES)('by the %s rule an answer', (rule) => {
  test('may be the letter alone, white space around it as Python strips it', () => {
    for (const [index, letter] of ['A', 'B', 'C', 'D', 'E'].entries()) {
      expect(parseStatic(letter, 5, rule)).toBe(index)
      expect(parseStatic(` \n${letter}\u001f\u0085 `, 5, rule)).toBe(index)
    }
  })

  test.each(['', ' ', '\n\n', '42', '??', 'none', '...'])('is none where it is %j', (text) => {
    expect(parseStatic(text, 4, rule)).toBeUndefined()
  })

  test('names no choice that is not there', () => {
    expect(parseStatic('D', 3, rule)).toBeUndefined()
    expect(parseStatic('D. because', 3, rule)).toBeUndefined()
    expect(parseStatic('D', 4, rule)).toBe(3)
  })

  test.each([
    ['B. Ice', 1],
    ['C', 2],
    ['(D)', 3],
    ['D)', 3],
    ['**C**', 2],
    ['C: because it is', 2],
    ['It is C.', 2],
  ])('%j names choice %i', (text, index) => expect(parseStatic(text, 4, rule)).toBe(index))

  test('as the prompt writes it names its choice, whatever the choice says', () => {
    fc.assert(
      fc.property(fc.nat(3), fc.string(), (index, text) => {
        // Officially another letter in the text may come before it.
        const plain = rule === 'official' ? text.replaceAll(/[A-D]/g, '') : text
        expect(parseStatic(`${'ABCD'[index]}. ${plain}`, 4, rule)).toBe(index)
      }),
    )
  })

  test('of any text is a choice or none', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 2, max: 10 }), (text, choices) => {
        const index = parseStatic(text, choices, rule)
        expect(index === undefined || (index >= 0 && index < choices)).toBe(true)
      }),
    )
  })
})

describe('by the official rule', () => {
  test.each([
    ['Answer: B', 0],
    ['Because it is D', 1],
    ['The DNA', 0],
    ['CBD', 1],
    ['the answer is d, no D', 3],
  ])('%j is the first letter of the alphabet that occurs: %i', (text, index) => expect(parseStatic(text, 4, 'official')).toBe(index))

  test('a small letter is none', () => {
    expect(parseStatic('b', 4, 'official')).toBeUndefined()
    expect(parseStatic('the second', 4, 'official')).toBeUndefined()
  })
})

describe('by the robust rule', () => {
  test.each([
    ['Answer: B', 1],
    ['answer:C', 2],
    ['ANSWER: (D)', 3],
    ['The answer is C.', 2],
    ['The correct answer is: **B**', 1],
    ['Answer is d', 3],
    ['Answer: b', 1],
    ['All of A, B and C; the answer is B, not D', 1],
  ])('a letter after "answer" comes first: %j is %i', (text, index) => expect(parseStatic(text, 4, 'robust')).toBe(index))

  test.each([
    ['B. not C', 1],
    ['B, for D does not float', 1],
    ['(C) Iron, unlike A', 2],
    ['**D.** Because of B', 3],
    ['C\nA and B are wrong', 2],
  ])('then one it begins with: %j is %i', (text, index) => expect(parseStatic(text, 4, 'robust')).toBe(index))

  test.each([
    ['It cannot be A, so it must be C', 2],
    ['Not A. B', 1],
    ['I pick "D"', 3],
    ['Option B.', 1],
    ['**Answer:** B', 1],
    ['DNA or C', 2],
    ['I chose B: A2 is a size of paper', 1],
    ['选择：B。', 1],
  ])('then the last one that stands by itself: %j is %i', (text, index) => expect(parseStatic(text, 4, 'robust')).toBe(index))

  test.each(['Because', 'DNA', "A's", 'a', 'ABCD', 'Bd', '4B', 'the answer is not known'])('%j names none', (text) => {
    expect(parseStatic(text, 4, 'robust')).toBeUndefined()
  })

  // A letter before white space counts as one the answer begins with, the English article too.
  test.each(['A metal conducts heat, so B', 'A closer look shows that it is B.'])('the article is no choice: %j', (text) => {
    expect(parseStatic(text, 4, 'robust')).toBe(1)
  })

  // The letter after "answer" may be a small one, so that the article counts as choice A here as well.
  test.each(['The answer is a bit tricky: B', 'The answer is a tie between C and D'])('nor is it after "answer": %j', (text) => {
    expect(parseStatic(text, 4, 'robust')).not.toBe(0)
  })

  // Chinese is written without spaces: a letter next to a character does not stand by itself, and the answer is dropped,
  // which the official rule would have read.
  test.each(['答案是B。', '应选B'])('a letter among Chinese characters is one: %j', (text) =>
    expect(parseStatic(text, 4, 'robust')).toBe(1),
  )
})
