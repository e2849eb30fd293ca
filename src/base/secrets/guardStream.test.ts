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

test('texts are left alone where only bytes are guarded', () => {
  registerSecret(SECRET)
  const stream = newStream()
  guardStream(stream, { bytesOnly: true })
  stream.write(SECRET)
  stream.write(Buffer.from(SECRET))
  expect(stream.written).toEqual([SECRET, Buffer.from('[redacted]')])
})

test('a stream is guarded once, and what is to come first does', () => {
  const stream = newStream()
  let looked = 0
  const before = () => {
    looked += 1
    registerSecret('comes-Late-7654321')
  }
  guardStream(stream, { before })
  guardStream(stream, { before })
  stream.write('comes-Late-7654321')
  expect(stream.written).toEqual(['[redacted]'])
  expect(looked).toBe(1)
})
