import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileNameOf } from './fileNameOf.ts'

test('a text that is safe on every system is its own name', () => {
  for (const name of ['fb-bench', '7', 'item_12', 'a'.repeat(80)]) expect(fileNameOf(name)).toBe(name)
})

test.each([
  '../../etc/passwd',
  '..',
  '.',
  '',
  '/',
  'C:\\x',
  'con',
  'nul',
  'lpt1',
  'a b',
  'a.',
  'Ä',
  '\0',
  '-rf',
  'a'.repeat(5000),
  '\ud800',
])('any other gets letters, digits and a hash: %j', (text) => expect(fileNameOf(text)).toMatch(/^[a-z0-9][a-z0-9-]*-[0-9a-f]{20}$/))

test('what is readable of the text stays', () => {
  expect(fileNameOf('LIFBench/list: 4k')).toMatch(/^lifbench-list-4k-[0-9a-f]{20}$/)
})

test('two texts have two names, also without case', () => {
  for (const [one, other] of [
    ['A', 'a'],
    ['a/b', 'a-b'],
    ['a b', 'a/b'],
    [`${'x'.repeat(90)}1`, `${'x'.repeat(90)}2`],
    ['é', 'e\u0301'],
    ['\ud800', '\ud801'],
  ] as const)
    expect(fileNameOf(one)).not.toBe(fileNameOf(other))
  // A text that is the name of another.
  const name = fileNameOf('A')
  expect(fileNameOf(name)).not.toBe(name)
})

test('any text has a short, safe name, and always the same one', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme-ascii' })), (text) => {
      const name = fileNameOf(text)
      expect(name).toMatch(/^[a-z0-9][a-z0-9_-]{0,79}$/)
      expect(fileNameOf(text)).toBe(name)
    }),
  )
})
