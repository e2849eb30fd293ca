import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fittedTable, splitTable } from './fittedTable.ts'
import { displayWidth } from './layout.ts'

describe('a table', () => {
  test('that fits is as it is', () => {
    expect(
      fittedTable(
        [
          ['name', 'A'],
          ['one two', '1'],
        ],
        80,
      ),
    ).toEqual([' name     A', ' one two  1'])
  })

  test('breaks its first column between words where it is too wide', () => {
    const rows = [
      ['', 'A', 'verdict'],
      ['transient, translation: still satisfied', '5.000', 'cannot tell'],
    ]
    expect(fittedTable(rows, 40, new Set([0, 2]))).toEqual([
      '                         A  verdict',
      ' transient,          5.000  cannot tell',
      ' translation: still',
      ' satisfied',
    ])
  })

  test('breaks a key after a dot, and not within its words', () => {
    expect(fittedTable([['refutebench transient.satisfaction', '1']], 20)).toEqual([' refutebench   1', ' transient.', ' satisfaction'])
  })

  test('breaks no number', () => {
    expect(fittedTable([['a rule of maxDrop 0.084', '1']], 24, new Set([0]))).toEqual([' a rule of maxDrop  1', ' 0.084'])
    expect(fittedTable([['-0.294 to -0.156', '2026-11-23']], 24, new Set([0, 1]))).toEqual([' -0.294 to  2026-11-23', ' -0.156'])
  })

  test('breaks further columns once the first one has no more to give', () => {
    const rows = [['a metric of some length', 'maxDrop 0.2 strict', 'held']]
    const giving = [
      { column: 0, least: 10 },
      { column: 1, least: 8 },
    ]
    expect(fittedTable(rows, 34, new Set([0, 1, 2]), giving)).toEqual([' a metric  maxDrop 0.2  held', ' of some   strict', ' length'])
  })

  test('is never wider than the screen, and loses no word that a line has room for', () => {
    const words = fc.array(fc.constantFrom('one', 'three', '河流', 'a.b_c', 'sentence'), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(
        fc.array(fc.tuple(words, fc.integer({ max: 99_999 })), { minLength: 1 }),
        fc.integer({ min: 30, max: 140 }),
        (rows, width) => {
          const lines = fittedTable(
            rows.map(([name, value]) => [name.join(' '), String(value)]),
            width,
          )
          for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width)
          // A key may be broken after the sign that ends a part of it; no part is.
          const parts = rows.flatMap(([name]) => name.flatMap((word) => word.match(/[^._]+[._]*/g) ?? []))
          for (const part of parts) expect(lines.join('\n')).toContain(part)
        },
      ),
    )
  })
})

const table = (models: number, columns: number, head = (at: number) => `T${at}`) => [
  ['model', ...Array.from({ length: columns }, (_, at) => head(at)), 'mean rank'],
  ...Array.from({ length: models }, (_, row) => [
    `Meta-Llama-3.1-${row}B-Instruct`,
    ...Array.from({ length: columns }, (_, at) => (row + at / 100).toFixed(3)),
    '1.5',
  ]),
]

test('a table that fits stays whole, a wide one is parted and has all its cells', () => {
  expect(splitTable(table(3, 3), 80)).toHaveLength(1)
  const parts = splitTable(table(10, 12), 80)
  expect(parts).toHaveLength(2)
  const text = parts.flat().join('\n')
  expect(parts.flat().every((line) => displayWidth(line) <= 80)).toBe(true)
  for (const cell of table(10, 12).flatMap((row) => row.slice(1))) expect(text).toContain(cell)
  expect(text).not.toContain('…')
  // Every part names its rows.
  for (const part of parts) expect(part.filter((line) => line.includes('Instruct'))).toHaveLength(10)
})

test('heads are broken between words before the table is parted', () => {
  const [first] = splitTable(
    table(2, 3, () => 'translation: objections followed at once'),
    80,
  )
  expect(
    splitTable(
      table(2, 3, () => 'translation: objections followed at once'),
      80,
    ),
  ).toHaveLength(1)
  expect(first?.[0]).toContain('translation:')
})

test('nothing is cut where a name and a column fit', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'B', '-', ' ', '模'), minLength: 1, maxLength: 24 })
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), fc.array(word, { minLength: 1, maxLength: 4 }), (heads, names) => {
      const rows = [['model', ...heads], ...names.map((name, row) => [name, ...heads.map((_, at) => `${row}.${at}`)])]
      const lines = splitTable(rows, 80).flat()
      expect(lines.some((line) => line.includes('…') || displayWidth(line) > 80)).toBe(false)
    }),
  )
})
