import { expect, test } from 'vitest'
import { parseJson } from './parseJson.ts'

const nested = (depth: number) => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`

test('JSON is its value, up to a depth that no writer of files needs', () => {
  expect(parseJson('{"a":[1,null,"x"]}')).toEqual({ a: [1, null, 'x'] })
  expect(parseJson(nested(200))).toEqual(JSON.parse(nested(200)))
  for (const depth of [202, 100_000]) expect(() => parseJson(nested(depth))).toThrow(new SyntaxError('it is nested over 200 deep'))
  expect(() => parseJson('{')).toThrow(SyntaxError)
})
