import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fbBenchSuite } from '../../suites/fb-bench/suite.ts'
import { jsonLines } from '../jsonLines.ts'
import { hasShared, sharedFolder } from '../shared.ts'

/** A golden judge reply. */
interface Golden {
  readonly id: string
  readonly kind: string
  readonly official: { readonly outcome: string; readonly score?: number | null }
}

describe.skipIf(!hasShared).each([
  { name: 'fbbench-judge-hard.jsonl', count: 15 },
  { name: 'fbbench-judge-synthetic.jsonl', count: 25 },
])('$name (skipped without the shared folder)', ({ name, count }) => {
  test(`has ${count} replies with the outcome and score of the official code`, async () => {
    const file = join(sharedFolder, 'golden', name)
    const golden = jsonLines<Golden>(readFileSync(file, 'utf8'))
    const score = fbBenchSuite.files?.scorer?.(file, undefined)
    const scored = golden.map((line) => score?.(line, file) as { id: string; outcome: string; score?: number })
    expect(golden).toHaveLength(count)
    expect(scored.map(({ id, outcome, score: own }) => ({ id, outcome, score: own ?? null }))).toEqual(
      golden.map(({ id, official: { outcome, score: own } }) => ({ id, outcome, score: own ?? null })),
    )
  })
})
