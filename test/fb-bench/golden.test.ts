import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runHoldfast } from '../run.ts'
import { hasShared, sharedFolder } from '../shared.ts'

/** A golden judge reply. */
interface Golden {
  readonly id: string
  readonly kind: string
  readonly official: { readonly outcome: string; readonly score?: number | null }
}

function parseLines<T>(text: string): T[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as T)
}

describe.skipIf(!hasShared).concurrent.each([
  { name: 'fbbench-judge-hard.jsonl', count: 15 },
  { name: 'fbbench-judge-synthetic.jsonl', count: 25 },
])('$name (skipped without the shared folder)', ({ name, count }) => {
  test(`has ${count} replies with the outcome and score of the official code`, async () => {
    const file = join(sharedFolder, 'golden', name)
    const golden = parseLines<Golden>(readFileSync(file, 'utf8'))
    const { code, stdout, stderr } = await runHoldfast(['score', 'fb-bench', file])
    expect(code, stderr).toBe(0)
    const scored = parseLines<{ id: string; outcome: string; score?: number }>(stdout)
    expect(golden).toHaveLength(count)
    expect(scored.map(({ id, outcome, score }) => ({ id, outcome, score: score ?? null }))).toEqual(
      golden.map(({ id, official: { outcome, score } }) => ({ id, outcome, score: score ?? null })),
    )
  })
})
