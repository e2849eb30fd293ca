import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { llmbarSuite } from '../../suites/llmbar/suite.ts'
import { jsonLines } from '../jsonLines.ts'
import { hasShared, sharedFolder } from '../shared.ts'

const file = join(sharedFolder, 'golden', 'llmbar-parse.jsonl')

test.skipIf(!hasShared)(
  'all 241 recorded replies are read as the official code reads them (skipped without the shared folder)',
  async () => {
    const golden = jsonLines<Record<string, unknown>>(readFileSync(file, 'utf8'))
    expect(golden).toHaveLength(241)
    const score = llmbarSuite.files?.scorer?.(file, undefined)
    expect(golden.map((line) => score?.(line, file))).toEqual(
      golden.map(({ id, parsed, winner, rule }) => (rule === 'int-pair' ? { id, winner } : { id, parsed, winner })),
    )
  },
)
