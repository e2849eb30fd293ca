import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runHoldfast } from '../run.ts'
import { hasShared, sharedFolder } from '../shared.ts'

const golden = join(sharedFolder, 'golden', 'refutebench1.jsonl')

const readLines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

test.skipIf(!hasShared)(
  'all 57 recorded replies are checked as the official code checks them (skipped without the shared folder)',
  async () => {
    const { code, stdout, stderr } = await runHoldfast(['score', 'refutebench1', golden])
    expect(code, stderr).toBe(0)
    const expected = readLines(readFileSync(golden, 'utf8'))
    expect(expected).toHaveLength(57)
    // Where the official check breaks down, ours says null too.
    expect(readLines(stdout)).toEqual(expected.map(({ id, expected: passed }) => ({ id, passed })))
  },
)
