import { expect, test } from 'vitest'
import { screenText } from './screenText.ts'

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
