import { expect, test } from 'vitest'
import { holdfastCommand, shellWord } from './shellWord.ts'
import { singleLine } from './singleLine.ts'

/** What a shell takes for the word, by the rules of quotes; fails for anything outside of them that a shell acts on. */
function readWord(word: string): string {
  const escaped = /^\$'((?:[^'\\]|\\.)*)'$/s.exec(word)?.[1]
  if (escaped !== undefined)
    return escaped.replace(/\\(?:u([0-9a-f]{4})|(.))/g, (_, code, plain) => (code ? String.fromCharCode(Number.parseInt(code, 16)) : plain))
  const parts = [...word.matchAll(/'([^']*)'|\\(')|([\w./@%+:,-]+)/g)]
  expect(parts.map(([part]) => part).join('')).toBe(word)
  return parts.map(([, quoted, quote, plain]) => quoted ?? quote ?? plain).join('')
}

test.for([
  'item-1',
  '',
  'two words',
  "it's",
  "';touch pwned;'",
  'q0;touch pwned5;#$(touch pwned)`touch pwned`',
  '$HOME "x" \\ !! *?[a] ~ {a,b} <in >out & | (',
  'a\nb\r\u001b[2J\u202e\u0085\u2028',
  "\n'\\u0041",
  'Größe 長い',
])('%j is one word, and a screen shows it as it is', (text) => {
  expect(readWord(shellWord(text))).toBe(text)
  expect(singleLine(shellWord(text))).toBe(shellWord(text))
  expect(holdfastCommand('show', 'latest', text)).toBe(`npx holdfast show latest ${shellWord(text)}`)
})
