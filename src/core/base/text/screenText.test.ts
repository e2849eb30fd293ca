import { expect, test } from 'vitest'
import { screenJson, screenText } from './screenText.ts'

test.each([
  ['lines', 'one\ntwo', 'one\ntwo'],
  [
    'colours, as a diff has them',
    '\u001b[31m- one\u001b[39m\n\u001b[32m+ two\u001b[39m',
    '\u001b[31m- one\u001b[39m\n\u001b[32m+ two\u001b[39m',
  ],
])('keeps %s', (_, text, kept) => expect(screenText(text)).toBe(kept))

test.each([
  ['clears the screen', 'a\u001b[2Jb', 'a\\x1b[2Jb'],
  ['moves up a line', 'a\u001b[1Ab', 'a\\x1b[1Ab'],
  ['goes back to the start of the line', 'a\rb', 'a\\x0db'],
  ['names the window', 'a\u001b]0;mine\u0007b', 'a\\x1b]0;mine\\x07b'],
  ['hides what follows', 'a\u001b[8mb', 'a\\x1b[8mb'],
  ['begins a sequence by one byte', 'a\u009b2Jb', 'a\\x9b2Jb'],
  ['turns the direction round', 'a\u202eb', 'a\\x202eb'],
])('shows the code of what %s', (_, text, shown) => expect(screenText(text)).toBe(shown))

const HOSTILE = { 'a\u009bb': 'x\u001b[2J\u0085\u202eback ##[set-output name=a]b', list: ['##', '##['] }

test('JSON for a screen has no control characters and no command of a runner, and says the same', () => {
  for (const indent of [undefined, 2]) {
    const text = screenJson(HOSTILE, indent)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(text.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/)
    expect(text).not.toContain('##[')
    expect(JSON.parse(text)).toEqual(HOSTILE)
  }
})

test('ordinary text is left as JSON has it', () => {
  const value = { text: 'Grüße, 日本語, عربي, “quoted” \\ # [1] ## [2]', number: 1.5, nothing: null }
  expect(screenJson(value)).toBe(JSON.stringify(value))
  expect(screenJson(value, 2)).toBe(JSON.stringify(value, null, 2))
})
