import { hash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { registerSecret } from '../core/base/secrets.ts'
import { blobPath } from '../core/format/blobStore.ts'
import { callRecord } from '../core/format/records.ts'
import { type RunFolder, runFolder } from '../core/format/runFolder.ts'
import { Journal } from './journal.ts'
import type { CallKey, Message } from './transport.ts'

let folder: RunFolder
beforeEach(() => {
  folder = runFolder(mkdtempSync(join(tmpdir(), 'holdfast-')))
  onTestFinished(() => rmSync(folder.path, { recursive: true }))
})

const KEY: CallKey = { suite: 'demo', item: 'one', role: 'candidate', call: 'answer', trial: 0, ask: 0, vote: 0 }
const ENTRY = { model: 'sim:oracle', content: 'well', ms: 3, attempts: 1 }

/** Writes one call and reads its line back. */
async function write({ key = KEY, messages = [{ role: 'user', content: 'hello' }] as Message[], entry = ENTRY } = {}) {
  await new Journal(folder).write({ key, parts: messages, asked: 'a' }, entry)
  const [line = ''] = readFileSync(folder.calls, 'utf8').split('\n').slice(-2)
  return { line, record: JSON.parse(line) as Record<string, unknown> }
}

const blobs = () =>
  readdirSync(folder.path, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.startsWith('blobs') && statSync(join(folder.path, name)).isFile(),
  )

describe('the key of a call', () => {
  test('leaves out ask and vote when they are 0', async () => {
    const { record } = await write()
    expect(record).toEqual({
      suite: 'demo',
      item: 'one',
      role: 'candidate',
      call: 'answer',
      trial: 0,
      asked: 'a',
      ...ENTRY,
      messages: [{ role: 'user', content: 'hello' }],
    })
  })

  test('has ask and vote from 1 on', async () => {
    const { record } = await write({ key: { ...KEY, ask: 1, vote: 2 } })
    expect(record).toMatchObject({ ask: 1, vote: 2 })
  })

  test('is read back as it was, by the format of replays', async () => {
    for (const key of [KEY, { ...KEY, ask: 3 }, { ...KEY, vote: 1, trial: 2 }]) {
      const { record } = await write({ key })
      expect(callRecord.parse(record)).toMatchObject(key)
    }
  })
})

describe('messages', () => {
  test('of 8,192 characters together stand in the line', async () => {
    const messages: Message[] = [
      { role: 'system', content: 'x'.repeat(192) },
      { role: 'user', content: 'y'.repeat(8000) },
    ]
    const { record } = await write({ messages })
    expect(record.messages).toEqual(messages)
    expect(blobs()).toEqual([])
  })

  test('in segments stand in a short line as one text', async () => {
    const content = [
      { name: 'context', text: 'a\n' },
      { name: 'instruction', text: 'b' },
    ]
    const { record } = await write({ messages: [{ role: 'user', content }] })
    expect(record.messages).toEqual([{ role: 'user', content: 'a\nb' }])
  })

  test('that are longer stand in blobs by segment, which hold exactly the text', async () => {
    const context = 'The river – ΣΠ 河 🙂\r\n'.repeat(800)
    const messages: Message[] = [
      { role: 'system', content: 'be brief' },
      {
        role: 'user',
        content: [
          { name: 'context', text: context },
          { name: 'instruction', text: 'Repeat it.' },
        ],
      },
    ]
    const { record } = await write({ messages })
    expect(record).not.toHaveProperty('messages')
    const references = callRecord.parse(record).messagesRef ?? []
    expect(references).toMatchObject([
      { role: 'system', segments: [{ name: 'text', chars: 8 }] },
      {
        role: 'user',
        segments: [
          { name: 'context', chars: context.length },
          { name: 'instruction', chars: 10 },
        ],
      },
    ])
    const stored = references.map(({ segments }) => segments.map(({ sha256 }) => readFileSync(blobPath(folder.blobs, sha256), 'utf8')))
    expect(stored).toEqual([['be brief'], [context, 'Repeat it.']])
  })

  test('that share a context store it once', async () => {
    const journal = new Journal(folder)
    const ask = (question: string) => {
      const content = [
        { name: 'context', text: 'long '.repeat(5000) },
        { name: 'instruction', text: question },
      ]
      return journal.write({ key: KEY, parts: [{ role: 'user', content }], asked: 'a' }, ENTRY)
    }
    await Promise.all(['one?', 'two?', 'three?'].map(ask))
    expect(blobs()).toHaveLength(1 + 3)
  })
})

describe('a line of the journal', () => {
  test('is one line, whatever the answer holds', async () => {
    const { record } = await write({ entry: { ...ENTRY, content: 'a\nb\r\n\u2028c' } })
    expect(readFileSync(folder.calls, 'utf8').split('\n')).toHaveLength(2)
    expect(record.content).toBe('a\nb\r\n\u2028c')
  })

  test('has no registered secret, wherever it stood', async () => {
    registerSecret('sk-journal-secret-1')
    const { line, record } = await write({
      messages: [{ role: 'user', content: 'my key is sk-journal-secret-1' }],
      entry: { ...ENTRY, content: 'so your key is sk-journal-secret-1!' },
    })
    expect(line).not.toContain('sk-journal-secret-1')
    expect(record).toMatchObject({ content: 'so your key is [redacted]!', messages: [{ role: 'user', content: 'my key is [redacted]' }] })
  })

  test('has no registered secret that JSON writes with escapes', async () => {
    registerSecret('quoted"secret\\1')
    const { record } = await write({ entry: { ...ENTRY, content: 'the key is quoted"secret\\1' } })
    expect(record.content).toBe('the key is [redacted]')
  })

  test('is still JSON when a registered secret is all digits', async () => {
    registerSecret('867530910000')
    const { record } = await write({ entry: { ...ENTRY, ms: 867_530_910_000 } })
    expect(record.ms).toBe(867_530_910_000)
  })

  test('keeps its key whatever is secret: replays find it by that', async () => {
    registerSecret('item-with-1-name')
    const { record } = await write({ key: { ...KEY, item: 'item-with-1-name' }, entry: { ...ENTRY, content: 'of item-with-1-name' } })
    expect(record).toMatchObject({ item: 'item-with-1-name', content: 'of [redacted]' })
  })

  test('refers to long texts by the hash of what is stored, which has no registered secret', async () => {
    registerSecret('sk-blob-secret-1')
    const journal = new Journal(folder)
    // Twice: hashes of long texts are remembered.
    for (const _ of [1, 2])
      await journal.write({ key: KEY, parts: [{ role: 'user', content: `${'long '.repeat(3000)}sk-blob-secret-1` }], asked: 'a' }, ENTRY)
    const stored = `${'long '.repeat(3000)}[redacted]`
    const sha256 = hash('sha256', stored)
    expect(blobs()).toEqual([relative(folder.path, blobPath(folder.blobs, sha256))])
    expect(readFileSync(blobPath(folder.blobs, sha256), 'utf8')).toBe(stored)
    for (const line of readFileSync(folder.calls, 'utf8').trim().split('\n'))
      expect(callRecord.parse(JSON.parse(line)).messagesRef?.[0]?.segments[0]?.sha256).toBe(sha256)
  })
})
