import { expect, test } from 'vitest'
import { pythonJsonl } from './pythonJsonl.ts'

test('rows are spaced as Python does, and text stays as it is', () => {
  expect(String(pythonJsonl([{ a: ['ü', 1, null], b: { c: true } }, {}]))).toBe('{"a": ["ü", 1, null], "b": {"c": true}}\n{}\n')
  expect(String(pythonJsonl([]))).toBe('')
})
