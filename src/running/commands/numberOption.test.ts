import { expect, test } from 'vitest'
import { numberOption } from './commandOptions.ts'

test.each([
  [
    { whole: true, from: 1, to: 1000 },
    ['1', '1000'],
    ['0', '1001', '1.5', '-1', '', ' ', '1e2', '0x10', 'ten'],
    'expected a whole number from 1 to 1000.',
  ],
  [{ whole: true, from: 0 }, ['0', '52'], ['-1', '0.5', 'Infinity'], 'expected a whole number of at least 0.'],
  [{ above: 0 }, ['0.02', '.5', '1e-3', '30'], ['0', '-1', '', 'NaN', 'Infinity', '1e999'], 'expected a number above 0.'],
  [{ above: 0, below: 1 }, ['0.05'], ['0', '1', '1.5'], 'expected a number above 0 and below 1.'],
])('the number of an option: %j', (range, taken, refused, message) => {
  expect(taken.map(numberOption(range))).toEqual(taken.map(Number))
  for (const text of refused) expect(() => numberOption(range)(text), text).toThrow(message)
})
