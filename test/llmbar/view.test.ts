import { describe, expect, test } from 'vitest'
import { callRecord, itemRecord } from '../../src/core/format/records.ts'
import { llmbarView } from '../../suites/llmbar/suite.ts'

const record = (label: 1 | 2, scores: Record<string, number>) =>
  itemRecord.parse({
    suite: 'llmbar',
    item: 'i',
    task: 't',
    trial: 0,
    status: scores.total === 1 ? 'passed' : 'failed',
    tags: { label: String(label) },
    scores,
    threshold: 1,
  })
const replies = ['forward', 'swapped'].map((call) =>
  callRecord.parse({ suite: 'llmbar', item: 'i', role: 'judge', call, content: `said ${call}` }),
)

describe('a pair is told by where the better output stood', () => {
  test.each([
    [1, { forward: 1, swapped: 0, total: 0.5, one_forward: 1 }, 'right when shown first; no answer when shown second'],
    [2, { forward: 1, swapped: 0, total: 0.5, one_forward: 0, one_swapped: 1 }, 'wrong when shown first; right when shown second'],
    [1, { forward: 1, swapped: 1, total: 1, one_forward: 1, one_swapped: 1 }, 'right when shown first; right when shown second'],
    [1, { total: 0 }, undefined],
  ] as const)('label %s, %j', (label, scores, expected) => expect(llmbarView.rule?.(record(label, scores))).toBe(expected))

  test('with what the judge said of each order', () => {
    const failed = record(1, { forward: 1, swapped: 0, total: 0.5, one_forward: 1 })
    expect(llmbarView.judgements?.(failed, replies)).toEqual([
      {
        title: 'Better output shown first',
        outcome: 'right',
        state: 'passed',
        calls: ['forward'],
        about: 'forward',
        lost: ['forward order'],
        words: ['said forward'],
      },
      {
        title: 'Better output shown second',
        outcome: 'no answer',
        state: 'failed',
        calls: ['swapped'],
        about: 'swapped',
        lost: ['swapped order'],
        words: ['said swapped'],
      },
    ])
  })
})
