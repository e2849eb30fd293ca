import { describe, expect, test } from 'vitest'
import { amountIn } from '../../suites/sharded/checks/amount.ts'
import { labelledLine, meetsLine, plainLines } from '../../suites/sharded/checks/labelledLine.ts'

describe('amountIn', () => {
  test.each([
    ['48', 48],
    ['48.00', 48],
    ['$48.00', 48],
    ['48,00 €', 48],
    ['-3.5', -3.5],
    ['−3.5', -3.5],
    ['1,433', 1433],
    ['1 433', 1433],
    ['1\u202f433.50', 1433.5],
    ['1\u00a0433', 1433],
    ["1'433.00", 1433],
    ['1.433,00', 1433],
    ['12,345,678.90 dollars', 12345678.9],
    ['about 48 euros.', 48],
  ])('of %j is %d', (text, amount) => expect(amountIn(text)).toBe(amount))

  test.each([
    ['4 × 12 = 48'],
    ['4 × 12 → 48'],
    ['48 = 4 × 12'],
    ['48 (= 4 × 12)'],
    ['48 (4 × 12)'],
    ['48 (12 + 36 = 48)'],
    ['12 + 36 (= 48)'],
    ['(4 × 10) + 8 = 48'],
    ['(10 + 2) × 4 = 48 euros'],
    ['4 × (10 + 2) = 48'],
    ['48 euros (→ 12 for each of 4)'],
    ['48 → Ada'],
    ['5 × 11.50 − 9.50 = 48.00 for 6 planks'],
    ['144/3 = 48 / person'],
    ['143.7 / 3 ≈ 47.9 → 48'],
    ['48 [4 × 12 = 40 + 8]'],
    ['(48)'],
    ['48 (as asked'],
  ])('of the calculation %j is its result', (text) => expect(amountIn(text)).toBe(48))

  test.each([
    ['six', 6],
    ['Six planks', 6],
    ['twenty-four minutes.', 24],
    ['two hundred and fifty', 250],
    ['a dozen', 12],
    ['six (6)', 6],
  ])('of %j in words is %d', (text, amount) => expect(amountIn(text)).toBe(amount))

  test.each([['I still need one more fact from you'], ['six or seven'], ['a few']])('of %j is none', (text) =>
    expect(amountIn(text)).toBeUndefined(),
  )

  test.each([[''], ['none'], ['='], ['()'], ['1.2.3.4,5,6']])('of %j is none', (text) => expect(amountIn(text)).toBeUndefined())
})

describe('what is denied or left open', () => {
  test.each([['not six'], ['not 63.25'], ['6 or 7'], ['63.25 (or 70)'], ['6-7'], ['6 – 7 planks'], ['6 to 7'], ['six is wrong']])(
    'of %j no amount is given',
    (text) => expect(amountIn(text)).toBeUndefined(),
  )

  test.each([
    ['383 is wrong, 400', 400],
    ['383 euros was too little: 400', 400],
    ['not 7 but 6', 6],
    ['six, not seven', 6],
    ['63.25 (not 70)', 63.25],
    ['63.25 (or 63.25 euros)', 63.25],
    ['90 minutes (or 1.5 hours)', 90],
    ['63.25 (or 6.50 per plank)', 63.25],
    ['70 - 6.75 = 63.25', 63.25],
    ['-7', -7],
  ])('of %j it is %d', (text, amount) => expect(amountIn(text)).toBe(amount))

  test.each([
    ['Starts: not 14:35', false],
    ['Starts: 14:35 or 15:00', false],
    ['Starts: 15:00 (or 14:35)', false],
    ['Starts: 14:35 is wrong', false],
    ['Starts: 14:35, not 15:00', true],
  ])('%j gives the time: %s', (line, given) => expect(meetsLine({ label: 'Starts', is: '14:35' }, plainLines(line))).toBe(given))
})

describe('labelledLine', () => {
  test.each([
    ['Total: 48'],
    ['total : 48'],
    ['**Total:** 48'],
    ['**Total**: 48'],
    ['**Total: 48**'],
    ['`Total:` 48'],
    ['- Total: **48**'],
    ['* **Total:** 48'],
    ['1. Total: 48'],
    ['2) **Total:** 48'],
    ['### Total: 48'],
    ['> Total: 48'],
    ['💰 Total: 48'],
    ['"Total: 48"'],
    ['Total = 48'],
    ['Total：48'],
    ['| Total | 48 |'],
    ['| **Total** | **48** | for all |'],
    ['Total | 48'],
    ['Total: $48.00'],
    ['Total: \\$48.00'],
    ['Total: 48 €'],
    ['Total: \\boxed{48}'],
    ['Total: $\\boxed{48}$'],
    ['$$\\boxed{\\text{Total: } 48}$$'],
    ['Total: \\(4 \\times 12 = 48\\)'],
    ['Total: 4 * 12 = 48'],
    ['Total: 48 = 4*12'],
    ['Total: 48 (= 4 × 12)'],
    ['Total: 4 × 12 → 48'],
  ])('finds what %j says', (line) => {
    expect(meetsLine({ label: 'Total', amount: 48 }, plainLines(`So:\n\n${line}\n`))).toBe(true)
    expect(meetsLine({ label: 'Total', amount: 12 }, plainLines(line))).toBe(false)
  })

  test.each([['Total: 1,433.00'], ['Total: 1 433'], ['Total: 1\u202f433 €'], ['Total: \\$1{,}433']])('reads the thousands of %j', (line) =>
    expect(meetsLine({ label: 'Total', amount: 1433 }, plainLines(line))).toBe(true),
  )

  test('takes the last line of the label', () => expect(labelledLine(['Total: 12', 'Total: 48', 'Each: 4'], 'Total')).toBe('48'))

  test('takes labels that hold a colon, and no longer label', () => {
    expect(labelledLine(['Sum: net: 48', 'Sum: 50'], 'Sum: net')).toBe('48')
    expect(labelledLine(['Totals: 48', 'Total costs: 48', 'The total: 48', 'Total'], 'Total')).toBeUndefined()
  })
})
