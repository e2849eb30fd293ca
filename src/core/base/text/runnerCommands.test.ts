import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { asStack } from '../errors.ts'
import { markdownCell } from './markdownCell.ts'
import { withoutCommands } from './runnerCommands.ts'
import { screenText } from './screenText.ts'
import { singleLine } from './singleLine.ts'

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
  afterEach(() => void vi.unstubAllEnvs())

  test.each(COMMANDS)('%j holds no command for the runner', (text) => {
    expect(hasCommand(text)).toBe(true)
    for (const made of [withoutCommands, singleLine, screenText, asStack, markdownCell])
      expect(hasCommand(made(text)), made.name).toBe(false)
  })

  test.each([
    ['##[error]x', '#\\x23[error]x'],
    ['a\n ::error::x', 'a\n :\\x3aerror::x'],
    ['##[a] ##[b]', '#\\x23[a] #\\x23[b]'],
  ])('%j is seen to be broken up: %j', (text, broken) => {
    expect(withoutCommands(text)).toBe(broken)
  })

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

test.each(COMMANDS)('elsewhere %j stays', (text) => {
  vi.stubEnv('GITHUB_ACTIONS', '')
  expect(withoutCommands(text)).toBe(text)
  vi.unstubAllEnvs()
})
