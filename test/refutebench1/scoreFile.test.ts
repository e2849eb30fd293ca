import { expect, test } from 'vitest'
import { refutebench1FileScorer } from '../../suites/refutebench1/suite.ts'

const score = refutebench1FileScorer()
const email = (checker: string, choice: string, response: string) =>
  score({ id: 'a', task: 'email', checker, choice, response }, 'x, line 1')

test('a line of each task is checked', () => {
  expect(email('greetings', 'Ahoy', 'ahoy, Ben')).toEqual({ id: 'a', passed: true })
  expect(score({ id: 'b', task: 'mt', checker: 'target-contained', choice: '番茄', response: '西红柿' }, 'x')).toEqual({
    id: 'b',
    passed: false,
  })
  expect(score({ id: 'c', task: 'qa', checker: 'answer-contained', choice: ['Rome', 'Roma'], response: 'roma!' }, 'x')).toEqual({
    id: 'c',
    passed: true,
  })
  expect(score({ id: 'd', task: 'qa', choice: 'Rome.', response: 'Rome' }, 'x')).toEqual({ id: 'd', passed: true })
})

test('a demand the official check breaks down on is neither passed nor failed', () =>
  expect(email('title', 'in capitals', '**A**')).toEqual({ id: 'a', passed: null }))

test.each([
  ['checker', { id: 'a', task: 'email', checker: 'colour', choice: 'red', response: '' }],
  ['task', { id: 'a', task: 'poem', choice: 'red', response: '' }],
  ['response', { id: 'a', task: 'mt', choice: 'red' }],
  ['choice', { id: 'a', task: 'mt', choice: ['red'], response: '' }],
  ['id', { task: 'qa', choice: 'red', response: '' }],
])('a line without a right %s is refused by name', (field, line) => {
  expect(() => score(line, 'answers.jsonl, line 7')).toThrow(new RegExp(`answers\\.jsonl, line 7, field ${field}:`))
})
