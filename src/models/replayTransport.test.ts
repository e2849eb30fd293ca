import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { entryOf } from '../../test/entryOf.ts'
import { createTransport } from './createTransport.ts'
import type { CallKey } from './transport.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
})

/** Writes a file of recorded calls, each with the fields that differ from a plain one. */
function record(name: string, ...calls: Record<string, unknown>[]): void {
  const plain = { suite: 'demo', item: 'one', role: 'candidate', call: 'answer', trial: 0 }
  const text = calls.map((call) => `${JSON.stringify({ ...plain, ...call })}\n`).join('')
  writeFileSync(join(folder, name), name.endsWith('.gz') ? gzipSync(text) : text)
}

function replay(key: Partial<CallKey> = {}, path = folder) {
  return createTransport(entryOf(`replay:${path}`), folder).send(
    {
      key: { suite: 'demo', item: 'one', role: 'candidate', call: 'answer', trial: 0, ask: 0, vote: 0, ...key },
      messages: [{ role: 'user', content: 'hello' }],
      options: {},
      hints: { item: 'one', seed: 0, call: 'answer', reference: () => '', simulation: {} },
    },
    new AbortController().signal,
  )
}

describe('a recorded call', () => {
  test('is found by suite, item, role, call, trial, ask and vote', async () => {
    const differences: Partial<CallKey>[] = [
      {},
      { suite: 'other' },
      { item: 'two' },
      { role: 'judge' },
      { call: 'verdict' },
      { trial: 1 },
      { ask: 1 },
      { vote: 1 },
    ]
    record('calls.jsonl', ...differences.map((key, index) => ({ ...key, content: `answer ${index}` })))
    for (const [index, key] of differences.entries()) expect(await replay(key)).toMatchObject({ content: `answer ${index}` })
  })

  test('brings its usage and why it ended', async () => {
    record('calls.jsonl', { content: 'x', finish: 'length', usage: { promptTokens: 5, completionTokens: 2 } })
    expect(await replay()).toEqual({ content: 'x', finish: 'length', usage: { promptTokens: 5, completionTokens: 2 }, cached: true })
  })

  test('says that nothing was paid for it now, whatever was when it was recorded', async () => {
    record('calls.jsonl', { content: 'x', cached: false }, { call: 'other', content: 'y', cached: true })
    expect([await replay(), await replay({ call: 'other' })]).toMatchObject([{ cached: true }, { cached: true }])
  })

  test('may be an empty answer', async () => {
    record('calls.jsonl', { content: '' })
    expect(await replay()).toMatchObject({ content: '' })
  })

  test('may have been written by a run, with all that its journal adds', async () => {
    const messagesRef = [{ role: 'user', segments: [{ name: 'context', sha256: 'ab', chars: 9000 }] }]
    record('calls.jsonl', { content: 'x', model: 'openai:m', ms: 12, cached: false, attempts: 2, messagesRef })
    expect(await replay()).toMatchObject({ content: 'x' })
  })
})

describe('of two lines with one key', () => {
  test('the last one wins', async () => {
    record('calls.jsonl', { content: 'old' }, { content: 'new' })
    expect(await replay()).toMatchObject({ content: 'new' })
  })

  test('one with an error never wins', async () => {
    record('calls.jsonl', { content: 'old' }, { content: 'half', error: 'Failed to call it.' }, { error: 'Failed to call it.' })
    expect(await replay()).toMatchObject({ content: 'old' })
  })

  test('it is the same in two files, in the order of their names', async () => {
    record('b.jsonl', { content: 'from b' })
    record('a.jsonl', { content: 'from a' })
    expect(await replay()).toMatchObject({ content: 'from b' })
  })
})

describe('a replay path', () => {
  test('may be a folder, the union of its .jsonl and .jsonl.gz files', async () => {
    record('one.jsonl', { item: 'one', content: '1' })
    record('two.jsonl.gz', { item: 'two', content: '2' })
    writeFileSync(join(folder, 'notes.txt'), 'no JSON')
    expect(await replay({ item: 'one' })).toMatchObject({ content: '1' })
    expect(await replay({ item: 'two' })).toMatchObject({ content: '2' })
  })

  test('may be a run folder, whose items.jsonl holds no calls', async () => {
    record('calls.jsonl', { content: 'x' })
    writeFileSync(join(folder, 'items.jsonl'), '{"suite":"demo","item":"one","status":"passed"}\n')
    expect(await replay()).toMatchObject({ content: 'x' })
  })

  test('may be a single file, zipped or not, from the root of the project', async () => {
    record('plain.jsonl', { content: 'plain' })
    record('zipped.jsonl.gz', { content: 'zipped' })
    expect(await replay({}, 'plain.jsonl')).toMatchObject({ content: 'plain' })
    expect(await replay({}, join(folder, 'zipped.jsonl.gz'))).toMatchObject({ content: 'zipped' })
  })

  test('that does not exist is an error before the first call', () => {
    expect(() => createTransport(entryOf('replay:nowhere'), folder)).toThrowErrorMatchingInlineSnapshot(
      `[HoldfastError: Failed to read the model replay:nowhere: no such file or folder. Name a calls.jsonl or a folder of them.]`,
    )
  })

  test('without recorded calls is an error before the first call', () => {
    expect(() => createTransport(entryOf(`replay:${folder}`), folder)).toThrow(
      `Failed to read the model replay:${folder}: no .jsonl or .jsonl.gz file in it. Name a folder of recorded calls.`,
    )
  })
})

describe('a missing record is an error that names its key', () => {
  test('all of it', async () => {
    record('calls.jsonl', { content: 'x' })
    await expect(replay({ item: 'two', role: 'judge', call: 'verdict', trial: 1, vote: 2 }, 'calls.jsonl')).rejects.toThrow(
      'Failed to replay calls.jsonl: no record of suite=demo item=two role=judge call=verdict trial=1 ask=0 vote=2. A recording answers what it was asked and nothing else: record it, or run with the model itself.',
    )
  })

  test("another role's call of the same name does not stand in", async () => {
    record('calls.jsonl', { role: 'judge', content: 'x' })
    await expect(replay()).rejects.toThrow('no record of suite=demo item=one role=candidate')
  })

  test('a call that only ever failed is missing', async () => {
    record('calls.jsonl', { error: 'Failed to call it.' })
    await expect(replay()).rejects.toThrow('no record of')
  })
})

test('a broken line names file, line and field', async () => {
  record('calls.jsonl', { content: 'x' }, { content: 'y', trial: -1 })
  await expect(replay()).rejects.toThrow(`Failed to read ${join(folder, 'calls.jsonl')}, line 2, field trial: `)
})
