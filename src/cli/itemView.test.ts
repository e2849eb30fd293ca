import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../test/temporaryFolder.ts'
import type { CallRecord, ItemRecord } from '../core/format/records.ts'
import { runFolder } from '../core/format/runFolder.ts'
import { displayWidth } from '../reports/layout.ts'
import { dialogueLines, type Findings, itemLines } from './itemView.ts'

type Role = CallRecord['role']

/** A call as the journal has it. */
function call(name: string, content: string | undefined, more: Partial<CallRecord> = {}): CallRecord {
  return { suite: 'demo', item: 'one', role: 'candidate', call: name, trial: 0, ask: 0, vote: 0, content, ...more }
}

/** Messages of user and assistant in turn. */
const messagesOf = (said: readonly string[]) => said.map((content, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content }))

/** The candidate's calls of a conversation, each with what was said before it. */
const talk = (names: readonly string[], ...said: readonly string[]) =>
  names.map((name, index) => call(name, said[2 * index + 1], { messages: messagesOf(said.slice(0, 2 * index + 1)) }))

const helper = (role: Role, name: string, content: string | undefined, ask = 0) =>
  call(name, content, { role, ask, messages: [{ role: 'user', content: 'a prompt for a helper' }] })

const linesOf = (calls: readonly CallRecord[], findings: Findings = {}, width = 80) =>
  dialogueLines(calls, findings, width)?.map(stripVTControlCharacters)
const textOf = (calls: readonly CallRecord[], findings: Findings = {}) => linesOf(calls, findings)?.join('\n') ?? ''

const SAID = talk(['answer-0', 'answer-1', 'answer-2'], 'q0', 'a0', 'Not so!', 'a1', 'Nor so!', 'a2')
const REFUTED = [helper('refuter', 'refutation-0', 'Not so!'), helper('refuter', 'refutation-1', '  Nor so!\n')]
const RATED = helper('judge', 'R(a1,r0)', 'Rating: [[5]]')
const TRANSIENT = [...SAID, ...REFUTED, RATED]
const SYSTEM = { role: 'system', content: 'Be helpful.' }

