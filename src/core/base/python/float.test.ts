import { expect, test } from 'vitest'
import { pythonFloat } from './float.ts'

// What Python 3 gives; againstPython.test.ts asks it, where there is one.
test.each([
  ['3', 3],
  [' +2.5\n', 2.5],
  ['.5', 0.5],
  ['3.', 3],
  ['40e-1', 4],
  ['1_0', 10],
  ['1e0_0', 1],
  ['３', 3],
  ['٣', 3],
  ['𝟛', 3],
  ['\u3000３.５\u0085', 3.5],
  ['nan', Number.NaN],
  ['-Infinity', Number.NEGATIVE_INFINITY],
  ['INF', Number.POSITIVE_INFINITY],
])('%j is %d', (text, value) => expect(pythonFloat(text)).toBe(value))

test.each(['', '.', '_3', '3_', '3__0', '3._1', '3 4', '+-3', '0x3', '3e', '①', '３．５', '−3', '\u001f3', '\ufeff3', 'infinit'])(
  '%j raises there',
  (text) => expect(pythonFloat(text)).toBeNull(),
)
