import { expect, test } from 'vitest'
import { madeDocument, madeScores } from '../../../test/madeDocument.ts'
import { type LeftOut, leftOutTexts, partText } from './leftOut.ts'
import { isIncomplete } from './scoresDocument.ts'

const THERE = [{ task: 'a' }, { task: 'b' }]
const lost = (tasks: string[], items: number): LeftOut => ({ reason: 'no text', tasks, items })

test.each<[string, readonly LeftOut[] | undefined, typeof THERE | undefined, string]>([
  ['nothing', undefined, THERE, ''],
  ['nothing, told as none', [], THERE, ''],
  ['whole tasks', [lost(['c'], 5), lost(['d', 'c'], 5)], THERE, 'PART: 2 of 4 tasks'],
  ['items of tasks that are there', [lost(['a'], 5), lost(['b'], 1)], THERE, 'PART: without 6 items'],
  ['nobody knows how many of a task', [lost(['a'], 0)], THERE, 'PART: 1 of 2 tasks not whole'],
  ['tasks of a run that names none', [lost(['c'], 5)], undefined, 'PART: without 5 items'],
])('left out is %s: %j', (_what, all, there, said) => expect(partText(all, there)).toBe(said))

test('each reason is a sentence with its tasks and items', () =>
  expect(leftOutTexts([lost(['a', 'b'], 1), { reason: 'no file', tasks: ['c'], items: 0 }])).toEqual([
    'left out: a, b (1 item), since no text',
    'left out: c, since no file',
  ]))

test.each<[string, object, boolean, boolean]>([
  ['a whole run', { partial: false }, false, false],
  ['a run of which tasks were left out', { partial: true }, true, false],
  ['one of them that was stopped, too', { partial: true, incomplete: { ran: 1 } }, true, true],
  ['one that was stopped, of another program', { partial: true }, false, true],
  ['one that was stopped', { partial: true, incomplete: { ran: 1 } }, false, true],
])('%s can be finished or not', (_what, run, isPart, expected) => {
  const suites = { support: madeScores(isPart ? { leftOut: [lost(['c'], 5)] } : {}) }
  expect(isIncomplete(madeDocument({ run, suites }))).toBe(expected)
})
