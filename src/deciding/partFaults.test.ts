import { describe, expect, test } from 'vitest'
import type { RunSettings } from '../core/config/runSettings.ts'
import type { ScoresDocument } from '../core/format/scoresDocument.ts'
import { type FoundPart, partFaults } from './partFaults.ts'

/** A part with ten planned records. */
const part = (
  path: string,
  shard: string | null,
  fields: Partial<FoundPart> & { scheduler?: RunSettings['scheduler'] } = {},
): FoundPart => ({
  path,
  document: { run: { shard: shard ?? undefined } } as ScoresDocument,
  settings: { shard, planned: { demo: 10 }, scheduler: fields.scheduler } as unknown as RunSettings,
  records: 10,
  stopped: 0,
  unpaid: 0,
  ...fields,
})

const faults = (parts: FoundPart[], doubled: Parameters<typeof partFaults>[2] = []) => partFaults(parts, 'demo', doubled)

test('nothing is said of parts that are all there', () => {
  expect(faults([part('part-1', '1/2'), part('part-2', '2/2')])).toEqual([])
  expect(faults([part('run', null)])).toEqual([])
})

describe('a part that is missing', () => {
  test('is named with the command that starts it, in the folder that the others tell', () => {
    expect(faults([part('jobs/part-1', '1/3'), part('jobs/part-3', '3/3')])).toEqual([
      'Shard 2/3 is missing. Start it: the command of the other parts with HOLDFAST_SHARD=2/3 HOLDFAST_RESUME=auto HOLDFAST_OUT=jobs/part-2.',
    ])
    expect(faults([part('out/03', '3/4'), part('out/01', '1/4'), part('out/04', '4/4')])[0]).toContain('HOLDFAST_OUT=out/02.')
    expect(faults([part('first', '1/2')])[0]).toContain('HOLDFAST_OUT=<its folder>.')
    expect(faults([part('a1', '1/3'), part('b2', '2/3')])[0]).toContain('HOLDFAST_OUT=<its folder>.')
  })

  test('has its number in the array, where the scheduler said which part is which', () => {
    const scheduler = { variable: 'SLURM_ARRAY_TASK_ID', first: 5, step: 2 }
    expect(faults([part('part 5', '1/3', { scheduler }), part('part 7', '2/3', { scheduler })])).toEqual([
      "Shard 3/3 is missing. Start it: the command of the other parts with HOLDFAST_SHARD=3/3 HOLDFAST_RESUME=auto HOLDFAST_OUT='part 9' (SLURM_ARRAY_TASK_ID 9).",
    ])
  })
})

describe('a part that is incomplete', () => {
  test('is named with what it has and how it goes on', () => {
    expect(faults([part('part-1', '1/2', { records: 7, stopped: 2 }), part('part-2', '2/2')])).toEqual([
      'Shard 1/2 (part-1) is incomplete: 5 of 10 records. Start it: the command of the other parts with HOLDFAST_SHARD=1/2 HOLDFAST_RESUME=auto HOLDFAST_OUT=part-1.',
    ])
  })

  test('for its budget is told so', () => {
    expect(faults([part('part-1', '1/1', { unpaid: 3 })])[0]).toMatch(
      /^Shard 1\/1 \(part-1\) is incomplete: 3 items left by the budget, which has to be larger\. /,
    )
  })

  test('and is a whole run, is finished by its name', () => {
    expect(faults([part('my run', null, { records: 1 })])).toEqual([
      "The run my run is incomplete: 1 of 10 records. Start it again: the same command with HOLDFAST_RESUME='my run'.",
    ])
  })

  test('did not write its scores', () => {
    expect(faults([part('part-1', '1/1', { document: undefined, records: 3 })])[0]).toContain('Shard 1/1 (part-1) is incomplete: 3 of 10')
  })
})

test('parts that are there twice are named', () => {
  const parts = [part('part-1', '1/2'), part('part-2', '2/2'), part('copy', '2/2')]
  expect(faults(parts, [{ first: 1, second: 2, records: 10 }])).toEqual([
    'Shard 2/2 is there twice: 10 records of part-2 are in copy as well, and those of the latter count. Leave one of the two out.',
  ])
  expect(faults([part('a', null), part('b', null)], [{ first: 0, second: 1, records: 1 }])).toEqual([
    'Two parts have the same items: 1 record of a is in b as well, and those of the latter count. Leave one of the two out.',
  ])
})
