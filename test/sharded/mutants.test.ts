import { expect, test } from 'vitest'
import { shardedOptions } from '../../suites/sharded/names.ts'
import { openItems, shardedRubric } from '../../suites/sharded/openSuite.ts'
import { mutantsOf } from './mutants.ts'

const { tasks } = openItems('bundled', shardedOptions.parse({}))

const CASES = tasks.map((task) => [task.id, task, mutantsOf(task)] as const)

test('all tasks but those without any name or figure are put to the test', () => {
  const without = CASES.flatMap(([id, , mutants]) => (mutants.length === 0 ? [id] : []))
  expect(without).toEqual(['text/haiku-winter', 'text/packing-list', 'text/slogan-bakery'])
})

test.each(CASES)('%s: an answer that is wrong in one fact loses points', (_id, task, mutants) => {
  expect(new Set(mutants).has(task.reference)).toBe(false)
  expect(mutants.filter((answer) => shardedRubric(task).grade(answer).total === 1)).toEqual([])
})
