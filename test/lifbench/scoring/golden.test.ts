import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { lifbenchSuite } from '../../../suites/lifbench/suite.ts'
import { TASKS } from '../../../suites/lifbench/tasks.ts'
import { jsonLines } from '../../jsonLines.ts'
import { hasShared, sharedFolder } from '../../shared.ts'

/** A row of the golden file: made by the unmodified official scorer. */
interface GoldenRow {
  readonly id: string
  readonly task: string
  readonly kind: string
  readonly prompt_sha256: string
  readonly scores: Readonly<Record<string, number>> | null
  readonly total: number | null
  readonly error?: string
}

interface ScoredRow {
  readonly id: string
  readonly scores: Readonly<Record<string, number>>
  readonly total: number
  readonly prompt_sha256?: string
  readonly error?: string
}

const TOLERANCE = 1e-9

describe.skipIf(!hasShared)('the file scorer on the golden file (skipped without the shared folder)', () => {
  let golden: GoldenRow[] = []
  let scored: ScoredRow[] = []

  beforeAll(async () => {
    const path = join(sharedFolder, 'golden', 'lifbench.jsonl')
    golden = jsonLines<GoldenRow>(readFileSync(path, 'utf8'))
    const score = lifbenchSuite.files?.scorer?.(path, join(sharedFolder, 'data'))
    scored = golden.map((row, at) => score?.(row, `${path}, line ${at + 1}`) as ScoredRow)
  })

  test('reads all 816 rows', () => {
    expect(golden).toHaveLength(816)
    expect(scored.filter((row) => 'error' in row)).toEqual([])
  })

  test('answers row by row, in the order of the file', () => expect(scored.map(({ id }) => id)).toEqual(golden.map(({ id }) => id)))

  test('covers every task', () => expect(new Set(golden.map(({ task }) => task))).toEqual(new Set(TASKS.map(({ official }) => official))))

  test('assembles every prompt byte for byte', () =>
    expect(scored.map(({ prompt_sha256 }) => prompt_sha256)).toEqual(golden.map(({ prompt_sha256 }) => prompt_sha256)))

  test.each(TASKS.map(({ official }) => official))('gives every %s row the official points and total', (task) => {
    const wrong: string[] = []
    for (const [row, expected] of golden.entries()) {
      if (expected.task !== task || expected.error !== undefined) continue
      const actual = scored[row] as ScoredRow
      expect(Object.keys(actual.scores).sort()).toEqual(Object.keys(expected.scores ?? {}).sort())
      const pairs = [...Object.entries(expected.scores ?? {}), ['total', expected.total ?? Number.NaN] as const]
      for (const [name, value] of pairs) {
        const given = name === 'total' ? actual.total : (actual.scores[name] ?? Number.NaN)
        if (!(Math.abs(given - value) <= TOLERANCE))
          wrong.push(`${expected.id} (${expected.kind}) ${name}: official ${value}, ours ${given}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('gives finite scores, and no error, where the official code crashes', () => {
    const crashed = golden.flatMap((row, index) => (row.error === undefined ? [] : [scored[index] as ScoredRow]))
    expect(crashed).toHaveLength(8)
    for (const row of crashed) {
      expect(row).not.toHaveProperty('error')
      expect([...Object.values(row.scores), row.total].every((score) => Number.isFinite(score) && score >= 0)).toBe(true)
    }
  })

  // Derived by hand from the rules (docs/suites/lifbench.md, R13, R16, Q7, Q9): a malformed escape counts as text, and a
  // bracketed line that is not a list of lists is left out of what Python would have evaluated.
  test.each([
    ['onedoc-extract#1250', 'bad-u', { format: 3 / 4, correct: 0.5 / 4, order: 0, ori: 0 }, 3.5 / 14],
    ['onedoc-extract#1249', 'bad-u', { format: 3 / 4, correct: 1, order: 1, ori: 1 }, 13 / 14],
    ['multidoc-find_dup_text#1519', 'trail-backslash-null', { correct: 1, num_text: 1, ori: 1, format: 4.5 / 5 }, 19.5 / 20],
    ['multidoc-find_dup_text#1520', 'bad-x', { correct: 1, num_text: 1, ori: 1, format: 4.5 / 5 }, 19.5 / 20],
    ['multidoc-find_dup_text#1523', 'bad-u-null', { correct: 1, num_text: 1, ori: 1, format: 4.5 / 5 }, 19.5 / 20],
    ['multidoc-find_dup_text#1601', 'str-in-group', { correct: 3 / 4, num_text: 1, ori: 0, format: 4 / 5 }, 12 / 20],
    ['multidoc-find_dup_text#1602', 'str-in-group', { correct: 3 / 4, num_text: 1, ori: 0, format: 4 / 5 }, 12 / 20],
    ['multidoc-find_dup_text#1603', 'str-in-group', { correct: 3 / 4, num_text: 1, ori: 0, format: 3 / 5 }, 11 / 20],
  ])('gives %s (%s), where the official code crashes, the documented scores', (id, _kind, scores, total) => {
    const row = scored.find((one) => one.id === id)
    expect(row?.total).toBeCloseTo(total, 9)
    for (const [name, score] of Object.entries(scores)) expect(row?.scores[name]).toBeCloseTo(score, 9)
  })
})
