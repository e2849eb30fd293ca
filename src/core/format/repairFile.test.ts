import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { repairFile } from './repairFile.ts'

const folder = mkdtempSync(join(tmpdir(), 'holdfast-'))
const path = join(folder, 'calls.jsonl')
afterAll(() => rmSync(folder, { recursive: true }))

/** Repairs a file of this text; gives what is left and what repairFile says it cut off. */
function repaired(text: string): [string, number] {
  writeFileSync(path, text)
  const cut = repairFile(path)
  return [readFileSync(path, 'utf8'), cut]
}

test.each([
  ['', '', 0],
  ['{"a":1}\n', '{"a":1}\n', 0],
  ['{"a":1}\n{"b"', '{"a":1}\n', 4],
  ['{"a":1}\n{"b":2}', '{"a":1}\n', 7],
  ['{"a"', '', 4],
  ['\n', '\n', 0],
])('%j is left as %j', (text, left, cut) => expect(repaired(text)).toEqual([left, cut]))

test('cuts between bytes of a character, as a write does', () => {
  const whole = Buffer.from('{"a":1}\n{"答案"')
  writeFileSync(path, whole.subarray(0, whole.length - 3))
  repairFile(path)
  expect(readFileSync(path, 'utf8')).toBe('{"a":1}\n')
})

test('finds the end of the last line however long the torn one is', () => {
  const lengths = fc.integer({ min: 0, max: 200_000 })
  fc.assert(
    fc.property(fc.array(lengths, { maxLength: 3 }), lengths, (whole, torn) => {
      const lines = whole.map((length) => `${'x'.repeat(length)}\n`).join('')
      expect(repaired(lines + 'y'.repeat(torn))).toEqual([lines, torn])
    }),
    { numRuns: 30 },
  )
})

test('a file that is not there needs no repair', () => expect(repairFile(join(folder, 'missing.jsonl'))).toBe(0))