describe('a conversation', () => {
  test('has its turns numbered as matchers count them, with who said what, and what was found about each answer', () => {
    const findings = {
      'answer-0': ['task 5 of 5'],
      'answer-1': ['objection 1 met (5 of 5)', 'task 4 of 5'],
      'answer-2': ['objection 1 FORGOTTEN (1 of 5)'],
    }
    expect(linesOf(TRANSIENT, findings)).toEqual([
      '',
      '  1  user',
      '     q0',
      '',
      '     candidate  answer-0',
      '     a0',
      '     -> task 5 of 5',
      '',
      '  2  refuter, objection 1',
      '     Not so!',
      '',
      '     candidate  answer-1',
      '     a1',
      '     -> objection 1 met (5 of 5)',
      '     -> task 4 of 5',
      '',
      '  3  refuter, objection 2',
      '     Nor so!',
      '',
      '     candidate  answer-2',
      '     a2',
      '     -> objection 1 FORGOTTEN (1 of 5)',
    ])
  })

  test('is the same in whatever order the calls were written', () => {
    expect(linesOf([RATED, ...[...SAID].reverse(), ...REFUTED])).toEqual(linesOf(TRANSIENT))
  })

  test('leaves out what judges and refuters were sent', () => expect(textOf(TRANSIENT)).not.toMatch(/prompt for a helper|Rating/))

  test('begins with the system message, which has no number', () => {
    const calls = TRANSIENT.map((entry) =>
      entry.role === 'candidate' ? { ...entry, messages: [SYSTEM, ...(entry.messages ?? [])] } : entry,
    )
    expect(linesOf(calls)).toEqual(['', '     system', '     Be helpful.', ...(linesOf(TRANSIENT) ?? [])])
  })

  test('may begin with turns that were given, whose answers name no call', () => {
    const [last] = talk(['x', 'y', 'answer-0'], 'g1', 'given one', 'g2', 'given two', 'q', 'a').slice(-1)
    const lines = linesOf([last as CallRecord], { 'answer-0': ['fine'] }) ?? []
    expect(lines.filter((line) => /candidate|answer, given/.test(line))).toEqual([
      '     answer, given',
      '     answer, given',
      '     candidate  answer-0',
    ])
    expect(lines.at(-1)).toBe('     -> fine')
  })

  test('has room for more than nine turns', () => {
    const names = Array.from({ length: 12 }, (_, index) => `answer-${index}`)
    const said = names.flatMap((_, index) => [`q${index}`, `a${index}`])
    expect(linesOf(talk(names, ...said))).toContain(' 12  user')
  })

  test('says where the application compacted it, and what it kept', () => {
    const [first, second] = talk(['answer-0', 'answer-1'], 'q0', 'a0', 'q1', 'a1')
    const compacted = (state: object) =>
      call('compact-1', '', { messages: messagesOf(['q0', 'a0']), session: { id: 's', turn: 1, can: ['compact'], before: {}, state } })
    const lines = (state: object) => linesOf([first, compacted(state), second] as CallRecord[])
    expect(lines({ memory: 'A note.' })?.slice(6)).toEqual([
      '',
      '     the application compacted its conversation here, to:  compact-1',
      '     A note.',
      '',
      '  2  user',
      '     q1',
      '',
      '     candidate  answer-1',
      '     a1',
    ])
    const branches = ['compact-1', 'compact-2', 'compact-3'].map((name) => ({ ...compacted({ memory: 'A note.' }), call: name }))
    const said = linesOf([first, ...branches, second] as CallRecord[])?.filter((line) => line.includes('compacted'))
    expect(said).toEqual(['     the application compacted its conversation here, to:  compact-1'])
    expect(lines({})?.slice(6, 10)).toEqual(['', '     the application compacted its conversation here  compact-1', '', '  2  user'])
  })

  test('shows an empty answer as such', () => {
    expect(linesOf(talk(['answer-0', 'answer-1'], 'q0', '', 'q1', 'a1'))).toEqual(
      expect.arrayContaining(['     candidate  answer-0', '     (empty)']),
    )
  })

  test('tells calls of the same answer apart by what was said before', () => {
    const lines = linesOf(talk(['answer-0', 'answer-1', 'answer-2'], 'q', '', 'q', '', 'q', '')) ?? []
    expect(lines.filter((line) => line.includes('candidate')).map((line) => line.trim())).toEqual([
      'candidate  answer-0',
      'candidate  answer-1',
      'candidate  answer-2',
    ])
  })
})

test.each<[string, CallRecord[]]>([
  ['without a call', []],
  ['of single questions', talk(['answer-0'], 'q', 'a')],
  ['of several single questions', [...talk(['one'], 'q1', 'a1'), ...talk(['two'], 'q2', 'a2')]],
  ['of a single question with a system message', [call('answer', 'a', { messages: [SYSTEM, ...messagesOf(['q'])] })]],
  ['of judges only', [helper('judge', 'verdict', 'yes')]],
  ['of calls that failed', TRANSIENT.map((entry) => ({ ...entry, content: undefined, error: 'out of order' }))],
  ['of calls whose messages are stored elsewhere', TRANSIENT.map(({ messages: _messages, ...entry }) => entry)],
])('there is no conversation: %s', (_, calls) => expect(dialogueLines(calls, {}, 80)).toBeUndefined())

test('a call that failed leaves the conversation before it', () => {
  const calls = TRANSIENT.map((entry) => (entry.call === 'answer-2' ? { ...entry, content: undefined, error: 'out of order' } : entry))
  const lines = linesOf(calls) ?? []
  expect(lines.at(-1)).toBe('     a1')
  expect(lines).not.toContain('     Nor so!')
})

