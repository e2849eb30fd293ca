import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { HoldfastError } from '../errors.ts'
import { parseJsonl, readJsonl, readLines } from './jsonl.ts'

const line = z.object({ id: z.string(), scores: z.object({ total: z.number() }).optional() })

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
})

function file(text: string | Buffer, name = 'items.jsonl'): string {
  const path = join(folder, name)
  writeFileSync(path, name.endsWith('.gz') && typeof text === 'string' ? gzipSync(text) : text)
  return path
}

async function read(path: string) {
  const values: z.output<typeof line>[] = []
  for await (const value of readJsonl(path, line)) values.push(value)
  return values
}

describe('lines are read', () => {
  const values = [{ id: 'a' }, { id: 'b', scores: { total: 0.5 } }]

  test.each([
    ['\n', 'line feeds'],
    ['\r\n', 'Windows line ends'],
    ['\n\n \n', 'empty lines between'],
  ])('with %j: %s', async (end) => expect(await read(file(values.map((value) => JSON.stringify(value) + end).join('')))).toEqual(values))

  test('without a line end after the last', async () =>
    expect(await read(file('{"id":"a"}\n{"id":"b"}'))).toEqual([{ id: 'a' }, { id: 'b' }]))

  test('from a zipped file', async () =>
    expect(await read(file('{"id":"a"}\n{"id":"b"}\n', 'items.jsonl.gz'))).toEqual([{ id: 'a' }, { id: 'b' }]))

  test.each(['', '\n', ' \r\n\n'])('from an empty file, where that may be, none: %j', async (text) => {
    const values: unknown[] = []
    for await (const value of readJsonl(file(text), line, { mayBeEmpty: true })) values.push(value)
    expect(values).toEqual([])
  })

  test('after a byte order mark, also between files that were put together', async () => {
    expect(await read(file('\uFEFF{"id":"a"}\r\n\uFEFF{"id":"b"}\n'))).toEqual([{ id: 'a' }, { id: 'b' }])
    expect(await read(file('\uFEFF{"id":"a"}\n', 'items.jsonl.gz'))).toEqual([{ id: 'a' }])
  })

  test('that are longer than what is read at once, and end anywhere in it', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => '岸'.repeat(index * 997))
    expect(await read(file(ids.map((id) => `${JSON.stringify({ id })}\r\n`).join('')))).toEqual(ids.map((id) => ({ id })))
  })

  test('as they were written, whatever characters they have', async () => {
    const text = fc.string({ unit: 'binary' }).filter((drawn) => !/[\ud800-\udfff]/.test(drawn))
    const texts = fc.array(text, { minLength: 1 })
    await fc.assert(
      fc.asyncProperty(texts, async (ids) => {
        const written = ids.map((id) => ({ id: `${id}\u2028\u2029\u0085` }))
        expect(await read(file(written.map((value) => `${JSON.stringify(value)}\n`).join('')))).toEqual(written)
      }),
      { numRuns: 30 },
    )
  })

  test('one after the other, so that the lines before a broken one are had', async () => {
    const values: unknown[] = []
    const reading = async () => {
      for await (const value of readJsonl(file('{"id":"a"}\n{"id":"b"}\nbroken\n'), line)) values.push(value)
    }
    await expect(reading()).rejects.toThrow(HoldfastError)
    expect(values).toEqual([{ id: 'a' }, { id: 'b' }])
  })
})

