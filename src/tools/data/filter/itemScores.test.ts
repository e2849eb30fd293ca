import { expect, test } from 'vitest'
import { ItemScores } from './itemScores.ts'

const record = (item: string, score: number | null, solved: boolean, trial = 0) => ({ item, task: 'math', trial, score, solved })

test('an item has the mean of its trials, null without a score, and nothing where it has no record', () => {
  const scores = new ItemScores()
  scores.add(0, record('b', 1, true))
  scores.add(0, record('b', 0.5, false, 1))
  scores.add(0, record('b', null, false, 2))
  scores.add(1, record('b', null, false))
  scores.add(2, record('a', 0.25, false))
  expect(scores.rows(3)).toEqual([
    { item: 'a', task: 'math', scores: [undefined, undefined, 0.25], solved: [false, false, false] },
    // One of two scored trials is solved: not more than half.
    { item: 'b', task: 'math', scores: [0.75, null, undefined], solved: [false, false, false] },
  ])
})

test('of two records for one trial the last wins', () => {
  const scores = new ItemScores()
  scores.add(0, record('a', null, false))
  scores.add(0, record('a', 1, true))
  expect(scores.rows(1)).toEqual([{ item: 'a', task: 'math', scores: [1], solved: [true] }])
})

test('a task that one source does not tell is taken from another', () => {
  const scores = new ItemScores()
  scores.add(0, { ...record('a', 1, true), task: '' })
  scores.add(1, record('a', 1, true))
  expect(scores.rows(2)[0]?.task).toBe('math')
})
