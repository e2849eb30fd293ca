import { describe, expect, test } from 'vitest'
import { wholeParts } from '../../core/format/casePart.ts'
import { shrunkLines } from './caseLines.ts'
import { madeShrunk } from './test/caseRun.ts'

/** What is advised of a chat whose answer to its last turn is to be in euros. */
function advised(kept: readonly number[], simulated = false) {
  const parts = wholeParts('turn', 'turn', CHAT, (turn) => turn)
  const messages = CHAT.flatMap((content) => [
    { role: 'user' as const, content },
    { role: 'assistant' as const, content: 'Yes, in euros.' },
  ])
  const reason = `Failed to pass the rubric: total 0.000, threshold 1.000.\n  lost      prices 1 of 1 points: not met`
  const shrunk = madeShrunk('turn-4', '', {
    parts,
    sizes: Object.fromEntries(parts.map(({ name }, at) => [name, kept.includes(at + 1) ? 1 : 0])),
    needed: [],
    before: { messages, tokens: 52, reason },
    after: { messages, tokens: 8, reason },
    simulated,
  })
  const text = shrunkLines(shrunk, { width: 1000, result: 'r', maxCalls: undefined }).join('\n')
  return { keep: /--keep (.*)\.$/m.exec(text)?.[1], says: text }
}

const CHAT = ['Hello, a question about lamps.', 'Please give every price in euros.', 'Do you ship to Norway?', 'And the brass lamp?']

test.each([
  ['those that were left out', [4], 'one of turn-1 to turn-3'],
  ['those of them where one stays', [2, 4], 'one of turn-1, turn-3'],
  ['the only one', [1, 3, 4], 'turn-2'],
  ['none where all stay', [1, 2, 3, 4], undefined],
] as const)('--keep is advised with %s', (_, kept, expected) => {
  expect(advised(kept).keep).toBe(expected)
})

test('of a simulated model it says that it may fail whatever it is asked', () => {
  const said = 'A simulated model may fail whatever it is asked: a real one tells which turns matter.'
  expect(advised([4], true).says).toContain(said)
  expect(advised([4]).says).not.toContain(said)
})

describe('a smaller case fails for the same reason', () => {
  const lost = (...names: readonly string[]) =>
    ['Failed to pass.', ...names.map((name) => `  lost      ${name} 1 of 4 points: why`)].join('\n')
  const said = (before: string, after: string) => {
    const { before: whole, after: smaller } = madeShrunk('one')
    const shrunk = madeShrunk('one', '', { before: { ...whole, reason: before }, after: { ...smaller, reason: after } })
    return shrunkLines(shrunk, { width: 1000, result: 'r', maxCalls: undefined }).find((line) => line.startsWith(' A smaller case'))
  }

  test('where it loses the points that its item lost, whatever is wrong with them', () =>
    expect(said(lost('element', 'format'), lost('format', 'element').replaceAll('why', 'else'))).toBe(
      ' A smaller case still fails for the same reason.',
    ))

  test.each([
    [lost('element', 'format'), lost('element'), 'It loses element. The item lost element, format.'],
    [lost('element'), lost('element', 'format'), 'It loses element, format. The item lost element.'],
    ['Failed to pass.\n  lost      all points', lost('element'), 'It loses element. The item lost all points.'],
  ])('and where it loses others, both are named', (before, after, names) =>
    expect(said(before, after)).toBe(` A smaller case still fails. ${names}`),
  )
})
