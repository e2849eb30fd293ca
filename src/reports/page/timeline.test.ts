import { describe, expect, test } from 'vitest'
import type { PageCall } from './shared/transcript.ts'
import { type CallNotes, timeline } from './timeline.ts'

const texts: string[] = []
const part = (text: string) => (texts.includes(text) ? texts.indexOf(text) : texts.push(text) - 1)

function call(role: string, name: string, messages: readonly (readonly [string, string])[], reply: string): PageCall {
  return {
    role,
    call: name,
    ask: 0,
    vote: 0,
    facts: '',
    messages: messages.map(([who, text]) => ({ role: who, parts: [part(text)] })),
    content: part(reply),
  }
}

const shown = (calls: readonly PageCall[], notes: CallNotes = {}) =>
  timeline(calls, texts, notes).map(({ title, parts, objection, branch, findings: found }) => ({
    title,
    text: parts.map((at) => texts[at]).join(''),
    ...(objection && { objection }),
    ...(branch && { branch }),
    ...(found.length > 0 && { findings: found }),
  }))

const first = call('candidate', 'answer-0', [['user', 'Translate.']], 'Ufer')
const refuter = call('refuter', 'refutation-0', [['user', 'Object.']], 'Say Bank.\n')
const second = call(
  'candidate',
  'answer-1',
  [
    ['user', 'Translate.'],
    ['assistant', 'Ufer'],
    ['user', 'Say Bank.'],
  ],
  'Bank',
)
const aside = call(
  'candidate',
  'distractor-1',
  [
    ['user', 'Translate.'],
    ['assistant', 'Ufer'],
    ['user', 'And a joke?'],
  ],
  'No.',
)
const apart = call('candidate', 'static', [['user', 'A or B?']], 'A')

describe('the conversation', () => {
  test('has each turn once, its objections numbered and its answers named by their calls', () => {
    expect(shown([first, refuter, second])).toEqual([
      { title: 'user', text: 'Translate.' },
      { title: 'candidate, answer-0', text: 'Ufer' },
      { title: 'refuter, objection 1', text: 'Say Bank.', objection: 1 },
      { title: 'candidate, answer-1', text: 'Bank' },
    ])
  })

  test('has what was found beside the answer it is about', () => {
    const findings = { 'answer-1': ['objection 1 FORGOTTEN (1 of 5)', 'task 5 of 5'] }
    expect(shown([first, refuter, second], { findings }).at(-1)?.findings).toEqual([
      { text: 'objection 1 FORGOTTEN (1 of 5)', tone: 'bad', objections: [1] },
      { text: 'task 5 of 5', tone: 'none', objections: [] },
    ])
  })

  test('knows an objection that no refuter made by the call that answers it', () => {
    const findings = { 'answer-1': ['objection 1 and 2 kept'] }
    const steps = shown([first, second], { findings, objectionOf: (call) => (call === 'answer-1' ? 2 : undefined) })
    expect(steps.map(({ title, objection }) => [title, objection])).toEqual([
      ['user', undefined],
      ['candidate, answer-0', undefined],
      ['user, objection 2', 2],
      ['candidate, answer-1', undefined],
    ])
    expect(steps.at(-1)?.findings).toEqual([{ text: 'objection 1 and 2 kept', tone: 'good', objections: [1, 2] }])
  })

  test('has questions that leave it where they leave it, and others at the end', () => {
    expect(shown([apart, first, refuter, second, aside]).map(({ title, branch }) => [title, branch])).toEqual([
      ['user', undefined],
      ['candidate, answer-0', undefined],
      ['user', 'asked here too'],
      ['candidate, distractor-1', 'asked here too'],
      ['refuter, objection 1', undefined],
      ['candidate, answer-1', undefined],
      ['user', 'asked by itself'],
      ['candidate, static', 'asked by itself'],
    ])
  })

  test('says of an answer that was given that it was', () =>
    expect(shown([second]).map(({ title }) => title)).toEqual(['user', 'answer, given', 'user', 'candidate, answer-1']))

  test('is the judge’s calls where there is no candidate', () => {
    expect(shown([call('judge', 'forward', [['user', 'Which?']], 'Output (a)')])).toEqual([
      { title: 'put to the judge, forward', text: 'Which?' },
      { title: 'judge, forward', text: 'Output (a)' },
    ])
  })

  test('has a compaction where it was made, among what was asked beside the conversation, with what the application keeps', () => {
    const talk = [
      ['user', 'Translate.'],
      ['assistant', 'Ufer'],
    ] as const
    const before = call('candidate', 'before', [...talk, ['user', 'Which?']], 'Ufer, I said')
    const after = call('candidate', 'after', [...talk, ['user', 'Which?']], 'No idea')
    const trunk = call('candidate', 'answer-1', [...talk, ['user', 'Say Bank.'], ['assistant', 'Bank'], ['user', 'Again.']], 'Bank')
    const compaction = (name: string, ...kept: readonly string[]) => ({ ...call('candidate', name, talk, ''), compacted: kept.map(part) })
    expect(shown([first, before, compaction('compact-1', 'A word.'), after, trunk]).slice(0, -3)).toEqual([
      { title: 'user', text: 'Translate.' },
      { title: 'candidate, answer-0', text: 'Ufer' },
      { title: 'user', text: 'Which?', branch: 'asked here too' },
      { title: 'candidate, before', text: 'Ufer, I said', branch: 'asked here too' },
      { title: 'the application compacted its conversation here, to:', text: 'A word.' },
      { title: 'user', text: 'Which?', branch: 'asked here too' },
      { title: 'candidate, after', text: 'No idea', branch: 'asked here too' },
      { title: 'user', text: 'Say Bank.' },
    ])
    // At the end, and of an application that tells nothing.
    expect(shown([first, compaction('compact-1')]).slice(2)).toEqual([
      { title: 'the application compacted its conversation here', text: '' },
    ])
  })

  test('is nothing without an answer', () => expect(timeline([{ ...first, content: null, error: 'timed out' }], texts)).toEqual([]))
})
