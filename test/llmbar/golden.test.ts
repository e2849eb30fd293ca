import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runHoldfast } from '../run.ts'
import { hasShared, sharedFolder } from '../shared.ts'

const golden = join(sharedFolder, 'golden', 'llmbar-parse.jsonl')

const readLines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

test.skipIf(!hasShared)(
  'all 241 recorded replies are read as the official code reads them (skipped without the shared folder)',
  async () => {
    const { code, stdout, stderr } = await runHoldfast(['score', 'llmbar', golden])
    expect(code, stderr).toBe(0)
    const expected = readLines(readFileSync(golden, 'utf8'))
    expect(expected).toHaveLength(241)
    const wanted = expected.map(({ id, parsed, winner, rule }) => (rule === 'int-pair' ? { id, winner } : { id, parsed, winner }))
    expect(readLines(stdout)).toEqual(wanted)
  },
)