describe('a broken line is one error', () => {
  test('that names file, line and field', async () => {
    const path = file('{"id":"a"}\n\n{"id":"b","scores":{"total":"1"}}\n{"id":7}\n')
    await expect(read(path)).rejects.toThrow(
      new HoldfastError(
        'DATA',
        `Failed to read ${path}, line 3, field scores.total: invalid input: expected number, received string, received "1". Mend it and run again.`,
      ),
    )
  })

  test('that counts the fields', async () => {
    const path = file('{"scores":{"total":"1"}}\n')
    await expect(read(path)).rejects.toThrow(/, line 1, field id: .* \(and 1 more\)\. Mend it and run again\.$/)
  })

  test('that names file and line where it is no JSON', async () => {
    const path = file('{"id":"a"}\r\n{"id":\r\n')
    const where = `Failed to read ${path}, line 2: not JSON (`
    await expect(read(path)).rejects.toThrow(where)
    await expect(read(path)).rejects.toThrow('). Mend or remove the line.')
  })

  test('that shows no more than the beginning of a long value', async () => {
    const path = file(`{"id":"a","scores":"${'x'.repeat(500)}"}\n`)
    const { message } = await read(path).then(
      () => expect.unreachable(),
      (error: Error) => error,
    )
    expect(message.length).toBeLessThan(path.length + 200)
  })
})

describe('a file that cannot be read is one error', () => {
  test.each(['', '\n \n', '\uFEFF'])('one without a line: %j', async (text) => {
    const path = file(text)
    await expect(read(path)).rejects.toThrow(
      new HoldfastError('DATA', `Failed to read ${path}: it is empty. Give a file with a line of JSON for each entry.`),
    )
  })

  test.each([
    ['Latin-1', Buffer.from('{"id":"a"}\n{"id":"\xe4"}\n', 'latin1'), 2],
    ['UTF-16', Buffer.from('\uFEFF{"id":"a"}\n', 'utf16le'), 1],
  ])('one that is not UTF-8, with the line: %s', async (_, bytes, number) => {
    const path = file(bytes)
    await expect(read(path)).rejects.toThrow(
      new HoldfastError('DATA', `Failed to read ${path}, line ${number}: it is not UTF-8. Save the file as UTF-8.`),
    )
  })

  test.each(['missing.jsonl', 'missing.jsonl.gz'])('%s', async (name) => {
    const path = join(folder, name)
    await expect(read(path)).rejects.toThrow(
      new HoldfastError('DATA', `Failed to read ${path}: ENOENT: no such file or directory, open '${path}'. Give a readable JSONL file.`),
    )
  })

  test('a folder', () => expect(read(folder)).rejects.toThrow(`Failed to read ${folder}: EISDIR`))

  test('a zipped file that is none', async () => {
    const path = file(Buffer.from('{"id":"a"}\n'), 'items.jsonl.gz')
    await expect(read(path)).rejects.toThrow(`Failed to read ${path}: incorrect header check. Give a readable JSONL file.`)
  })

  test('a zipped file that is cut short', async () => {
    const whole = gzipSync(Array.from({ length: 2000 }, (_, index) => `{"id":"${index}"}\n`).join(''))
    const path = file(whole.subarray(0, whole.length / 2), 'items.jsonl.gz')
    await expect(read(path)).rejects.toThrow(`Failed to read ${path}: unexpected end of file. Give a readable JSONL file.`)
  })
})

test('lines of plain text are read without their ends', async () => {
  const lines: string[] = []
  for await (const text of readLines(file('one\r\n\r\n two \nthree'))) lines.push(text)
  expect(lines).toEqual(['one', '', ' two ', 'three'])
})

const row = z.object({ a: z.number() })
const readText = (text: string | Buffer) => parseJsonl(Buffer.from(text), row, 'rows')

test('each line is a row, and empty lines are none', () => expect(readText('{"a":1}\n\n{"a":2}\n')).toEqual([{ a: 1 }, { a: 2 }]))

test('a byte order mark and Windows line ends are passed over', () =>
  expect(readText('\uFEFF{"a":1}\r\n{"a":2}\r\n')).toEqual([{ a: 1 }, { a: 2 }]))

test('a line that does not fit is named with its number in the text', () => {
  expect(() => readText('{"a":1}\n\n{"a":"2"}')).toThrow('Failed to read rows, line 3, field a: ')
  expect(() => readText('<html>')).toThrow('Failed to read rows, line 1: not JSON')
  expect(() => readText(Buffer.from('{"a":1}\n{"a":"\xe4"}', 'latin1'))).toThrow('Failed to read rows, line 2: it is not UTF-8.')
})
