import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/temporaryFolder.ts'
import { HAS_ZSTD, zipOf } from '../test/inspectLog.ts'
import { ZipFile } from './zipFile.ts'

function saved(bytes: Buffer): string {
  const path = join(temporaryFolder(), 'a.eval')
  writeFileSync(path, bytes)
  return path
}

function contents(path: string): Record<string, string> {
  const zip = new ZipFile(path)
  try {
    return Object.fromEntries([...zip.entries.values()].map((entry) => [entry.name, zip.read(entry).toString('utf8')]))
  } finally {
    zip.close()
  }
}

const FILES = [
  ['header.json', '{"version": 2}'],
  ['samples/ä_epoch_1.json', 'x'.repeat(100_000)],
  ['empty', ''],
] as const

test.each(['stored', 'deflate'] as const)('reads entries that are %s', (compression) => {
  expect(contents(saved(zipOf(FILES, compression)))).toEqual(Object.fromEntries(FILES))
})

test.skipIf(!HAS_ZSTD)('reads entries that are compressed by zstd (skipped before Node 22.15)', () => {
  expect(contents(saved(zipOf(FILES, 'zstd')))).toEqual(Object.fromEntries(FILES))
})

test.skipIf(HAS_ZSTD)('says what to do where Node cannot read zstd (skipped from Node 22.15 on)', () => {
  expect(() => contents(saved(zipOf(FILES, 'zstd')))).toThrow(
    /header\.json: it is compressed by zstd, which Node .* cannot read\. Use Node 22\.15 or newer, or .*inspect log convert .* --to json/,
  )
})

test('the later of two entries of one name counts', () =>
  expect(
    contents(
      saved(
        zipOf([
          ['a', 'first'],
          ['a', 'second'],
        ]),
      ),
    ),
  ).toEqual({ a: 'second' }))

test('entries that have more bytes than the file are refused: they lie one over the other', () => {
  const zip = zipOf(
    [
      ['a', 'x'.repeat(500)],
      ['b', 'y'],
    ],
    'stored',
  )
  // The second entry of the directory says what the first says.
  const second = zip.lastIndexOf(Buffer.from('PK\x01\x02'))
  zip.copy(zip, second + 16, zip.indexOf(Buffer.from('PK\x01\x02')) + 16, zip.indexOf(Buffer.from('PK\x01\x02')) + 28)
  zip.writeUInt32LE(0, second + 42)
  expect(() => contents(saved(zip))).toThrow('its entries have more bytes than the file')
})

// Python's zipfile writes these as Inspect does: with Zip64's field where an entry is of unknown size, and as an archive that is
// added to.
test('reads what Python writes (skipped without Python)', ({ skip }) => {
  const path = join(temporaryFolder(), 'python.eval')
  const script = `
import zipfile
with zipfile.ZipFile(${JSON.stringify(path)}, "w", zipfile.ZIP_DEFLATED) as z:
    z.writestr("one.json", "1" * 5000)
with zipfile.ZipFile(${JSON.stringify(path)}, "a", zipfile.ZIP_DEFLATED) as z:
    with z.open("two.json", "w", force_zip64=True) as f:
        f.write(b"2")
    z.comment = b"a comment with PK\\x05\\x06 in it, long enough to hold a record of its own"
`
  try {
    execFileSync('python3', ['-c', script])
  } catch {
    skip()
  }
  expect(contents(path)).toEqual({ 'one.json': '1'.repeat(5000), 'two.json': '2' })
})

// A log of more than 4 GB has its numbers in Zip64's field: size, compressed size and place, in this order.
test('reads an entry whose numbers are in the field of Zip64', () => {
  const bytes = zipOf([['a', 'content']], 'stored')
  const directory = bytes.indexOf('PK\u0001\u0002')
  const end = bytes.indexOf('PK\u0005\u0006')
  const entry = Buffer.from(bytes.subarray(directory, end))
  for (const at of [20, 24, 42]) entry.writeUInt32LE(0xffffffff, at)
  entry.writeUInt16LE(28, 30)
  const extra = Buffer.alloc(28)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(24, 2)
  for (const [at, number] of [7n, 7n, 0n].entries()) extra.writeBigUInt64LE(number, 4 + 8 * at)
  const last = Buffer.from(bytes.subarray(end))
  last.writeUInt32LE(entry.length + extra.length, 12)
  expect(contents(saved(Buffer.concat([bytes.subarray(0, directory), entry, extra, last])))).toEqual({ a: 'content' })
})

// A log of 65,535 entries or more has their number and place in records of Zip64 before the last.
test('finds the directory by the record of Zip64', () => {
  const bytes = zipOf(FILES)
  const at = bytes.indexOf('PK\u0005\u0006')
  const last = Buffer.from(bytes.subarray(at))
  const end = Buffer.alloc(56)
  end.write('PK\u0006\u0006', 0, 'latin1')
  for (const [place, number] of [
    [32, BigInt(FILES.length)],
    [40, BigInt(last.readUInt32LE(12))],
    [48, BigInt(last.readUInt32LE(16))],
  ] as const)
    end.writeBigUInt64LE(number, place)
  const locator = Buffer.alloc(20)
  locator.write('PK\u0006\u0007', 0, 'latin1')
  locator.writeBigUInt64LE(BigInt(at), 8)
  last.fill(0xff, 8, 20)
  expect(contents(saved(Buffer.concat([bytes.subarray(0, at), end, locator, last])))).toEqual(Object.fromEntries(FILES))
})

describe('a damaged file is one error', () => {
  const whole = zipOf(FILES)

  test.each([0, 1, 21, 22, 50, whole.length - 100, whole.length - 23, whole.length - 1])('cut off after %i bytes', (count) => {
    expect(() => contents(saved(whole.subarray(0, count)))).toThrow(
      /a\.eval: it is no zip file, or one that was cut off\. Copy the log again/,
    )
  })

  test('other content than the checksum is of', () =>
    expect(() => contents(saved(zipOf([['a', 'content']], 'stored').fill('X', 31, 32)))).toThrow(/a\.eval, a: it is damaged/))

  test('any byte that is another one: read, or refused in words', () => {
    const small = zipOf([
      ['a', 'content content'],
      ['b', ''],
    ])
    const path = saved(small)
    for (let at = 0; at < small.length; at += 1) {
      const bytes = Buffer.from(small)
      bytes[at] = 0xff
      writeFileSync(path, bytes)
      try {
        contents(path)
      } catch (error) {
        expect((error as Error).message).toMatch(/^Failed to read /)
      }
    }
  })

  test('an entry that unpacks to more than it says', () => {
    const bytes = Buffer.from(zipOf([['a', 'y'.repeat(1_000_000)]]))
    const directory = bytes.indexOf('PK\u0001\u0002')
    bytes.writeUInt32LE(10, directory + 24)
    expect(() => contents(saved(bytes))).toThrow(/a\.eval, a: it is damaged: .*larger/)
  })

  test('an entry that says it is larger than a text can be', () => {
    const bytes = Buffer.from(zipOf([['a', 'y']]))
    bytes.writeUInt32LE(0xfffffff0, bytes.indexOf('PK\u0001\u0002') + 24)
    expect(() => contents(saved(bytes))).toThrow(/a\.eval, a: it has 4294967280 bytes, over 268435456/)
  })

  test('a file that is not there', () => expect(() => contents('/nowhere/a.eval')).toThrow(/Failed to read \/nowhere\/a\.eval: ENOENT/))
})
