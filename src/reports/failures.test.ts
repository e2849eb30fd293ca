import { describe, expect, test } from 'vitest'
import type { ItemResult } from '../core/format/itemResult.ts'
import type { SuitePlan } from '../core/format/suitePlan.ts'
import { failureLines, unscoredLines } from './failures.ts'
import { displayWidth } from './layout.ts'

const PLAN: SuitePlan = {
  suite: 'demo',
  roles: ['candidate'],
  items: 1,
  trials: 1,
  data: { source: 'demo', sha256: '0', items: 1 },
  tasks: [{ task: 'one', title: 'one', items: 1 }],
  notes: [],
  options: {},
  scoring: 1,
}

/** An item that failed for this reason. */
const failed = (reason: string): ItemResult => ({
  record: { suite: 'demo', item: 'i/1', task: 'one', trial: 0, status: 'failed', tags: {}, scores: { total: 0 }, reason },
  usage: {},
  lost: { format: 1 },
})

const linesOf = (...reason: string[]) => failureLines(PLAN, [failed(['Failed to pass: total 0.', ...reason].join('\n'))], 80)
const lineOf = (label: string, lines: readonly string[]) => lines.find((line) => line.trim().startsWith(label)) ?? ''

describe('a failure in full', () => {
  test('shows where the answer differs from what was expected', () => {
    const same = '{"doc1": "red", "doc2": "red", "doc3": "blue", "doc4": "red", "doc5": "red", '
    const lines = linesOf(`  expected  "${same}"doc6": "green"}"`, `  received  "${same}"doc6": "red"}"`)
    expect(lineOf('expected', lines)).toBe('    expected  "…"red", "doc6": "green"}"')
    expect(lineOf('received', lines)).toContain('"doc6": "red"}"')
  })

  test('shows it in Chinese too, in as many columns', () => {
    const same = '他们在河岸上坐了很久，'.repeat(4)
    const lines = linesOf(`  expected  "${same}然后回家"`, `  received  "${same}然后睡觉"`)
    expect(lineOf('expected', lines)).toContain('然后回家')
    expect(lineOf('received', lines)).toContain('然后睡觉')
    for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(80)
  })

  test('begins at the beginning where the difference is seen there', () => {
    const lines = linesOf('  expected  "12346"', '  received  "12"')
    expect([lineOf('expected', lines), lineOf('received', lines)]).toEqual(['    expected  "12346"', '    received  "12"'])
  })
})

test('items without a score are counted of those that were to be scored, as the limit is', () => {
  const error = { ...failed('').record, status: 'error', reason: undefined, error: 'no answer' } as const
  const skipped = { ...failed('').record, status: 'skipped', reason: 'every gate is decided' } as const
  const items = [error, failed('').record, skipped, skipped].map((record) => ({ ...failed(''), record }))
  expect(unscoredLines(items, 0.01, 80)[0]).toBe(' Unscored 0, errors 1 of 2 (limit 1 %). Skipped 2.')
})
