import { expect, test } from 'vitest'
import { changeInterval } from './suiteRow.ts'

test.each([
  [[-0.294, -0.156], 3, '-0.294 to -0.156'],
  // The lower end is what a verdict of "cannot tell" goes by.
  [[-0.01, 28.34], 1, '-0.01 to +28.3'],
  [[-1e-12, 0.2], 2, '0.00 to +0.20'],
  [[0, 0.2], 2, '0.00 to +0.20'],
] as const)('the interval %j with %i digits is %j', (ends, digits, text) => expect(changeInterval(ends, digits)).toBe(text))
