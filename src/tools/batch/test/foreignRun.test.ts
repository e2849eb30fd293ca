import { lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { holdfastHere } from '../../../../test/command.ts'
import { expectAsksFirst } from '../../../../test/foreignRun/foreignRun.ts'
import { temporaryFolder } from '../../../../test/temporaryFolder.ts'
import type { OpenClient } from '../../../models/transport.ts'
import { BatchApi } from '../batchApi.ts'
import { askedCall, batchFolder, batchLine } from '../batchLedger.ts'

test('batch export asks no model that the run of another names', () => expectAsksFirst(['batch', 'next', 'theirs'], 'HOLDFAST_MODEL='))

test('a run that was not begun by batch is not run again', async () => {
  const root = temporaryFolder()
  mkdirSync(join(root, 'direct'))
  for (const file of ['run.json', 'items.jsonl', 'calls.jsonl']) writeFileSync(join(root, 'direct', file), '')
  const { code, stderr } = await holdfastHere(['batch', 'next', 'direct'], root)
  expect(stderr.replace(/\s+/g, ' ')).toContain(
    'Failed to go on with direct by batch: it has no requests, so it was not begun with HOLDFAST_BATCH=export.',
  )
  expect(code).toBe(2)
})

test.for(['../../victim', '/etc/passwd', 'a/b', '..\\x', 'C:x', '.hidden', '', 'a\u0000b', 'a\u202eb', '__proto__/x'])(
  'a file of requests is not named %j',
  (name) => {
    for (const schema of [batchLine, askedCall]) {
      const { error } = schema.safeParse({ file: `${name}.jsonl`, model: 'm' })
      expect(error?.issues.map(({ path }) => path.join('.'))).toContain('file')
    }
  },
)

describe('a file of results', () => {
  const api = (text: string) => {
    const client = { files: { content: async () => new Response(text) } }
    return new BatchApi({
      client: (async () => client) as unknown as OpenClient,
      label: 'openai:m',
      longestWait: 1,
      signal: new AbortController().signal,
    })
  }

  test.each(['asked.jsonl', 'wave-1-m-1.jsonl', 'wave-1-m-1.output.jsonl'])('or of a run is refused as a link: %s', (name) => {
    const folder = temporaryFolder()
    symlinkSync('/etc/hostname', join(folder, name))
    expect(() => batchFolder({ batch: folder })).toThrow(`Failed to read ${join(folder, name)}: it is no plain file.`)
  })

  test('goes in the place of a link, and not where the link leads', async () => {
    const folder = temporaryFolder()
    const [victim, place] = [join(folder, 'victim'), join(folder, 'wave-1-m-1.output.jsonl')]
    writeFileSync(victim, 'mine')
    symlinkSync(victim, place)
    await api('theirs').download('file-1', place, 1)
    expect([readFileSync(victim, 'utf8'), readFileSync(place, 'utf8'), lstatSync(place).isFile()]).toEqual(['mine', 'theirs', true])
  })

  test('that is longer than may be is an error that says how to go on', () =>
    expect(api('x'.repeat(1001)).download('file-1', join(temporaryFolder(), 'x.jsonl'), 0.001)).rejects.toThrow(
      "Failed to call openai:m: its file of results file-1 is longer than 0.001 MB. Set batch: { maxResultMegabytes } in the model's entry, then finish the run with HOLDFAST_RESUME.",
    ))
})
