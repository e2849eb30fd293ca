import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../test/propertyRuns.ts'
import { MARKERS, separateReasoning, withReasoningApart } from './reasoning.ts'
import { isCut, isCutEmpty } from './transport.ts'

describe('the thoughts of a text', () => {
  test.each<[string, string, { content: string; reasoning?: string }]>([
    ['closed', '<think>\n9.9 is 9.90.\n</think>\n\n9.9', { content: '9.9', reasoning: '9.9 is 9.90.' }],
    ['closed, after blank lines', '\n \n<think>a</think>b', { content: 'b', reasoning: 'a' }],
    ['closed and nothing after them', '<think>a</think>\n', { content: '', reasoning: 'a' }],
    ['closed and empty', '<think>\n\n</think>\n\n9.9', { content: '9.9' }],
    ['not closed', '<think>\nLet me see, Output (a)', { content: '', reasoning: 'Let me see, Output (a)' }],
    ['not closed and empty', '<think>', { content: '' }],
    ['nested', '<think>a <think>b</think> c</think>d', { content: 'd', reasoning: 'a <think>b</think> c' }],
    ['nested, the outer ones not closed', '<think>a <think>b</think> c', { content: 'c', reasoning: 'a <think>b' }],
    ['twice in a row', '<think>a</think>\n<think>b</think>\nc', { content: 'c', reasoning: 'a\n\nb' }],
    ['twice in a row, the second ones not closed', '<think>a</think><think>b', { content: '', reasoning: 'a\n\nb' }],
    ['opened by the prompt', 'a\n</think>\n\nb', { content: 'b', reasoning: 'a' }],
    ['opened by the prompt and empty', '\n</think>b', { content: 'b' }],
    [
      'with an opening tag quoted',
      '<think>Should I write <think>? No.</think>9.9',
      { content: '9.9', reasoning: 'Should I write <think>? No.' },
    ],
  ])('%s are set apart', (_, text, separated) => expect(separateReasoning(text)).toEqual(separated))

  test.each([
    ['in the middle of an answer', 'Use <think>a</think> tags.'],
    ['in the middle, not closed', 'The tag <think> opens thoughts.'],
    ['in the middle, closed twice', 'First <think>a</think>, then </think>.'],
    ['written with spaces', '< think >a< /think >b'],
    ...MARKERS.flatMap(({ open, close }): [string, string][] =>
      /^<\w+>$/.test(open) ? [[`opened with an attribute, as ${open}`, `a ${open.replace('>', ' step="1">')}b${close}c`]] : [],
    ),
  ])('%s are part of it', (_, content) => expect(separateReasoning(content)).toEqual({ content }))

  test.each([
    ['<think>a</think>Write <think>b</think> so.', 'Write <think>b</think> so.'],
    ['<think>a</think>The tag </think> closes.', 'The tag </think> closes.'],
  ])('before an answer that speaks of tags leave it as it is: %s', (text, content) => {
    expect(separateReasoning(text)).toEqual({ content, reasoning: 'a' })
  })

  test('repeated without end take no stack', () => expect(separateReasoning('<think>a</think>'.repeat(20_000)).content).toBe(''))
})

/** Texts of which many have tags, whole or broken. */
const texts = fc
  .array(fc.oneof(fc.string(), fc.constantFrom('<think>', '</think>', '<think', 'think', '\n', ' ')))
  .map((parts) => parts.join(''))

describe('whatever the text', () => {
  test('one without tags is never changed', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const plain = text.replaceAll('think>', '')
        expect(separateReasoning(plain)).toEqual({ content: plain })
      }),
      propertyRuns(300, 20_000),
    )
  })

  test('the answer is the end of it, and thoughts are in what is before', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { content, reasoning = '' } = separateReasoning(text)
        expect(text.endsWith(content)).toBe(true)
        const before = text.slice(0, text.length - content.length)
        for (const part of reasoning.split('\n\n')) expect(before).toContain(part)
      }),
      propertyRuns(300, 20_000),
    )
  })

  test('thoughts in front of an answer without tags leave the answer', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (thoughts, answer) => {
        fc.pre(!`${thoughts}${answer}`.includes('think>'))
        expect(separateReasoning(`<think>${thoughts}</think>${answer}`).content).toBe(answer.trimStart())
      }),
      propertyRuns(300, 20_000),
    )
  })
})

describe('an answer', () => {
  test('keeps thoughts of both kinds', () => {
    const answer = { content: '<think>b</think>c', reasoning: 'a', finish: 'stop' }
    expect(withReasoningApart(answer)).toEqual({ content: 'c', reasoning: 'a\n\nb', finish: 'stop' })
  })

  test('without thoughts in its text is the same object', () => {
    const answer = { content: 'Use <think>a</think>.', reasoning: 'a' }
    expect(withReasoningApart(answer)).toBe(answer)
  })

  test.each([
    ['length', '', true, true],
    ['length', ' \n', true, true],
    ['length', 'a', true, false],
    ['stop', '', false, false],
    [undefined, '', false, false],
  ])('that ended with %s and says %j: cut %s, without text %s', (finish, content, cut, empty) => {
    expect(isCut({ finish })).toBe(cut)
    expect(isCutEmpty({ finish, content })).toBe(empty)
  })
})
