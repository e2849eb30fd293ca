import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { markdownCell } from './markdownCell.ts'

/** What a reader sees of a cell: escapes and entities are read before GitHub looks for mentions and links. */
const shown = (cell: string) => cell.replace(/\\([!-/:-@[-`{-~])/g, '$1').replaceAll('&amp;', '&')

/** What GitHub makes more than text of in a text that is shown: its filters, and autolinks of GFM (section 6.9). */
const FILTERS: Readonly<Record<string, RegExp>> = {
  mention: /(?:^|[^a-z0-9_`])@[a-z0-9]/i,
  address: /[\w.+-]@[\w-]/,
  issue: /#\d/,
  'issue by GH': /\bGH-\d/i,
  advisory: /\b(?:CVE|GHSA)-\w/,
  commit: /(?<![a-z0-9])[0-9a-f]{7,40}(?![a-z0-9])/i,
  URL: /[a-z]:\/\//i,
  'URL without a scheme': /(?<![a-z0-9])www\./i,
  emoji: /:[\w+-]+:/,
  'box to tick': /\[[ x]\]/i,
  formula: /\$\S[^$]*(?<=\S)\$(?!\d)|\$\$|\$`/,
}

const HOSTILE: readonly (readonly [keyof typeof FILTERS, string])[] = [
  ['mention', '@octocat'],
  ['mention', '\\@octocat'],
  ['mention', '&#64;octocat @octocat'],
  ['mention', 'ask @org/team, please'],
  ['address', 'foo@bar.com'],
  ['address', 'mailto:foo@bar.com'],
  ['issue', '#1'],
  ['issue', '\\#1'],
  ['issue', 'fixes octo/cat#12'],
  ['issue by GH', 'GH-1'],
  ['issue by GH', '(gh-12)'],
  ['advisory', 'CVE-2021-44228'],
  ['commit', 'a5c3785'],
  ['commit', 'octo/cat@a5c3785ed8d6a35868bc169f07e40e889087fd2e'],
  ['commit', '_a5c3785ed8d6a35868bc169f07e40e889087fd2e_'],
  ['URL', 'https://evil.example/a'],
  ['URL', '<http://evil.example>'],
  ['URL', 'ftp://evil.example'],
  ['URL without a scheme', 'www.evil.example'],
  ['URL without a scheme', '(WWW.evil.example)'],
  ['URL without a scheme', '_www.evil.example_'],
  ['emoji', 'so :smile: so'],
  ['emoji', ':+1::-1:'],
  ['box to tick', '[ ] all gates held'],
  ['box to tick', '[X] all gates held'],
  ['formula', '$x$'],
  ['formula', '$$x$$'],
  ['formula', '$`x`$'],
  ['formula', '$5 is $x$'],
]

describe.each(HOSTILE)('%s: %j', (filter, text) => {
  test('is none in a cell, whatever GitHub looks for', () => {
    expect(text.replace(/\\/g, '')).toMatch(FILTERS[filter] as RegExp)
    for (const [name, pattern] of Object.entries(FILTERS)) expect(shown(markdownCell(text)), name).not.toMatch(pattern)
  })
})

test.each([
  ['plain words, and 12.5 % of them', 'plain words, and 12.5 % of them'],
  ['openai:gpt-5-mini', 'openai:gpt-5-mini'],
  ['fb-bench ars.overall', 'fb-bench ars.overall'],
  ['-0.020', '-0.020'],
  ['the budget of $5 is spent', 'the budget of $5 is spent'],
  ['one\n  two\t three ', 'one two three'],
  ['a|b', 'a\\|b'],
  ['a\\|b', 'a\\\\\\|b'],
  ['<b>', '\\<b\\>'],
  ['a & b', 'a &amp; b'],
  ['[^1] ~~x~~', '\\[^1\\] \\~\\~x\\~\\~'],
  ['- one', '\\- one'],
  ['---', '\\---'],
  ['+', '\\+'],
  ['1. one', '1\\. one'],
  ['12) one', '12\\) one'],
  ['1.5 of 2', '1.5 of 2'],
  ['a\u202eb\u001b[2J', 'a\\\\x202eb\\\\x1b\\[2J'],
  ['', ''],
])('%j stands as %j', (text, cell) => expect(markdownCell(text)).toBe(cell))

const PIECES = [
  ...HOSTILE.map(([, text]) => text),
  ' ',
  '\n',
  '\\',
  '|',
  '`',
  '<',
  '&',
  ':',
  '@',
  '#',
  '$',
  '[',
  'www',
  '.',
  'a',
  '1',
  '-',
  'é',
]

test('nothing of any text is left that GitHub makes more than text of', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }), (parts) => {
      const cell = markdownCell(parts.join(''))
      for (const [name, pattern] of Object.entries(FILTERS)) expect(shown(cell), name).not.toMatch(pattern)
      // One line, in which every character of markup is escaped.
      expect(cell).not.toMatch(/[\r\n]/)
      expect(cell.replace(/\\[!-/:-@[-`{-~]/g, '')).not.toMatch(/[\\|`<>*_[\]#~@]|&(?!amp;)/)
    }),
    { seed: 1, numRuns: 2000 },
  )
})
