import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/temporaryFolder.ts'
import { jsonMembers } from './jsonMembers.ts'

function split(text: string | Buffer): (readonly [number | undefined, unknown])[] {
  const path = join(temporaryFolder(), 'log.json')
  writeFileSync(path, text)
  return [...jsonMembers(path, 'samples')].map(({ text: piece, index }) => [index, JSON.parse(piece)] as const)
}

test('divides an object into its members, and one list into its entries', () => {
  expect(
    split('\ufeff {"version": 2, "eval": {"samples": [1, [2]]},\n "samples" : [ {"a": "}],["}, [1, 2], 3 ], "rest": [4, 5] } \n'),
  ).toEqual([
    [undefined, { version: 2 }],
    [undefined, { eval: { samples: [1, [2]] } }],
    [0, { a: '}],[' }],
    [1, [1, 2]],
    [2, 3],
    [undefined, { rest: [4, 5] }],
  ])
})

test('an empty object, an empty list, and one that is none', () => {
  expect(split('{}')).toEqual([])
  expect(split('{"samples": []}')).toEqual([])
  expect(split('{"samples": null}')).toEqual([[undefined, { samples: null }]])
})

test('gives back any document, wherever its chunks end', () => {
  const path = join(temporaryFolder(), 'log.json')
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { maxLength: 5 }), fc.jsonValue(), fc.integer({ min: 1, max: 40 }), (samples, other, chunk) => {
      const document = { other, samples, last: 1 }
      writeFileSync(path, JSON.stringify(document))
      const pieces = [...jsonMembers(path, 'samples', chunk)].map(({ text, index }) => [index, JSON.parse(text)])
      expect(pieces).toEqual([
        [undefined, { other: JSON.parse(JSON.stringify(other)) }],
        ...JSON.parse(JSON.stringify(samples)).map((sample: unknown, at: number) => [at, sample]),
        [undefined, { last: 1 }],
      ])
    }),
  )
})

test.each([
  ['', 'it ends before its JSON does'],
  ['{"version": 2, "samples": [{"id": 1}', 'it ends before its JSON does'],
  ['{"version": "2', 'it ends before its JSON does'],
  ['[]', 'it is no JSON object'],
  ['{} {}', 'it is no JSON object'],
  ['text', 'it is no JSON object'],
])('refuses %j', (text, reason) => expect(() => split(text)).toThrow(reason))

test('names the piece that is not UTF-8', () => {
  expect(() => split(Buffer.concat([Buffer.from('{"samples": [1, "'), Buffer.from([0xff]), Buffer.from('"]}')]))).toThrow(
    /log\.json, samples\.1: it is not UTF-8/,
  )
})
