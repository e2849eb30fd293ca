import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ItemRecord } from '../../format/records.ts'
import { meanWithout, runSummary } from './summaryInput.ts'

const record = (item: string, fields: Partial<ItemRecord> = {}): ItemRecord => ({
  suite: 'demo',
  item,
  task: 'T',
  trial: 0,
  status: 'passed',
  tags: {},
  scores: {},
  ...fields,
})

const RECORDS = [
  record('a', { tags: { kind: 'x', marks: ['1', '2'] }, scores: { total: 1, format: 1 } }),
  record('b', { tags: { kind: 'y', marks: ['2'] }, scores: { total: 0.5, format: 0 } }),
  record('b', { trial: 1, status: 'failed', tags: { kind: 'y', marks: ['2'] }, scores: { total: 0, format: 0 } }),
  record('c', { status: 'error', tags: { kind: 'x', marks: [] } }),
]

describe('a benchmark without a summary', () => {
  test('has the mean total of its scored items, an item counted once', () => {
    // a: 1; b: (0.5 + 0) / 2; c has no score.
    expect(runSummary(RECORDS, undefined)).toEqual({ score: { value: 0.625, n: 2, ci95: null } })
  })

  test('has no figure where nothing was scored', () => {
    expect(runSummary([record('c', { status: 'error' })], undefined).score).toMatchObject({ value: Number.NaN, n: 0 })
  })
})

describe('the mean without some records', () => {
  test('is that of the others', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            total: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
            status: fc.constantFrom('passed', 'failed', 'error'),
            out: fc.boolean(),
          }),
          {
            minLength: 2,
            maxLength: 40,
          },
        ),
        (drawn) => {
          const records = drawn.map(({ total, status }, index) =>
            record(`item ${String(index).padStart(2, '0')}`, {
              status: status as ItemRecord['status'],
              scores: total === null ? {} : { total },
              task: `task ${(index * 7) % 3}`,
            }),
          )
          const some = new Set(records.filter((_, index) => drawn[index]?.out))
          const metrics = meanWithout(records)?.(some) ?? {}
          const others = runSummary(
            records.filter((one) => !some.has(one)),
            undefined,
          )
          expect(metrics.score?.n).toBe(others.score?.n)
          // With one task left a summary no longer tells tasks apart; what leaves items out still does.
          for (const [key, other] of Object.entries(others))
            if (other.n > 0) expect(metrics[key]).toMatchObject({ n: other.n, value: expect.closeTo(other.value, 12) })
        },
      ),
    )
  })

  test('is not known where an item has several trials', () => {
    expect(meanWithout(RECORDS)).toBeUndefined()
  })
})

describe('a summary', () => {
  test('gets the scored items, and every record', () => {
    runSummary(RECORDS, ({ items, records }) => {
      expect(items.map(({ item, scores }) => [item, scores.total])).toEqual([
        ['a', 1],
        ['b', 0.25],
      ])
      expect(records).toBe(RECORDS)
      return {}
    })
  })

  test('picks items by their tags, all of which must hold', () => {
    runSummary(RECORDS, ({ items }) => {
      const pick = (tags: Record<string, string>) => items.where(tags).map(({ item }) => item)
      expect(pick({})).toEqual(['a', 'b'])
      expect(pick({ kind: 'x' })).toEqual(['a'])
      expect(pick({ marks: '2' })).toEqual(['a', 'b'])
      expect(pick({ marks: '2', kind: 'y' })).toEqual(['b'])
      expect(pick({ marks: '1', kind: 'y' })).toEqual([])
      expect(pick({ nothing: 'x' })).toEqual([])
      expect(
        items
          .where({ marks: '2' })
          .where({ kind: 'x' })
          .map(({ item }) => item),
      ).toEqual(['a'])
      return {}
    })
  })

  test('takes means of any score, over the items that have it', () => {
    const figures = runSummary(RECORDS, ({ items, mean }) => ({
      total: mean(items),
      format: mean(items, 'format'),
      none: mean(items, 'nothing'),
      x: mean(items.where({ kind: 'x' })),
    }))
    expect(figures).toEqual({
      total: { value: 0.625, n: 2, ci95: null },
      format: { value: 0.5, n: 2, ci95: null },
      none: { value: Number.NaN, n: 0, ci95: null },
      x: { value: 1, n: 1, ci95: null },
    })
  })

  test('may give plain numbers, which count as figures over all scored items', () => {
    expect(runSummary(RECORDS, () => ({ share: 0.5 }))).toEqual({ share: { value: 0.5, n: 2, ci95: null } })
  })
})
