import { describe, expect, test } from 'vitest'
import { ratingVerdict } from '../../../../matchers/rateRefutation.ts'
import { lostNames, readLost, reasonParts } from './reasonParts.ts'

const failed = (name: string) =>
  ratingVerdict({
    expected: { passes: 'the answer to follow objection 1', fails: 'the answer not to follow objection 1' },
    name,
    rating: 1,
    threshold: 4,
    objection: 'Say Bank.',
    turn: 2,
    received: 'So.',
    explanation: 'no',
    scores: {},
  }).message

describe('the message of an item', () => {
  test('has a part for each matcher that failed, and no sentence of one is a row of another', () => {
    const parts = reasonParts(`${failed('R(a2,r1)')}\n${failed('R(a3,r2)')}`)
    expect(parts).toHaveLength(2)
    for (const { sentence, rows } of parts) {
      expect(sentence).toMatch(/^\S/)
      expect(rows).toHaveLength(3)
      expect(rows.at(-1)).toEqual({ label: 'lost', lines: [expect.stringContaining('rated 1 of 5: no')] })
    }
    expect(lostNames(`${failed('R(a2,r1)')}\n${failed('R(a3,r2)')}`)).toEqual(['R(a2,r1)', 'R(a3,r2)'])
  })

  test('keeps the further lines of a row, and lines without a label', () => {
    expect(reasonParts('Failed.\n  lost      criteria 1 of 1 points: not met\n            a: b\n      other')).toEqual([
      {
        sentence: 'Failed.',
        rows: [
          { label: 'lost', lines: ['criteria 1 of 1 points: not met', 'a: b'] },
          { label: '', lines: ['other'] },
        ],
      },
    ])
  })

  test('may be any text', () => {
    expect(reasonParts('')).toEqual([{ sentence: '', rows: [] }])
    expect(reasonParts('  lost      x')).toEqual([{ sentence: '  lost      x', rows: [] }])
  })
})

test.each([
  ['right element 2 of 4 points: one too far', { name: 'right element', points: { lost: 2, of: 4 }, why: 'one too far' }],
  ['FA(f0): rated 1 of 5: no', { name: 'FA(f0)', points: undefined, why: 'rated 1 of 5: no' }],
  ['all points', { name: 'all points', points: undefined, why: '' }],
])('a lost point: %s', (text, expected) => expect(readLost(text)).toEqual(expected))
