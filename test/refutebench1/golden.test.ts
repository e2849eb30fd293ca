import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { refutebench1Suite } from '../../suites/refutebench1/suite.ts'
import { hasShared, sharedFolder } from '../shared.ts'

const golden = join(sharedFolder, 'golden', 'refutebench1.jsonl')

test.skipIf(!hasShared)(
  'all 57 recorded replies are checked as the official code checks them (skipped without the shared folder)',
  async () => {
    const score = refutebench1Suite.files?.scorer?.(golden, undefined) ?? expect.unreachable('it scores files')
    const lines = readFileSync(golden, 'utf8').trimEnd().split('\n')
    const expected = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(expected).toHaveLength(57)
    // Where the official check breaks down, ours says null too.
    expect(expected.map((line, index) => score(line, `line ${index + 1}`))).toEqual(
      expected.map(({ id, expected: passed }) => ({ id, passed })),
    )
  },
)
