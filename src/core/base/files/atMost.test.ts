import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { atMost } from './atMost.ts'

test.each([
  [6, true],
  [5, false],
])('a source of 6 bytes, of which %i may come', async (bytes, passes) => {
  const read = async () => {
    const chunks: Uint8Array[] = []
    for await (const chunk of atMost(bytes, new Error('too long'))(Readable.from([Buffer.from('abc'), Buffer.from('def')])))
      chunks.push(chunk)
    return Buffer.concat(chunks).toString()
  }
  if (passes) expect(await read()).toBe('abcdef')
  else await expect(read()).rejects.toThrow('too long')
})
