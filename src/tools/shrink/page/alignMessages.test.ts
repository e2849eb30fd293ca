import { expect, test } from 'vitest'
import { alignMessages } from './alignMessages.ts'

/** A conversation in short: `u1 a1` are a user's and the assistant's messages. */
const talk = (text: string) =>
  text
    .split(' ')
    .filter((word) => word !== '')
    .map((content) => ({ role: content.startsWith('u') ? ('user' as const) : ('assistant' as const), content }))

test.each([
  ['the same stays', 'u1 a1 u2', 'u1 a1 u2', 'u1=u1 a1=a1 u2=u2'],
  ['turns are left out', 'u1 a1 u2 a2 u3', 'u2 a2 u3', 'u1=- a1=- u2=u2 a2=a2 u3=u3'],
  ['another answer follows its question', 'u1 a1 u2 a2 u3 a3 u4', 'u2 a9 u4', 'u1=- a1=- u2=u2 a2=a9 u3=- a3=- u4=u4'],
  ['the question that was cut stands at the end', 'u1 a1 u2', 'u9', 'u1=- a1=- u2=u9'],
  ['nothing is left', 'u1 a1', '', 'u1=- a1=-'],
  ['something is only there now', 'u1', 'a9 u1', '-=a9 u1=u1'],
])('%s', (_what, before, after, expected) => {
  const shown = alignMessages(talk(before), talk(after)).map(({ before: was, after: is }) => `${was?.content ?? '-'}=${is?.content ?? '-'}`)
  expect(shown.join(' ')).toBe(expected)
})
