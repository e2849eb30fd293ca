import { expect, test } from 'vitest'
import { answerReadings } from './answerReadings.ts'

/** Each dress, with the answer that it is about. */
const DRESSES: readonly (readonly [reply: string, answer: string])[] = [
  ['  42\n', '42'],
  ['\ufeff42', '42'],
  ['```\n42\n```', '42'],
  ['```json\n["a", "b"]\n```', '["a", "b"]'],
  ['~~~\n42\n~~~', '42'],
  ['```json\n{"a": 1}', '{"a": 1}'],
  ['```42```', '42'],
  ['"42"', '42'],
  ["'42'", '42'],
  ['“42”', '42'],
  ['«42»', '42'],
  ['「42」', '42'],
  ['**42**', '42'],
  ['*42*', '42'],
  ['__42__', '42'],
  ['`42`', '42'],
  ['**"42".**', '42'],
  ['**one**\n**two**', 'one\ntwo'],
  ['- one\n- two', 'one\ntwo'],
  ['1. one\n2. two', 'one\ntwo'],
  ['> one\n> two', 'one\ntwo'],
  ['## 42', '42'],
  ['42.', '42'],
  ['42。', '42'],
  ['Answer: 42', '42'],
  ['**Answer:** 42', '42'],
  ['**Answer: 42**', '42'],
  ['Final answer:\n\n42', '42'],
  ['The answer is 42.', '42'],
  ['答案：42', '42'],
  ['Sure! Here is the answer:\n\n42', '42'],
  ['Sure! Here is the answer: 42', '42'],
  ['Sure! Here is the answer: [\n  "a"\n]', '[\n  "a"\n]'],
  ['Of course!\n\n42', '42'],
  ['The third item of the list:\n42', '42'],
  ['42\n\nLet me know if you need anything else!', '42'],
  ['Here you go:\n\n```json\n["a"]\n```\n\nLet me know if you need anything else!', '["a"]'],
  ['I looked at each item.\nAnswer: "42".', '42'],
  ['Here you go: ```\n42\n```', '42'],
  ['42\n```', '42'],
  ['~~~~\n42\n~~~~', '42'],
  ['**one**\r\n**two**', 'one\ntwo'],
]

test.each(DRESSES)('%j is read as %j', (reply, answer) => expect(answerReadings(reply).map(({ text }) => text)).toContain(answer))

test('the first reading is all of the reply, and the others come as dress is taken off', () => {
  expect(answerReadings('**"42."**').map(({ text }) => text)).toEqual(['**"42."**', '"42."', '42.', '42'])
  expect(answerReadings('42')).toEqual([{ text: '42', beside: '' }])
  expect(answerReadings('')).toEqual([{ text: '', beside: '' }])
})

test('the full stop of a text is its own', () =>
  expect(answerReadings('**It rains.**', true).map(({ text }) => text)).toEqual(['**It rains.**', 'It rains.']))

test('what is said beside an answer is kept, and marks are not', () => {
  expect(answerReadings('Sure, not 41:\n"42"').at(-1)).toEqual({ text: '42', beside: 'Sure, not 41:' })
  expect(answerReadings('It was 41.\nAnswer: 42').find(({ text }) => text === '42')).toEqual({ text: '42', beside: 'It was 41.' })
  expect(answerReadings('41\n```\n42\n```\n43').find(({ text }) => text === '42')).toEqual({ text: '42', beside: '41\n43' })
})

test.each([
  ['```\n41\n```\n```\n42\n```'],
  ['```text\n41\n```\n\n```text\n42\n```'],
  ['It is not this one:\n42'],
  ['Previous answer:\n42'],
  ['Your answer:\n42'],
  ['41\n42'],
  ['41 or 42'],
  ['not 42'],
])('of %j no part is an answer', (reply) => expect(answerReadings(reply).map(({ text }) => text)).not.toContain('42'))

test.each(['*', '"', '`', '\n', '.', '- ', 'Answer: ', '**\n', '```\n', 'Sure! ', ': '])('a long row of %j ends', (piece) => {
  const readings = answerReadings(piece.repeat(150_000 / piece.length))
  expect(readings.length).toBeLessThan(30)
})
