import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { schedulerShard } from './schedulerShard.ts'

const slurm = (id: number, least: number, most: number, count: number, step?: number) => ({
  SLURM_ARRAY_TASK_ID: `${id}`,
  SLURM_ARRAY_TASK_MIN: `${least}`,
  SLURM_ARRAY_TASK_MAX: `${most}`,
  SLURM_ARRAY_TASK_COUNT: `${count}`,
  ...(step !== undefined && { SLURM_ARRAY_TASK_STEP: `${step}` }),
})

describe('a task of a Slurm array', () => {
  test('has its place in a range that begins anywhere and has any step', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1000 }),
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 64 }),
        (least, step, count) => {
          const ids = Array.from({ length: count }, (_, place) => least + place * step)
          const places = ids.map((id) => schedulerShard(slurm(id, least, ids.at(-1) ?? 0, count, step)).shard)
          expect(places).toEqual(ids.map((_, place) => ({ index: place + 1, count })))
        },
      ),
    )
  })

  test('has none in a list, of which Slurm does not say the members', () => {
    // --array=1,4,9: seen on Slurm 22.05, which gives it a step of 1.
    expect(() => schedulerShard(slurm(4, 1, 9, 3, 1))).toThrow(
      'Failed to read HOLDFAST_SHARD=auto: the Slurm array is a list (3 tasks from 1 to 9), and Slurm does not say which place task 4 has in it. Use a range such as --array=0-7, or give i/n.',
    )
  })

  test('is refused where auto/n says another number: a task that is sent again would take all items', () => {
    expect(schedulerShard(slurm(3, 0, 3, 4), 4).shard).toEqual({ index: 4, count: 4 })
    expect(() => schedulerShard(slurm(3, 3, 3, 1), 4)).toThrow('the Slurm array has 1 tasks, and auto/4 says 4. Give i/n.')
  })

  test('is refused where Slurm says less than it should', () =>
    expect(() => schedulerShard({ SLURM_ARRAY_TASK_ID: '3' })).toThrow('SLURM_ARRAY_TASK_ID is set, and SLURM_ARRAY_TASK_MIN is not'))
})

describe('a part', () => {
  test.each([
    [{ JOB_COMPLETION_INDEX: '0' }, 6, { index: 1, count: 6 }],
    [{ JOB_COMPLETION_INDEX: '5' }, 6, { index: 6, count: 6 }],
    [{ CI_NODE_INDEX: '1', CI_NODE_TOTAL: '4' }, undefined, { index: 1, count: 4 }],
    [{ CIRCLE_NODE_INDEX: '3', CIRCLE_NODE_TOTAL: '4' }, undefined, { index: 4, count: 4 }],
    [{ BUILDKITE_PARALLEL_JOB: '0', BUILDKITE_PARALLEL_JOB_COUNT: '2' }, undefined, { index: 1, count: 2 }],
    [{ CI_NODE_INDEX: '1', CI_NODE_TOTAL: '4' }, 3, { index: 1, count: 3 }],
  ])('is told by %o, parts %s', (environment, parts, expected) => expect(schedulerShard(environment, parts).shard).toEqual(expected))

  test.each([
    [{}, 'no variable of a scheduler is set (SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX, '],
    [{ JOB_COMPLETION_INDEX: '2' }, 'JOB_COMPLETION_INDEX is set, and nothing says how many parts there are. Give auto/n.'],
    [{ CI_NODE_INDEX: '1' }, 'CI_NODE_INDEX is set, and CI_NODE_TOTAL is not. Give auto/n, with the number of parts.'],
    [{ CI_NODE_INDEX: '0', CI_NODE_TOTAL: '4' }, 'CI_NODE_INDEX is 0 of 4 parts. It counts from 1.'],
    [{ CI_NODE_INDEX: 'x', CI_NODE_TOTAL: '4' }, 'CI_NODE_INDEX is "x", which is no whole number'],
  ])('is refused by %o', (environment, message) => expect(() => schedulerShard(environment)).toThrow(message))
})
