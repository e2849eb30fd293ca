import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runFolder } from '../core/format/runFolder.ts'
import { readRecordedCalls } from './recordedCalls.ts'
import type { CallKey } from './transport.ts'

type Line = Readonly<Record<string, unknown>>

const key = (fields: Partial<CallKey> = {}): CallKey => ({
  suite: 'demo',
  item: 'one',
  role: 'candidate',
  call: 'answer',
  trial: 0,
  ask: 0,
  vote: 0,
  ...fields,
})

/** What a run that wrote these lines has recorded. */
async function recorded(calls: readonly Line[] | undefined, items: readonly Line[] = []) {
  const path = mkdtempSync(join(tmpdir(), 'holdfast-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  const folder = runFolder(path)
  const text = (lines: readonly Line[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  if (calls) writeFileSync(folder.calls, text(calls.map((call) => ({ asked: 'same', ...call }))))
  if (items.length > 0) writeFileSync(folder.items, text(items))
  const { find, paid } = await readRecordedCalls(folder)
  return { paid, find: (which: CallKey, asked = 'same') => find(which)?.get(asked) }
}

const item = (fields: Line): Line => ({ suite: 'demo', item: 'one', task: 'demo', trial: 0, tags: {}, scores: {}, ...fields })
const judged = (fields: Line): Line => ({ ...key({ role: 'judge', call: 'verdict' }), content: 'maybe', ...fields })

test('a run that has recorded nothing answers nothing', async () => {
  const calls = await recorded(undefined)
  expect([calls.find(key()), calls.paid]).toEqual([undefined, []])
})

test('an answer is found by what was asked, and by nothing like it', async () => {
  const calls = await recorded([
    { ...key(), asked: 'one', content: '1' },
    { ...key(), asked: 'two', content: '2' },
    { ...key(), asked: undefined, content: '3' },
  ])
  expect(['one', 'two', 'three'].map((asked) => calls.find(key(), asked)?.content)).toEqual(['1', '2', undefined])
})

test('an answer is found by every part of its key', async () => {
  const calls = await recorded([
    { ...key(), content: 'yes', usage: { promptTokens: 5, completionTokens: 1 }, finish: 'stop', model: 'openai:m' },
  ])
  expect(calls.find(key())).toMatchObject({
    content: 'yes',
    usage: { promptTokens: 5, completionTokens: 1 },
    finish: 'stop',
    model: 'openai:m',
  })
  const others: Partial<CallKey>[] = [
    { suite: 'x' },
    { item: 'x' },
    { role: 'judge' },
    { call: 'x' },
    { trial: 1 },
    { ask: 1 },
    { vote: 1 },
  ]
  for (const other of others) expect(calls.find(key(other))).toBeUndefined()
})

test('the last answer to a call wins, and an error does not undo it', async () => {
  const calls = await recorded([
    { ...key(), content: 'first' },
    { ...key(), content: 'second' },
    { ...key(), error: 'reset' },
  ])
  expect(calls.find(key())).toMatchObject({ content: 'second' })
})

test('an empty answer is an answer', async () =>
  expect((await recorded([{ ...key(), content: '' }])).find(key())).toMatchObject({ content: '' }))

test.each<[string, Line]>([
  ['failed', { error: 'the endpoint is down' }],
  ['was refused for its content', { content: '', refused: true, finish: 'content_filter' }],
])("a candidate's call that %s is asked again", async (_, outcome) => {
  expect((await recorded([{ ...key(), ...outcome }])).find(key())).toBeUndefined()
})

test("a judge's refusal is a result: it is not asked again", async () => {
  const refused = judged({ content: '', refused: true })
  expect((await recorded([refused])).find(key({ role: 'judge', call: 'verdict' }))).toMatchObject({ refused: true })
})

test('an answer from the cache stays one, and was not paid for', async () => {
  const usage = { promptTokens: 5, completionTokens: 1 }
  const calls = await recorded([
    { ...key(), content: 'yes', usage, cached: true },
    { ...key({ item: 'two' }), content: 'no', usage },
    { ...key({ item: 'two' }), content: 'no', usage },
    { ...key({ item: 'three', role: 'judge', vote: 2 }), content: 'no', usage: { promptTokens: 7 } },
    { ...key({ item: 'four' }), content: 'no' },
  ])
  expect(calls.find(key())).toMatchObject({ cached: true })
  // What was asked twice was paid for twice.
  expect(calls.paid).toEqual([
    { role: 'candidate', vote: 0, usage },
    { role: 'candidate', vote: 0, usage },
    { role: 'judge', vote: 2, usage: { promptTokens: 7, completionTokens: 0 } },
  ])
})

describe('an item without a score', () => {
  const asks = [0, 1, 2].map((ask) => judged({ ask }))
  const find = async (calls: readonly Line[], status: Line, which: Partial<CallKey>) =>
    (await recorded([{ ...key(), content: 'the answer' }, ...calls], [item(status)])).find(key(which))

  test('is judged again from the question that got no usable reply, and not answered again', async () => {
    const unscored = { status: 'unscored', reason: 'no usable verdict' }
    const usable = judged({ call: 'other', content: 'yes' })
    for (const ask of [0, 1, 2]) expect(await find([usable, ...asks], unscored, { role: 'judge', call: 'verdict', ask })).toBeUndefined()
    expect(await find([usable, ...asks], unscored, { role: 'judge', call: 'other' })).toMatchObject({ content: 'yes' })
    expect(await find([usable, ...asks], unscored, {})).toMatchObject({ content: 'the answer' })
  })

  test('is judged all over again where no such question is known', async () => {
    const unscored = { status: 'unscored', reason: 'no usable round' }
    expect(await find([judged({})], unscored, { role: 'judge', call: 'verdict' })).toBeUndefined()
    expect(await find([judged({})], unscored, {})).toMatchObject({ content: 'the answer' })
  })

  test('because the budget was spent, keeps all that was said', async () => {
    const unscored = { status: 'unscored', reason: 'Failed to go on: the budget of $1 does not cover another call.' }
    expect(await find([judged({})], unscored, { role: 'judge', call: 'verdict' })).toMatchObject({ content: 'maybe' })
  })

  test('that has one by its last line, keeps all that was said', async () => {
    const calls = await recorded([...asks], [item({ status: 'unscored', reason: 'x' }), item({ status: 'passed' })])
    expect(calls.find(key({ role: 'judge', call: 'verdict', ask: 2 }))).toMatchObject({ content: 'maybe' })
  })

  test('leaves other items and trials alone', async () => {
    const calls = await recorded(
      [...asks, judged({ item: 'two' }), judged({ trial: 1 })],
      [item({ status: 'unscored', reason: 'x' }), item({ item: 'two', status: 'failed' })],
    )
    expect(calls.find(key({ role: 'judge', call: 'verdict', item: 'two' }))).toBeDefined()
    expect(calls.find(key({ role: 'judge', call: 'verdict', trial: 1 }))).toBeDefined()
  })
})

test('an answer of the candidate that was cut before it began is asked again, and was paid for', async () => {
  const usage = { promptTokens: 5, completionTokens: 100 }
  const calls = await recorded([
    { ...key(), content: '', finish: 'length', reasoning: 'Let me see', usage },
    { ...key({ call: 'second' }), content: 'half an ans', finish: 'length', reasoning: 'Let me see', usage },
  ])
  expect(calls.find(key())).toBeUndefined()
  expect(calls.find(key({ call: 'second' }))).toMatchObject({ content: 'half an ans', finish: 'length', reasoning: 'Let me see' })
  expect(calls.paid).toHaveLength(2)
})
