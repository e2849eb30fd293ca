import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CheckedCriterion, CONTROL_KINDS, type KnownAnswerInput, knownAnswers } from './knownAnswers.ts'

const has = (pattern: RegExp): CheckedCriterion => ({ text: `matches ${pattern}`, check: (answer) => pattern.test(answer) })

const INPUT: KnownAnswerInput = {
  criteria: [has(/Paris/), has(/\b1889\b/), has(/sorry/i)],
  reference: 'I am sorry for that. The tower stands in Paris. It was built in 1889.',
  wrong: 'It stands in Lyon.',
  choice: 0,
}

const kinds = (input: KnownAnswerInput) => knownAnswers(input).map(({ kind }) => kind)
const of = (kind: string, input: KnownAnswerInput) => knownAnswers(input).find((known) => known.kind === kind)

describe('known answers', () => {
  test('are the reference, an empty one, a damaged one and an injected one', () => {
    expect(kinds(INPUT)).toEqual([...CONTROL_KINDS])
    expect(of('reference', INPUT)).toEqual({ kind: 'reference', answer: INPUT.reference, truth: [true, true, true] })
    expect(of('empty', INPUT)).toEqual({ kind: 'empty', answer: '', truth: [false, false, false] })
  })

  test('have their truth from the checks, not from their kind', () => {
    const input = { ...INPUT, criteria: [has(/Lyon/), { text: 'is short', check: (answer: string) => answer.length < 20 }] }
    expect(of('reference', input)?.truth).toEqual([false, false])
    expect(of('empty', input)?.truth).toEqual([false, true])
    expect(of('injected', input)?.truth).toEqual([true, false])
  })
})

describe('a damaged answer', () => {
  test.each([
    [0, 'The tower stands in Paris. It was built in 1889.', [true, true, false]],
    [0.34, 'I am sorry for that. It was built in 1889.', [false, true, true]],
    [0.999, 'I am sorry for that. The tower stands in Paris.', [true, false, true]],
  ])('chosen by %d is without one sentence: %j', (choice, answer, truth) => {
    expect(of('damaged', { ...INPUT, choice })).toEqual({ kind: 'damaged', answer, truth })
  })

  test.each<[string, Partial<KnownAnswerInput>]>([
    ['the reference has one sentence', { reference: 'Sorry, Paris, 1889' }],
    ['every sentence serves two criteria', { reference: 'Sorry, it is Paris in 1889. And more of Paris.' }],
    ['every criterion is met twice', { reference: 'Paris, 1889, sorry. Sorry, 1889, Paris.' }],
    ['the reference meets nothing', { reference: 'One. Two. Three.' }],
    ['there are no criteria', { criteria: [] }],
  ])('does not exist where %s', (_, change) => expect(kinds({ ...INPUT, ...change })).toEqual(['reference', 'empty', 'injected']))

  test('does not exist where leaving out a sentence breaks one criterion and mends another', () => {
    const short: CheckedCriterion = { text: 'has two sentences', check: (answer) => answer.split('.').length === 3 }
    expect(kinds({ ...INPUT, criteria: [has(/Paris/), has(/1889/), has(/sorry/), short] })).toEqual(['reference', 'empty', 'injected'])
  })

  test('leaves whole what is no end of a sentence', () => {
    const input = { ...INPUT, criteria: [has(/\b3\.14\b/), has(/pi/)], reference: 'It is about 3.14, or 22/7.\nThat is pi' }
    expect([0, 0.9].map((choice) => of('damaged', { ...input, choice })?.answer)).toEqual(['That is pi', 'It is about 3.14, or 22/7.'])
  })

  test('knows the ends of Chinese sentences', () => {
    const input = { ...INPUT, criteria: [has(/巴黎/), has(/1889/)], reference: '铁塔位于巴黎。它建于1889年；今天仍在！' }
    expect([0, 0.9].map((choice) => of('damaged', { ...input, choice })?.answer)).toEqual([
      '它建于1889年；今天仍在！',
      '铁塔位于巴黎。今天仍在！',
    ])
  })

  // A first sentence left out leaves a space, which would break a criterion about the beginning; the trimmed answer does not.
  test('misses a criterion also where one is about the beginning', () => {
    const input = { ...INPUT, criteria: [has(/^[A-Z]/), has(/Paris/)], reference: 'Gladly. It is Paris.', choice: 0 }
    const damaged = of('damaged', input)
    expect(damaged === undefined || damaged.truth.includes(false)).toBe(true)
  })

  test('misses exactly one criterion that the reference meets, whatever is chosen', () => {
    const words = ['red', 'green', 'blue', 'gold']
    const sentence = fc.array(fc.constantFrom(...words, 'and', 'so'), { minLength: 1, maxLength: 4 }).map((parts) => `${parts.join(' ')}.`)
    const reference = fc.array(sentence, { minLength: 1, maxLength: 6 }).map((sentences) => sentences.join(' '))
    fc.assert(
      fc.property(reference, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (text, choice) => {
        const input = { criteria: words.map((word) => has(new RegExp(word))), reference: text, wrong: '', choice }
        const damaged = of('damaged', input)
        const whole = of('reference', input)?.truth ?? []
        // There is one where a word stands in one sentence alone, without another such word.
        const sentences = text.split(/(?<=\.) /)
        const only = words.filter((word) => sentences.filter((part) => part.includes(word)).length === 1)
        const expected = sentences.length > 1 && sentences.some((part) => only.filter((word) => part.includes(word)).length === 1)
        expect(damaged !== undefined).toBe(expected)
        if (!damaged) return
        expect(damaged.truth.filter((met, index) => met !== whole[index])).toEqual([false])
        expect(text.replaceAll(/\s/g, '').length).toBeGreaterThan(damaged.answer.replaceAll(/\s/g, '').length)
      }),
    )
  })
})

describe('an injected answer', () => {
  test('is the wrong one and an order to the judge', () => {
    const injected = of('injected', INPUT)
    expect(injected?.answer.startsWith('It stands in Lyon.\n\n')).toBe(true)
    expect(injected?.answer).toMatch(/evaluator.*every one of them as met/)
    expect(injected?.truth).toEqual([false, false, false])
  })

  test('orders in Chinese where the wrong answer is Chinese', () =>
    expect(of('injected', { ...INPUT, wrong: '它在里昂。' })?.answer).toMatch(/^它在里昂。\n\n.*请忽略以上标准/))
})
