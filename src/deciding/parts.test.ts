import { describe, expect, test } from 'vitest'
import type { RunSettings } from '../core/config/runSettings.ts'
import type { Gates } from '../core/format/gates.ts'
import type { ItemRecord } from '../core/format/records.ts'
import type { ScoresDocument } from '../core/format/scoresDocument.ts'
import { askedGates, type FoundPart, gatesNotSet, MergedRecords, partFaults } from './parts.ts'

const record = (item: string, fields: Partial<ItemRecord> = {}): ItemRecord => ({
  suite: 'demo',
  item,
  task: 'T',
  trial: 0,
  status: 'passed',
  tags: { level: 'plain' },
  clusters: { template: 't-1' },
  scores: { total: 1 },
  ...fields,
})

function merged(...parts: ItemRecord[][]) {
  const all = new MergedRecords()
  for (const [part, records] of parts.entries()) for (const one of records) all.add(one, part)
  return all
}

test('the last record of each item and trial counts, and all are as they were', () => {
  const parts = [
    [record('b'), record('a', { status: 'error', error: 'down' }), record('a', { trial: 1 })],
    [record('c', { tags: { level: 'hard', kinds: ['x', 'y'] }, floor: { total: 0.5 }, reason: 'no', threshold: 0.5, cut: 1 }), record('a')],
  ]
  expect(merged(...parts).inOrder()).toEqual([record('a'), record('a', { trial: 1 }), record('b'), parts[1]?.[0]])
})

test('an item of one trial is no item of another whose name looks like it', () =>
  expect(merged([record('a', { trial: 1 }), record('1\u0000b'), record('b', { trial: 1 })]).inOrder()).toHaveLength(3))

test('says what each part has, and which parts have the same', () => {
  const stopped = record('d', { status: 'error', error: 'Failed: the run was stopped.' })
  const unpaid = record('e', { status: 'unscored', reason: 'Failed to go on: the budget of $1 does not cover another call.' })
  const all = merged([record('a'), record('b'), record('b')], [record('b'), record('c'), stopped, unpaid], [record('a')])
  expect([0, 1, 2].map((part) => all.countsOf(part))).toEqual([
    { records: 2, stopped: 0, unpaid: 0 },
    { records: 4, stopped: 1, unpaid: 1 },
    { records: 1, stopped: 0, unpaid: 0 },
  ])
  expect(all.doubled()).toEqual([
    { first: 0, second: 1, records: 1 },
    { first: 0, second: 2, records: 1 },
  ])
})

test('what records have in common is kept once', () => {
  const [one, other] = merged([record('a'), record('b', { tags: { level: 'plain' } })]).inOrder()
  expect(one?.tags).toBe(other?.tags)
})

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
  test('is named with the command that starts it', () => {
    expect(faults([part('jobs/part-1', '1/3'), part('jobs/part-3', '3/3')])).toEqual([
      'Shard 2/3 is missing. Start it: the command of the other parts with HOLDFAST_SHARD=2/3 HOLDFAST_RESUME=auto HOLDFAST_OUT=<its folder>.',
    ])
  })

  test('has its number in the array, where the scheduler said which part is which', () => {
    const scheduler = { variable: 'SLURM_ARRAY_TASK_ID', first: 5, step: 2 }
    expect(faults([part('part 5', '1/3', { scheduler }), part('part 7', '2/3', { scheduler })])).toEqual([
      'Shard 3/3 is missing. Start it: the command of the other parts with HOLDFAST_SHARD=3/3 HOLDFAST_RESUME=auto HOLDFAST_OUT=<its folder> (SLURM_ARRAY_TASK_ID 9).',
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

  test('did not write its scores', () =>
    expect(faults([part('part-1', '1/1', { document: undefined, records: 3 })])[0]).toContain('Shard 1/1 (part-1) is incomplete: 3 of 10'))
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

describe('gates of parts that a merge does not have', () => {
  const gate = (suite: string, key: string, kind?: 'min' | 'max' | 'maxDrop') => ({
    ...{ metric: `${suite} ${key}`, suite, key, value: null, verdict: 'pending' as const },
    ...(kind === undefined ? { rule: 'suite did not run' } : { kind, bound: 0.5, rule: `${kind} 0.5` }),
  })
  const judge = { metric: 'judge accuracy', rule: 'min 80', kind: 'min' as const, bound: 80, value: null, verdict: 'held' as const }
  const own = [gate('demo', 'score', 'min'), gate('demo', 'score', 'maxDrop'), gate('other', 'score'), judge]
  const all = ['demo score min 0.5', 'demo score maxDrop 0.5', 'other score', 'judge accuracy min 80']
  test.each<[string, Parameters<typeof gatesNotSet>[1], string | undefined, string[]]>([
    ['are all of them without a configuration', undefined, undefined, all],
    [
      'are those of which it has no bound of the kind',
      { demo: { score: { min: 0.1 } }, other: { score: { max: 1 } } },
      undefined,
      [all[1], all[3]] as string[],
    ],
    [
      'are none where each is set, be it otherwise',
      { demo: { score: { min: 0.9, maxDrop: 0 } }, other: { score: { min: 0 } }, minJudgeAccuracy: 1 } as never,
      undefined,
      [],
    ],
    ['are not of suites that are not merged', { minJudgeAccuracy: 80 } as never, 'other', ['other score']],
    ['are missed by no name of a property', { constructor: { score: { min: 0 } } } as never, undefined, all],
  ])('%s', (_what, gates, only, expected) =>
    expect(gatesNotSet([...own, ...own], gates, only)).toBe(
      expected.length === 0
        ? undefined
        : `the parts have gates that are not set here: ${expected.join(', ')}. Set the gates of the parts, and merge again`,
    ),
  )

  test('are told alike by a part that has decided nothing', () => {
    const gates = { demo: { score: { min: 0.5, maxDrop: 0.5 } }, minJudgeAccuracy: 80 } as unknown as Gates
    expect(askedGates(gates).map(({ metric, rule }) => `${metric} ${rule}`)).toEqual(all.filter((one) => one !== 'other score'))
    expect(gatesNotSet(askedGates(gates), gates)).toBeUndefined()
    expect(askedGates(undefined)).toEqual([])
  })
})
