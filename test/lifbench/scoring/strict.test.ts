import { describe, expect, test } from 'vitest'
import type { LifbenchItem } from '../../../suites/lifbench/items.ts'
import { scoreAnswer } from '../../../suites/lifbench/scoring/score.ts'
import { strictScore } from '../../../suites/lifbench/scoring/strict.ts'
import type { TaskParams } from '../../../suites/lifbench/scoring/types.ts'
import { TASKS } from '../../../suites/lifbench/tasks.ts'
import { bundledItems } from '../bundledItems.ts'

const items = bundledItems('4k', '32k')
const inputOf = ({ task, param, context, promptTail }: LifbenchItem) => ({ task, param, facts: context.facts(), promptTail })
const strict = (item: LifbenchItem, answer: string) => strictScore(answer, inputOf(item))
const official = (item: LifbenchItem, answer: string) => scoreAnswer(answer, inputOf(item)).total

describe.each(TASKS.map((task) => [task.id, items.filter((item) => item.task === task)] as const))('%s', (_id, own) => {
  test('a reference answer is right, a wrong or an empty one is not', () => {
    for (const item of own) {
      expect(strict(item, item.reference()), item.id).toBe(1)
      expect(strict(item, item.wrong()), item.id).toBe(0)
      // No summary is in any text: there an empty list is right, and no answer is not.
      expect(strict(item, ''), item.id).toBe(0)
    }
  })

  test('a wrong answer has the form: the official rules pay for it', () => {
    for (const item of own) {
      // The least is of LBI and LBE: 2 of 5 points, for format and for an element of the list.
      expect(official(item, item.wrong()), item.id).toBeGreaterThan(2 / 5 - 1e-9)
      expect(official(item, item.wrong()), item.id).toBeLessThan(1)
    }
  })

  test('what is said around a right answer makes it wrong', () => {
    for (const item of own) expect(strict(item, `Sure! ${item.reference()}`), item.id).toBeLessThan(1)
  })
})

describe('the groups of MF', () => {
  const item = items.find(({ task, length }) => task.id === 'MF' && length.name === '32k') as LifbenchItem
  const lines = item.reference().split('\n')
  const gold = (item.param as TaskParams['MF']).dup_infos.length

  test('count by F1, in whatever order groups and members stand', () => {
    expect(gold).toBeGreaterThan(1)
    const reversed = lines
      .map((line) => JSON.stringify((JSON.parse(line) as unknown[]).toReversed()))
      .toReversed()
      .join('\n')
    expect(strict(item, reversed)).toBe(1)
    expect(strict(item, lines[0] as string)).toBeCloseTo(2 / (1 + gold), 12)
    expect(strict(item, [...lines, '[["a", "b"], ["c", "d"]]'].join('\n'))).toBeCloseTo((2 * gold) / (2 * gold + 1), 12)
  })

  test('never count more than once, whatever the official points say', () => {
    expect(strict(item, [...lines, ...lines].join('\n'))).toBeCloseTo((2 * gold) / (3 * gold), 12)
    const fields = item.context.context.scenario === 'multidoc' ? item.context.context.documents.map(({ iD2 }) => iD2) : []
    const gamed = `[["id0"], ${JSON.stringify(fields).replaceAll(',', ', ')}]`
    expect(official(item, gamed)).toBeGreaterThan(1)
    expect(strict(item, gamed)).toBe(0)
  })

  test('may be written as Python writes them', () =>
    expect(strict(item, lines.map((line) => line.replaceAll('null', 'None')).join('\n'))).toBe(1))
})
