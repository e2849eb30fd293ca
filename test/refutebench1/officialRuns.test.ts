import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { once, scoresOf, value } from '../outcome.ts'
import { hasShared, isLong, sharedFolder } from '../shared.ts'
import { byNc, run, TASKS } from './suiteRun.ts'

describe.skipIf(!hasShared)('the official data (skipped without the shared folder; whole with TEST_LONG)', () => {
  const data = { HOLDFAST_DATA: join(sharedFolder, 'data') }
  /** The run that has a task: a seeded sample of 30 items of all three in one, or, in the long run, each whole and by itself. */
  const official = (model: string) => {
    const sample = once(() => run(model, { ...data, HOLDFAST_LIMIT: '30' }))
    return (task: string) => (isLong ? run(model, { ...data, HOLDFAST_REFUTEBENCH1_TASKS: task }) : sample())
  }
  const sizes = { email: 600, mt: 2977, qa: 2227 } as const

  test.each([
    ['sim:oracle', [1, 1], [1, 1, 1, 1]],
    ['sim:stubborn', [0, 0], [0, 0, 0, 0]],
    ['sim:forgetful?after=3', [1, 1], [1, 1, 1, 0]],
  ] as const)('%s has rates of known truth', async (model, [fa, rr0], memory) => {
    const runOf = official(model)
    for (const task of TASKS) {
      const outcome = await runOf(task)
      expect(outcome.concluded).toMatchObject({ document: { exitCode: 0 }, reasons: [] })
      expect(outcome.plan.data).toMatchObject({ source: 'official', items: isLong ? sizes[task] : 5804 })
      expect(scoresOf(outcome)).toMatchObject({ items: isLong ? sizes[task] : 90, unscored: 0, error: 0, skipped: 0 })
      expect(value(outcome, `${task}.FA`), task).toBe(fa)
      expect(byNc(outcome, task, 'memory', 'RR'), task).toEqual(memory)
      expect(value(outcome, `${task}.generalization.nc0.RR`), task).toBe(rr0)
      expect(value(outcome, `${task}.conflicts`), task).toBe(0)
      if (task !== 'mt') expect(value(outcome, `${task}.skipped`), task).toBe(0)
      else {
        expect(value(outcome, 'mt.en-he.memory.nc3.RR')).toBe(memory[3])
        // Slots after sentences without a new word: 2,203 + 1,396 sentences, 619 + 372 with one.
        if (isLong) expect(value(outcome, 'mt.skipped')).toBe(2608)
      }
    }
  })
})
