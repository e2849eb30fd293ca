import { expect, test } from 'vitest'
import { registerSecret } from '../secrets.ts'
import { guardStream } from './guardStream.ts'

const SECRET = 'printed-Secret-123456'

function newStream() {
  const written: unknown[] = []
  return {
    written,
    write(chunk: string | Uint8Array, ...rest: unknown[]): boolean {
      written.push(chunk, ...rest)
      return true
    },
  }
}

test('texts and bytes are written without secrets, with what else is given', () => {
  registerSecret(SECRET)
  const stream = newStream()
  guardStream(stream)
  const done = () => undefined
  expect(stream.write(`a ${SECRET}`, 'utf8', done)).toBe(true)
  stream.write(Buffer.from(`b ${SECRET}`))
  expect(stream.written).toEqual(['a [redacted]', 'utf8', done, Buffer.from('b [redacted]')])
})

test('bytes that are no text come out as they were', () => {
  const stream = newStream()
  guardStream(stream)
  const bytes = Uint8Array.from([0xff, 0x00, 0xc3, 0x28])
  stream.write(bytes)
  expect(stream.written[0]).toBe(bytes)
})

test('what is not meant is left alone', () => {
  registerSecret(SECRET)
  const stream = newStream()
  guardStream(stream, (chunk) => typeof chunk !== 'string')
  stream.write(SECRET)
  stream.write(Buffer.from(SECRET))
  expect(stream.written).toEqual([SECRET, Buffer.from('[redacted]')])
})

test('a stream is guarded once', () => {
  const stream = newStream()
  let looked = 0
  const isMeant = () => {
    looked += 1
    registerSecret('comes-Late-7654321')
    return true
  }
  guardStream(stream, isMeant)
  guardStream(stream, isMeant)
  stream.write('comes-Late-7654321')
  expect(stream.written).toEqual(['[redacted]'])
  expect(looked).toBe(1)
})
