import { expect, test } from 'vitest'
import { asksNothing, type Note, noteLost, notePair, noteReply, repeats, type Traces } from './traces.ts'

/** What is counted. */
function noted(say: (note: Note) => void): string[] {
  const all: string[] = []
  say((trace) => all.push(trace))
  return all
}

test.each<[string, string, boolean]>([
  ['a question', 'Why does it fall?', false],
  ['a request', 'Explain what the field does.', false],
  ['a Chinese question', '为什么它会下降？', false],
  ['a statement', 'I see. Go on.', true],
  ['the answer, said back', 'A. It falls, because the field pulls the slab in.', true],
  ['the earlier question again', 'What would change in a vacuum?', true],
  [
    'a question that quotes the answer',
    'You say it falls because the field pulls the slab in. What, exactly, pulls, and on which charges does it act?',
    false,
  ],
])('%s', (_, said, nothing) =>
  expect(asksNothing(said, ['A. It falls, because the field pulls the slab in', 'What would change in a vacuum?'])).toBe(nothing),
)

test.each<[string, string, boolean]>([
  ['one sentence', 'One sentence.', true],
  ['It names it in one sentence.', 'one sentence', false],
  ['', '', false],
  ['the answer is right and nothing is amiss', 'The answer is right, and nothing is amiss.', true],
  ['the answer is right but the reasons are not', 'The answer is right, and nothing is amiss.', false],
])('%j says %j back: %s', (said, other, is) => expect(repeats(said, other)).toBe(is))

test.each<[string, Traces<number>['known'], string]>([
  ['{"评判结果": "yes", "weight": 1}', undefined, 'lost.1'],
  ['{"评判结果": "是"} {"评判结果": "否"}', undefined, 'lost.0'],
  ['Met: no.', 'right', 'lost.0'],
  ['Nothing to say, yes?', undefined, 'lost.?'],
  ['{"reason": "No error is left.", "met": "yes"', undefined, 'lost.1'],
  ['Nothing to say', 'right', 'lost.1'],
  ['Nothing to say', 'wrong', 'lost.0'],
])('the lost reply %j of an answer known as %s counts as %s', (content, known, what) => {
  expect(noted((note) => noteLost(note, { verdict: Number, known }, content))).toEqual([what])
  expect(noted((note) => noteReply(note, { verdict: () => undefined, known }, 0, content))).toEqual([what])
})

test('a verdict counts by its value, of a known answer by what is known', () => {
  expect(noted((note) => noteReply(note, { verdict: (value) => value }, 2 / 3, 'so'))).toEqual(['said.0.667'])
  expect(noted((note) => noteReply(note, { verdict: (value) => value, known: 'wrong' }, 1, 'so'))).toEqual(['wrong.1'])
  expect(noted((note) => noteLost(note, {}, 'yes'))).toEqual([])
})

test.each([
  [1, 1, false, true, 'agreed'],
  [1, 2, false, false, 'first'],
  [2, 1, false, true, 'second'],
  [1, 1, true, true, 'none'],
  // Both may be as good.
  [1, 1, true, false, undefined],
  [null, null, false, true, 'lost.?'],
  [1, null, false, true, undefined],
] as const)(
  'a pair in which %s wins, and %s where they change places (rated alike: %s, known to differ: %s), counts as %s',
  (one, other, tie, differ, what) =>
    expect(noted((note) => notePair(note, { forward: { winner: one }, swapped: { winner: other }, tie }, differ))).toEqual(
      what ? [what] : [],
    ),
)

test('of a verdict that is a number a yes or no is about something else', () => {
  const cut = '{"overall_comment": "He said "so".", "overall_score": 4, "stop_conversation": false}'
  expect(noted((note) => noteLost(note, { verdict: Number, isNumber: true }, cut))).toEqual(['lost.?'])
})