describe('calls that leave the conversation', () => {
  const trunk = ['q0', 'a0', 'Not so!', 'a1', 'other 1', 'talk 1', 'other 2', 'talk 2', 'q0', 'again 2']
  /** A call that asks the query again after so many messages. */
  const branch = (name: string, common: number, answer: string) =>
    call(name, answer, { messages: messagesOf([...trunk.slice(0, common), 'q0']) })
  const persistent = [
    ...talk(['answer-0', 'answer-1', 'distractor-1', 'distractor-2', 'requery-2'], ...trunk),
    branch('requery-1', 6, 'again 1'),
    branch('requery-0', 4, 'again 0'),
  ]

  test('stand where they leave it, with what they asked, what was answered and what was found', () => {
    const lines = linesOf(persistent, { 'answer-1': ['objection 1 met (5 of 5)'], 'requery-1': ['objection 1 FORGOTTEN (1 of 5)'] }) ?? []
    const at = lines.indexOf('     asked here too: requery-1')
    expect(lines.slice(at - 4, at + 6)).toEqual([
      '',
      '     candidate  distractor-1',
      '     talk 1',
      '',
      '     asked here too: requery-1',
      '     user: q0',
      '     candidate: again 1',
      '     -> objection 1 FORGOTTEN (1 of 5)',
      '',
      '  4  user',
    ])
    const immediate = lines.indexOf('     asked here too: requery-0')
    expect(lines.slice(immediate - 3, immediate)).toEqual(['     a1', '     -> objection 1 met (5 of 5)', ''])
  })

  test('come once each, and the last one is the conversation itself', () => {
    const lines = linesOf(persistent) ?? []
    expect(lines.filter((line) => line.includes('asked here too')).map((line) => line.trim())).toEqual([
      'asked here too: requery-0',
      'asked here too: requery-1',
    ])
    expect(lines).toContain('     candidate  requery-2')
    expect(lines.filter((line) => /^ *\d+ {2}/.test(line))).toHaveLength(5)
  })

  test('stand behind one another where they leave together', () => {
    const both = [...persistent, branch('requery-1b', 6, 'yet again')]
    const lines = linesOf(both) ?? []
    expect(lines.indexOf('     asked here too: requery-1b')).toBe(lines.indexOf('     asked here too: requery-1') + 4)
  })

  test('and say nothing are shown as empty', () => {
    const silent = persistent.map((entry) => (entry.call === 'requery-1' ? { ...entry, content: '' } : entry))
    expect(linesOf(silent)).toContain('     candidate: (empty)')
  })

  test('from the first message on come at the end, as calls of their own', () => {
    const calls = [...talk(['static'], 'another question', 'another answer'), ...TRANSIENT, ...talk(['control'], 'a third', '')]
    expect(linesOf(calls, { control: ['control 0.5'], static: ['right'] })).toEqual([
      ...(linesOf(TRANSIENT) ?? []),
      '',
      '     asked by itself: static',
      '     user: another question',
      '     candidate: another answer',
      '     -> right',
      '',
      '     asked by itself: control',
      '     user: a third',
      '     candidate: (empty)',
      '     -> control 0.5',
    ])
  })

  test('from the first message on are told by what was said, not by the system message', () => {
    const [single] = talk(['control'], 'q0', 'another answer') as [CallRecord]
    const calls = [...TRANSIENT, { ...single, messages: [SYSTEM, ...(single.messages ?? [])] }]
    expect(textOf(calls)).toContain('asked here too: control')
    expect(textOf(calls)).not.toContain('asked by itself')
  })

  test('for another conversation show every answer of it', () => {
    const lines = linesOf([...TRANSIENT, ...talk(['b-0', 'b-1'], 'Q0', 'A0', 'Q1', 'A1')]) ?? []
    expect(lines.slice(linesOf(TRANSIENT)?.length)).toEqual([
      '',
      '     asked by itself: b-0',
      '     user: Q0',
      '     candidate: A0',
      '',
      '     asked by itself: b-1',
      '     user: Q1',
      '     candidate: A1',
    ])
  })
})

