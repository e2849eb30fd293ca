import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { temporaryFolder } from '../../../../test/temporaryFolder.ts'
import { readAllLines } from './readFixture.ts'

const read = (content: string) => {
  const file = join(temporaryFolder(), 'own.jsonl')
  writeFileSync(file, content)
  return readAllLines(file, z.object({ id: z.string().optional(), text: z.string() }))
}

test('lines without an id may be alike', () => {
  expect(read('{"text":"a"}\n{"text":"a"}\n{"id":"one","text":"b"}\n')).toHaveLength(3)
})

test('a file without a line and an id that comes twice are errors', () => {
  expect(() => read('\n')).toThrow(/own\.jsonl: it is empty\./)
  expect(() => read('{"id":"one","text":"a"}\n{"id":"one","text":"b"}\n')).toThrow(
    /own\.jsonl: the id one comes twice\. Give every line its own\./,
  )
})
