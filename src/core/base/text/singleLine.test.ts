import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { asStack } from '../errors.ts'
import { markdownCell } from './markdownCell.ts'
import { screenText } from './screenText.ts'
import { singleLine, withoutCommands } from './singleLine.ts'

// What is a command to GitHub's runner changes there: see below.
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
])('%j becomes %j', (text, line) => expect(singleLine(text)).toBe(line))

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

// What the runner reads (actions/runner, ActionCommand.cs): `##[` anywhere in a line, `::` at its beginning after TrimStart(), both
// with comparisons in which invisible characters count for nothing.
const seen = (text: string) => text.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
const isCommand = (line: string) => seen(line).includes('##[') || /^[\s\u0085]*::/.test(seen(line))
const hasCommand = (text: string) => text.split(/\r\n|\r|\n/).some(isCommand)

const COMMANDS = [
  '##[set-output name=a]b',
  'An answer with ##[add-path]/tmp in it',
  '###[error]x',
  '####[error]x',
  '::error::x',
  '  ::set-env name=PATH::/tmp',
  'one\n::stop-commands::x',
  'one\r\n\t::add-mask::x',
  'one\r::warning::x',
  '\u00a0\u3000::error::x',
  '\ufeff::error::x',
  ':\u200d:error::x',
  '\u200b:\u00ad\u2060:error::x',
  '#\u200d#[error]x',
  '#\u00ad#\u2060[error]x',
  '\u0085::error::x',
]

describe('in GitHub Actions', () => {
  beforeEach(() => void vi.stubEnv('GITHUB_ACTIONS', 'true'))

  test.each(COMMANDS)('%j holds no command for the runner', (text) => {
    expect(hasCommand(text)).toBe(true)
    for (const made of [withoutCommands, singleLine, screenText, asStack, markdownCell])
      expect(hasCommand(made(text)), made.name).toBe(false)
  })

  test.each([
    ['##[error]x', '#\\x23[error]x'],
    ['a\n ::error::x', 'a\n :\\x3aerror::x'],
    ['##[a] ##[b]', '#\\x23[a] #\\x23[b]'],
  ])('%j is seen to be broken up: %j', (text, broken) => expect(withoutCommands(text)).toBe(broken))

  test.each(['## heading', '#[derive]', 'std::vector', 'a ::b', ': :', '# #[', '\u001b[31m- one\u001b[39m', ''])('%j stays', (text) => {
    expect(withoutCommands(text)).toBe(text)
  })

  test('no text of such pieces holds a command afterwards, and nothing else is changed', () => {
    const pieces = ['#', '[', ':', '::', ' ', '\n', '\r', 'a', '\u200d', '\ufeff', '\u00a0', '\\']
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
        const text = parts.join('')
        expect(hasCommand(withoutCommands(text))).toBe(false)
        expect(withoutCommands(text).replaceAll('\\x23', '#').replaceAll('\\x3a', ':')).toBe(text)
      }),
      { seed: 1, numRuns: 2000 },
    )
  })
})

test.each(COMMANDS)('elsewhere %j stays', (text) => expect(withoutCommands(text)).toBe(text))
