import { describe, expect, test } from 'vitest'
import { hashFraction } from '../../src/core/base/random.ts'
import { contaminationView } from '../../suites/kieval/views/contamination.ts'
import { value, writeRun } from '../outcome.ts'
import type { SuiteOutcome } from '../runSuite.ts'
import { hasShared, isLong, sharedFolder } from '../shared.ts'
import { suiteView } from '../suiteCommand.ts'
import { temporaryFolder } from '../temporaryFolder.ts'
import { run } from './kievalRun.ts'

/** A quarter of the bundled questions, a seeded sample with as many of each field; all of them in the long run. */
const SLICE: Readonly<Record<string, string>> = isLong ? {} : { HOLDFAST_LIMIT: '22' }
const DAMAGES = [0.1, 0.3, 0.6]

const runs = (env: Readonly<Record<string, string>>) => Promise.all(DAMAGES.map((damage) => run(`sim:degraded?p=${damage}`, env)))
const bundled = () => runs(SLICE)

const tells = async (make: () => Promise<SuiteOutcome[]>) => {
  for (const [index, outcome] of (await make()).entries()) {
    const { records } = outcome
    const right = records.filter(({ scores }) => scores.static === 1)
    expect(value(outcome, 'accuracy')).toBeCloseTo(right.length / records.length, 9)
    // Which questions a model does not know is drawn by a hash of each, so that a larger share has them all.
    const known = records.filter(({ item }) => hashFraction('degraded', 0, item) >= (DAMAGES[index] ?? 0))
    expect(right).toEqual(known)
    // Who does not know the answer explains nothing: 10; who does, 100.
    expect(records.every(({ scores, status }) => (scores.static === 1 ? status === 'passed' : status === 'failed'))).toBe(true)
    expect(value(outcome, 'score.overall')).toBeCloseTo(10 + (90 * right.length) / records.length, 6)
  }
}

describe('a model that knows fewer answers', () => {
  test('is right and explains for as many fewer', () => tells(bundled))

  test.skipIf(!hasShared)('is so with ARC too (skipped without the shared folder)', () =>
    tells(() => runs({ HOLDFAST_DATA: `${sharedFolder}/data`, HOLDFAST_KIEVAL_QUESTIONS: isLong ? '60' : '20' })),
  )

  test('is predicted by the others that do; one that memorised the test lies far below', async () => {
    const folder = temporaryFolder()
    const all = [...(await bundled()), await run('sim:oracle', SLICE), await run('sim:memorised', SLICE)]
    const paths = await Promise.all(all.map(async (outcome, index) => (await writeRun(outcome, `${folder}/${index}`)).path))
    const { code, stdout } = await suiteView(contaminationView, paths)
    expect(code).toBe(0)
    const rows = stdout.split('\n').filter((line) => line.includes(' sim '))
    expect(rows).toHaveLength(5)
    expect(stdout).not.toContain('…')
    expect(rows.map((row) => row.includes('FAR BELOW'))).toEqual([false, false, false, false, true])
    // The others lie on 10 + 90 x, so that it is expected at 100.
    expect(rows[4]).toMatch(/ 100\.0 % sim +10\.0 sim +2\.00 +100\.0 +100\.0 +FAR BELOW$/)
    expect(stdout).toContain('1 of 5 far below')
    expect(stdout).toMatch(/^ all +-?0\.\d{3} +0\.\d+ +5$/m)
    expect(stdout).toMatch(/^ all, without runs far below +1\.000 +< 1e-9 +4$/m)
    expect(stdout).not.toContain('NOT ALIKE')
  })
})
