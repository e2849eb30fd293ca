import { describe, expect, test } from 'vitest'
import { bundledSource } from '../../suites/lifbench/bundled/bundledSource.ts'
import { buildItems } from '../../suites/lifbench/items.ts'
import { lengthOf, OFFICIAL_LENGTHS } from '../../suites/lifbench/lengths.ts'
import { scoreAnswer } from '../../suites/lifbench/scoring/score.ts'
import { TASKS } from '../../suites/lifbench/tasks.ts'
import { isLong } from '../shared.ts'

const lengths = isLong ? Object.keys(OFFICIAL_LENGTHS) : ['4k', '8k']
const SEEDS = isLong ? [0, 1, 2, 4] : [0, 1]

describe.each(SEEDS)('the reference answers of the bundled items with seed %i', (seed) => {
  const items = buildItems(bundledSource(seed, 'o200k_base'), { lengths: lengths.map(lengthOf), tasks: TASKS, seed })

  test.each(TASKS.map((task) => [task.id, task] as const))('get exactly full marks on every %s item, point by point', (_id, task) => {
    const wrong = items
      .filter((item) => item.task === task)
      .map((item) => {
        const { id, param, context, promptTail } = item
        const answer = item.reference()
        return { id, answer, ...scoreAnswer(answer, { task, param, facts: context.facts(), promptTail }) }
      })
      .filter(({ points, total }) => total !== 1 || Object.values(points).some((point) => point !== 1))
    expect(wrong).toEqual([])
  })

  test('are ASCII, without None and with a space after each comma between JSON entries', () => {
    for (const item of items) {
      const answer = item.reference()
      expect(answer).toMatch(/^[\n -~]*$/)
      if (item.task.id === 'MF' || item.task.id === 'MB') expect(answer).not.toMatch(/None|[\]"],\S/)
    }
  })

  test('are the same when asked again', () => {
    for (const item of items.slice(0, 100)) expect(item.reference()).toBe(item.reference())
  })
})
