import { expect, test } from 'vitest'
import { shardedOptions } from '../../suites/sharded/names.ts'
import { openItems, shardedRubric } from '../../suites/sharded/openSuite.ts'
import { dressed, type Labelled } from './dressed.ts'
import { spoilt } from './spoilt.ts'

import written from './writtenAnswers.json' with { type: 'json' }

const { tasks } = openItems('bundled', shardedOptions.parse({}))

/** Demands that an answer does not meet. */
function unmet(id: string, answer: string): string[] {
  const task = tasks.find((one) => one.id === id)
  if (!task) throw new Error(`no task ${id}`)
  const { points } = shardedRubric(task).grade(answer)
  return Object.keys(points).filter((name) => points[name] === 0)
}

/** What is scored otherwise than a person would. */
const otherwise = (answers: readonly Labelled[]) =>
  answers.flatMap(({ id, reply, unmet: wanted }) => {
    const found = unmet(id.split(', ')[0] ?? '', reply)
    return JSON.stringify(found) === JSON.stringify(wanted) ? [] : [{ id, reply, wanted, found }]
  })

const BY_HAND: readonly Labelled[] = written.map(({ task, text, unmet = [] }) => ({ id: task, reply: text, unmet }))
const RIGHT = [...tasks.flatMap(dressed), ...BY_HAND.filter((one) => one.unmet.length === 0)]
const WRONG = [...tasks.flatMap(spoilt), ...BY_HAND.filter((one) => one.unmet.length > 0)]

test('200 right answers in other dress, to all tasks, have full marks', () => {
  expect(RIGHT.length).toBeGreaterThanOrEqual(200)
  expect(new Set(RIGHT.map(({ id }) => id.split(', ')[0])).size).toBe(tasks.length)
  expect(otherwise(RIGHT)).toEqual([])
})

test('200 wrong answers, to all tasks, lose the demands that a person would name, and no other', () => {
  expect(WRONG.length).toBeGreaterThanOrEqual(200)
  expect(new Set(WRONG.map(({ id }) => id.split(', ')[0])).size).toBe(tasks.length)
  expect(otherwise(WRONG)).toEqual([])
})
