import { describe, expect, test } from 'vitest'
import { scoresOf, values } from '../outcome.ts'
import { persistent, run, SEEDS, SLICE, TASKS, transient } from './suiteRun.ts'

describe('a simulated model', () => {
  test('that does all it is told has the best ratings everywhere', async () => {
    const outcome = await run('sim:oracle', SLICE)
    expect(outcome.concluded).toMatchObject({ document: { exitCode: 0 }, reasons: [] })
    expect(scoresOf(outcome)).toMatchObject({ items: 2 * SEEDS, passed: 2 * SEEDS, unscored: 0, error: 0 })
    for (const task of TASKS) {
      expect(values(outcome, ...transient(task, 'satisfaction', 'turn1', 'turn3', 'initial', 'final')), task).toEqual([5, 5, 5, 5, 5])
      expect(values(outcome, ...transient(task, 'forgetting', 'drift', 'unchanged')), task).toEqual([0, 0, 0])
      expect(values(outcome, ...persistent(task)), task).toEqual([5, 5, 5, 5, 0])
    }
  })

  test('that forgets after one answer complies at once and has forgotten two turns later', async () => {
    const outcome = await run('sim:forgetful?after=1', SLICE)
    for (const task of TASKS) {
      expect(values(outcome, ...transient(task, 'satisfaction', 'turn1', 'turn3', 'forgetting')), task).toEqual([5, 5, 1, 4])
      expect(values(outcome, ...transient(task, 'curve.refutation.1', 'curve.refutation.2', 'curve.refutation.3')), task).toEqual([5, 5, 1])
      expect(values(outcome, ...persistent(task)), task).toEqual([5, 1, 1, 1, 4])
    }
  })

  test('that forgets after three answers forgets at C = 3 only', async () => {
    const outcome = await run('sim:forgetful?after=3', SLICE)
    for (const task of TASKS) {
      expect(values(outcome, ...transient(task, 'turn1', 'turn3', 'forgetting')), task).toEqual([5, 5, 0])
      expect(values(outcome, ...persistent(task)), task).toEqual([5, 5, 5, 1, 4])
    }
  })

  test('that never changes its answer satisfies nothing and drifts nowhere', async () => {
    const outcome = await run('sim:stubborn', SLICE)
    for (const task of TASKS) {
      expect(values(outcome, ...transient(task, 'satisfaction', 'turn1', 'turn3', 'initial', 'final', 'drift')), task).toEqual([
        1, 1, 1, 5, 5, 0,
      ])
      expect(values(outcome, ...transient(task, 'unchanged', 'length_ratio')), task).toEqual([1, 1])
      expect(values(outcome, ...persistent(task)), task).toEqual([1, 1, 1, 1, 0])
    }
  })

  test('that says nothing has the worst ratings', async () => {
    const outcome = await run('sim:null', SLICE)
    expect(scoresOf(outcome)).toMatchObject({ failed: 2 * SEEDS, error: 0 })
    for (const task of TASKS) expect(values(outcome, ...transient(task, 'satisfaction', 'initial')), task).toEqual([1, 1])
  })

  test('that repeats what it is told has the lowest strict rating, whatever the judge says', async () => {
    expect(values(await run('sim:oracle', SLICE), 'strict.transient.satisfaction')).toEqual([5])
    expect(values(await run('sim:echo', { ...SLICE, HOLDFAST_JUDGE: 'sim:judge?noise=1' }), 'strict.transient.satisfaction')).toEqual([1])
    const [official = 0] = values(await run('sim:echo', { ...SLICE, HOLDFAST_JUDGE: 'sim:judge?noise=1' }), 'transient.satisfaction')
    expect(official).toBeGreaterThan(4)
  })
})
