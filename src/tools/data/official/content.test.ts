import { expect, test } from 'vitest'
import { difference, sha256 } from './content.ts'

test('a difference names size and hash', () => {
  expect(difference(Buffer.from('ab'), { bytes: 3 })).toBe('2 bytes, expected 3')
  expect(difference(Buffer.from('ab'), { bytes: 2, sha256: sha256(Buffer.from('ab')) })).toBeUndefined()
  expect(difference(Buffer.from('ab'), {})).toBeUndefined()
})
