import { describe, expect, test } from 'vitest'
import { value, values } from '../outcome.ts'
import { byNc, run, TASKS } from './suiteRun.ts'

describe('a simulated model', () => {
  test('that forgets after three answers accepts all and forgets with three irrelevant queries', async () => {
    const outcome = await run('sim:forgetful?after=3')
    for (const task of TASKS) {
      for (const kind of ['memory', 'generalization']) {
        expect(byNc(outcome, task, kind, 'FA'), `${task} ${kind}`).toEqual([1, 1, 1, 1])
        expect(byNc(outcome, task, kind, 'RR'), `${task} ${kind}`).toEqual([1, 1, 1, 0])
        expect(byNc(outcome, task, kind, 'RR_given_FA'), `${task} ${kind}`).toEqual([1, 1, 1, 0])
      }
      expect(value(outcome, `${task}.multi.nc0.FA`), task).toBe(1)
    }
    // Counted by hand over the three dialogues of each task: pairs of feedback and later query at most 3 answers apart.
    expect(values(outcome, 'email.multi.nc0.RR', 'mt.multi.nc0.RR', 'qa.multi.nc0.RR')).toEqual([14 / 17, 7 / 10, 6 / 12])
  })

  test('that forgets after one answer forgets with any irrelevant query', async () => {
    const outcome = await run('sim:forgetful?after=1')
    for (const task of TASKS) {
      expect(byNc(outcome, task, 'memory', 'RR'), task).toEqual([1, 0, 0, 0])
      expect(byNc(outcome, task, 'generalization', 'RR'), task).toEqual([1, 0, 0, 0])
      expect(value(outcome, `${task}.FA`), task).toBe(1)
    }
    expect(values(outcome, 'email.multi.nc0.RR', 'mt.multi.nc0.RR', 'qa.multi.nc0.RR')).toEqual([8 / 17, 4 / 10, 0])
  })
})