describe('an objection', () => {
  const numbered = (calls: readonly CallRecord[]) => linesOf(calls)?.filter((line) => line.includes('refuter'))
  const BOTH = ['  2  refuter, objection 1', '  3  refuter, objection 2']

  test('has the number of the refuter’s turn', () => expect(numbered(TRANSIENT)).toEqual(BOTH))

  test('is what a refuter said; an objection of the test is of the user', () => {
    const lines = linesOf([...SAID, RATED]) ?? []
    expect(lines.filter((line) => /^ {2}[123] /.test(line))).toEqual(['  1  user', '  2  user', '  3  user'])
  })

  test('that an answer repeats is still an answer', () => {
    const calls = [...talk(['answer-0', 'answer-1'], 'q0', 'Not so!', 'Not so!', 'Not so!'), helper('refuter', 'refutation-0', 'Not so!')]
    expect(numbered(calls)).toEqual(BOTH.slice(0, 1))
  })

  test('keeps its number where the refuter was asked again', () => {
    const calls = [
      ...SAID,
      helper('refuter', 'refutation-0', ''),
      helper('refuter', 'refutation-0', 'Not so!', 1),
      helper('refuter', 'refutation-1', 'Not so!'),
      helper('refuter', 'refutation-1', 'Nor so!', 1),
    ]
    expect(numbered(calls)).toEqual(BOTH)
  })

  test('that is made twice has two numbers', () => {
    const calls = [
      ...talk(['answer-0', 'answer-1', 'answer-2'], 'q0', 'a0', 'Not so!', 'a1', 'Not so!', 'a2'),
      helper('refuter', 'refutation-0', 'Not so!'),
      helper('refuter', 'refutation-1', 'Not so!'),
    ]
    expect(numbered(calls)).toEqual(BOTH)
  })

  // What a candidate is told is the refuter's reply as Python strips it: without U+001F and U+0085, with a byte order mark.
  test.each([
    ['\ufeffNot so!', '\ufeffNot so!'],
    ['\u001fNot so!\u0085', 'Not so!'],
  ])('is told from %j, put as %j', (reply, put) => {
    const calls = [...talk(['answer-0', 'answer-1'], 'q0', 'a0', put, 'a1'), helper('refuter', 'refutation-0', reply)]
    expect(linesOf(calls)).toContain('  2  refuter, objection 1')
  })
})

describe('a long message', () => {
  const long = (length: number) => talk(['answer-0', 'answer-1'], 'q0', `<${'x'.repeat(length - 2)}>`, 'q1', 'a1')
  // On a screen so wide that no line is broken.
  const shown = (length: number) => linesOf(long(length), {}, 1000) ?? []

  test('is shown whole up to 700 characters', () => expect(shown(700)).toContain(`     <${'x'.repeat(698)}>`))

  test('has its ends shown beyond, and how much is left out', () => {
    const lines = shown(5000)
    const at = lines.indexOf('     candidate  answer-0')
    expect(lines.slice(at + 1, at + 4)).toEqual([`     <${'x'.repeat(299)}`, '     … 4,400 characters …', `     ${'x'.repeat(299)}>`])
    expect(shown(701)).toContain('     … 101 characters …')
  })
})

describe('on a screen of 80 columns', () => {
  const words = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ')
  const chinese = '市议会周二晚以7票对2票通过决议，将于三月底前关闭河边的垃圾焚烧厂。'.repeat(3)
  const calls = [
    ...talk(['answer-0', 'answer-1'], words, chinese, `Not so! ${words}`, `1. ${words}`),
    helper('refuter', 'refutation-0', `Not so! ${words}`),
  ]
  const lines = linesOf(calls, { 'answer-1': ['objection 1 met (5 of 5)'] }) ?? []

  test('no line is wider, and every line of a message stands below who says it', () => {
    expect(lines.length).toBeGreaterThan(20)
    for (const line of lines) {
      expect(displayWidth(line), line).toBeLessThanOrEqual(80)
      expect(line).toMatch(/^(?:| {2}[1-4] {2}(?:user|candidate|refuter).*| {5}\S.*)$/)
    }
  })

  test('words stay whole, and nothing is left out', () => {
    const bodies = lines.filter((line) => /^ {5}(?!->)/.test(line)).map((line) => line.trim())
    const shown = bodies.flatMap((line) => line.split(' '))
    expect(shown.filter((word) => word === 'word37')).toHaveLength(3)
    expect(bodies.join('')).toContain(chinese)
  })
})

