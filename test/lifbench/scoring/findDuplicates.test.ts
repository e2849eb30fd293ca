import { describe, expect, test } from 'vitest'
import { multiDocFacts } from '../../../suites/lifbench/facts.ts'
import { scoreFindDuplicates } from '../../../suites/lifbench/scoring/findDuplicates.ts'
import type { MultiDocFacts, TaskParams } from '../../../suites/lifbench/scoring/types.ts'

const facts = multiDocFacts('id: a1\ntext: x\n\nid: b2\ntext: x\n\nid: c3\ntext: y\n\nid: d4\ntext: y', 4, '') as MultiDocFacts
const group = (...ids: string[]) => ids.map((id) => ({ id }))
const score = (answer: string, param: TaskParams['MF']) => scoreFindDuplicates(answer, param, facts, ' None means missing')

// Points worked out by hand from the official code's steps: see docs/suites/lifbench.md, R13.
describe('answers that the official code evaluates in its own way', () => {
  test('a match that runs over two lines is a tuple of lists', () => {
    const { points } = score('[["a1"], null]\n[["c3"], ["d4"]]', { dup_infos: [group('a1', 'b2'), group('c3', 'd4')] })
    // One match of two groups; three of four values; of four items evaluated only None stands in the prompt.
    expect(points).toEqual({ correct: 3 * (3 / 4), num_text: 3, ori: 3 + 3 * (1 / 4), format: 4 })
  })

  test.each([
    ['""', 4],
    ['{}', 4],
    // Not JSON: two points for what is parsed are lost, one for lists of lists is given for nothing.
    ['()', 3],
  ])('an empty member, %s, is an empty list', (empty, format) => {
    const { points } = score(`[["a1"], ${empty}, ["b2"]]`, { dup_infos: [group('a1', 'b2')] })
    expect(points).toEqual({ correct: 4, num_text: 5, ori: 3 * (2 / 3), format })
  })

  test.each(['u', 'r', 'U', 'R'])('strings may have the prefix %s', (prefix) => {
    const { points } = score(`[[${prefix}"a1"], [${prefix}"b2"]]`, { dup_infos: [group('a1', 'b2')] })
    expect(points).toEqual({ correct: 4, num_text: 5, ori: 3, format: 3 })
  })

  test('three dots are a value, which stands in no prompt', () => {
    const { points } = score('[["a1"], ["b2"], [...]]', { dup_infos: [group('a1', 'b2')] })
    expect(points).toEqual({ correct: 4, num_text: 5, ori: 3 * (2 / 3), format: 3 })
  })

  test('fields count in the order they are asked for', () => {
    const dup_infos = [
      [
        { date: 'x', id: 'a1' },
        { date: 'y', id: 'b2' },
      ],
    ]
    const answer = '[["a1", "x"], ["b2", "y"]]'
    expect(score(answer, { info_keys: 'id date', dup_infos }).points.correct).toBe(4)
    expect(score(answer, { info_keys: 'date id', dup_infos }).points.correct).toBe(3)
  })
})
