import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { baselineFiles } from '../../src/deciding/baseline/baseline.ts'
import { scoresOf } from '../outcome.ts'
import { runSuite } from '../runSuite.ts'
import { temporaryFolder } from '../temporaryFolder.ts'
import { counts, early, verdicts, words } from './words.ts'

describe('a drop against a baseline', () => {
  async function withBaseline(model: string): Promise<string> {
    const root = temporaryFolder()
    const { records } = await runSuite(words(), { model })
    const { items } = baselineFiles(root, 'main')
    mkdirSync(dirname(items), { recursive: true })
    writeFileSync(items, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
    return root
  }

  test.each([
    ['sim:degraded?p=0.3', 'sim:degraded?p=0.3', 'held'],
    ['sim:degraded?p=0.1', 'sim:degraded?p=0.7', 'broken'],
  ])('from %s to %s is %s before the last item', async (before, model, verdict) => {
    const root = await withBaseline(before)
    const outcome = await early(
      { score: { maxDrop: 0.2, decide: 'value' } },
      { model, gates: { baseline: 'main' } as never },
      words(),
      root,
    )
    expect(verdicts(outcome)).toEqual([verdict])
    expect(counts(outcome).notNeeded).toBeGreaterThan(100)
    // Those under way at the decision count in no figure.
    expect(outcome.figures.comparison?.paired).toBe(outcome.figures.early?.units)
    expect(scoresOf(outcome).metrics.score?.n).toBe(outcome.figures.early?.units)
  })

  test('waits for a baseline that is not there', async () => {
    const root = await withBaseline('sim:oracle')
    const outcome = await early({ score: { maxDrop: 0.2, decide: 'value' } }, { gates: { baseline: 'other' } as never }, words(), root)
    expect(outcome.plan.early?.waiting).toEqual([{ rule: 'score maxDrop 0.2', why: expect.stringContaining('no baseline other') }])
    expect(counts(outcome).notNeeded).toBe(0)
  })
})
