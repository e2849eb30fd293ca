import fc from 'fast-check'
import { expect, test } from 'vitest'
import { displayWidth } from '../../../reports/layout.ts'
import { splitTable } from './splitTable.ts'

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
