import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { singleLine } from './singleLine.ts'

// What is a command to GitHub's runner changes there (runnerCommands.test.ts).
beforeEach(() => void vi.stubEnv('GITHUB_ACTIONS', ''))
afterEach(() => void vi.unstubAllEnvs())

test.each([
  ['one\ntwo', 'one⏎two'],
  ['one\r\ntwo\n', 'one⏎two⏎'],
  ['loading\rdone', 'loading\\x0ddone'],
  ['a\tb', 'a\\x09b'],
  ['\u001b[31mred\u001b[0m', '\\x1b[31mred\\x1b[0m'],
  ['\u009b31m', '\\x9b31m'],
  ['\u0000\u007f', '\\x00\\x7f'],
  ['abc\u202edcba', 'abc\\x202edcba'],
  ['\u2066x\u2069', '\\x2066x\\x2069'],
  ['plain – ΣΠ 河 🙂', 'plain – ΣΠ 河 🙂'],
  ['', ''],
])('%j becomes %j', (text, line) => {
  expect(singleLine(text)).toBe(line)
})

test('no control character is left of any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      // \p{Cc}: the control characters of Unicode.
      expect(singleLine(text)).not.toMatch(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u)
    }),
  )
})

test('a text without control characters stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
      expect(singleLine(text)).toBe(text)
    }),
  )
})

test('no character of Unicode that turns the direction of writing or breaks a line is left', () => {
  // Bidi_Control has U+061C beside the others; U+2028 and U+2029 are line breaks.
  expect(singleLine('a\u061cb\u2028c\u2029d')).not.toMatch(/[\p{Bidi_Control}\u2028\u2029]/u)
})