describe('what is said again', () => {
  const query = `Summarize this. ${'It goes on. '.repeat(10)}`
  const answer = `In short: ${'it goes on; '.repeat(10)}`
  const trunk = [query, answer, 'Not so!', answer, 'other 1', 'talk 1', query, 'gone']
  const calls = [
    ...talk(['answer-0', 'answer-1', 'distractor-1', 'requery-1'], ...trunk),
    call('requery-0', answer, { messages: messagesOf([...trunk.slice(0, 4), query]) }),
    helper('refuter', 'refutation-0', 'Not so!'),
  ]
  const lines = linesOf(calls) ?? []
  const below = (title: string) => lines[lines.indexOf(title) + 1]

  test('is shown once where it is long, and named by its turn afterwards', () => {
    expect(below('     candidate  answer-1')).toBe('     (as in turn 1, word for word)')
    expect(below('  4  user')).toBe('     (as in turn 1, word for word)')
    expect(lines.filter((line) => line.includes('Summarize this.'))).toHaveLength(1)
  })

  test('is named in a call that leaves the conversation too', () => {
    const at = lines.indexOf('     asked here too: requery-0')
    expect(lines.slice(at + 1, at + 3)).toEqual([
      '     user: (as in turn 1, word for word)',
      '     candidate: (as in turn 1, word for word)',
    ])
  })

  test('by somebody else, or before it is said in the conversation, is shown', () => {
    const echo = linesOf(talk(['answer-0', 'answer-1'], query, query, 'q1', 'a1')) ?? []
    expect(echo.filter((line) => line.includes('Summarize this.'))).toHaveLength(2)
    const alone = linesOf([...talk(['answer-0', 'answer-1'], query, 'a0', 'q1', 'a1'), ...talk(['static'], 'another', answer)]) ?? []
    expect(alone.filter((line) => line.includes('In short'))).toHaveLength(1)
  })

  test('is shown where it is short', () => {
    const short = 'x'.repeat(80)
    const again = (text: string) => linesOf(talk(['answer-0', 'answer-1'], text, 'a0', text, 'a1'), {}, 100) ?? []
    expect(again(short).filter((line) => line.includes(short))).toHaveLength(2)
    expect(again(`${short}x`).filter((line) => line.includes(short))).toHaveLength(1)
  })
})

test('lines of a message are lines, and nothing in it repaints the screen', () => {
  const lines =
    dialogueLines(
      talk(['answer-0', 'answer-1'], 'q0', 'one\ntwo\u001b[2J\r\n\u202eeerht', 'q1', 'a1'),
      { 'answer-1': ['objection 1 met\u001b[2J'] },
      80,
    ) ?? []
  expect(lines.at(-1)).toContain('objection 1 met\\x1b[2J')
  expect(lines).toEqual(expect.arrayContaining(['     one', '     two\\x1b[2J\\x0d', '     \\x202eeerht']))
})

test('a line of a reason that does not fit goes on under its text, also where it has no label', async () => {
  const reason = 'Failed.\n  lost      criteria\n            Gives the command and a way to list the files first, before deleting them'
  const record = { suite: 'demo', item: 'one', task: 'one', trial: 0, status: 'failed', tags: {}, scores: {}, reason } as ItemRecord
  const lines = await itemLines(runFolder(temporaryFolder()), [record], 'one', {
    root: temporaryFolder(),
    showsCalls: false,
    isSaid: false,
    run: 'latest',
    width: 60,
  })
  expect(lines.map(stripVTControlCharacters).slice(-3)).toEqual([
    '     lost      criteria',
    '               Gives the command and a way to list the files',
    '               first, before deleting them',
  ])
})
