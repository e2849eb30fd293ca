import { expect, test } from 'vitest'
import { inputOf, min, records, testVerdicts } from '../../test/verdicts.ts'
import type { Gates } from '../core/format/gates.ts'
import { suiteScores } from '../core/stats/summary/suiteScores.ts'
import { decide } from './decide.ts'

testVerdicts([
  // A run without gates: items that fail do not decide.
  { name: 'every item passes', exit: 0 },
  { name: 'some items fail', items: 'PPFFP', exit: 0 },
  { name: 'every item fails', items: 'FFFFF', exit: 0 },
  { name: 'some items are skipped', items: 'PPPSS', exit: 0 },
  { name: 'every item is skipped', items: 'SSSSS', exit: 1, says: ['no item ran'] },
  { name: 'there is no item', items: '', exit: 1, says: ['no item ran'] },
  { name: 'one suite has no item that ran, another has', items: 'SS', others: 'PP', exit: 0 },
  { name: 'a failure that is no score', flags: { otherFailures: ['1 failure that is no score'] }, exit: 1, says: ['1 failure that is'] },
  {
    name: 'two such failures',
    flags: { otherFailures: ['a file did not load', 'a plain test failed'] },
    exit: 1,
    says: ['a file did not load', 'a plain test failed'],
  },
  // HOLDFAST_STRICT
  { name: 'strict, every item passes', flags: { strict: true }, exit: 0 },
  { name: 'strict, one item fails', items: 'PPPPF', flags: { strict: true }, exit: 1, says: ['HOLDFAST_STRICT: 1 item failed'] },
  { name: 'strict, two items fail in two suites', items: 'PF', others: 'PF', flags: { strict: true }, exit: 1, says: ['2 items failed'] },
  { name: 'strict, an item is skipped', items: 'PPS', flags: { strict: true }, exit: 0 },
  { name: 'strict and bare records with a failed item', items: 'PF', planned: null, flags: { strict: true }, exit: 1, says: ['STRICT'] },
  // Items without a score
  { name: 'one of a hundred is unscored, the limit', items: `${'P'.repeat(99)}U`, exit: 0 },
  {
    name: 'one of ninety-nine is unscored',
    items: `${'P'.repeat(98)}U`,
    exit: 1,
    says: ['1 of 99 items have no score, over the limit of 1 %'],
  },
  { name: 'one of a hundred is an error', items: `${'P'.repeat(99)}E`, exit: 0 },
  { name: 'one unscored and one error of a hundred', items: `${'P'.repeat(98)}UE`, exit: 1, says: ['2 of 100 items'] },
  { name: 'skipped items do not raise the limit', items: `${'P'.repeat(50)}U${'S'.repeat(100)}`, exit: 1, says: ['1 of 51 items'] },
  { name: 'every item is an error', items: 'EEE', exit: 1, says: ['3 of 3 items have no score'] },
  { name: 'the limit counts all suites together', items: `${'P'.repeat(99)}`, others: 'U', exit: 0 },
  {
    name: 'maxUnscored 0 and one unscored of a hundred',
    items: `${'P'.repeat(99)}U`,
    gates: { maxUnscored: 0 },
    exit: 1,
    says: ['limit of 0 %'],
  },
  { name: 'maxUnscored 0.5 and half unscored', items: 'PU', gates: { maxUnscored: 0.5 }, exit: 0 },
  {
    name: 'maxUnscored 0.5 and more unscored',
    items: 'PUU',
    gates: { maxUnscored: 0.5 },
    exit: 1,
    says: ['2 of 3 items have no score, over the limit of 50 %'],
  },
  { name: 'maxUnscored 1 and all unscored', items: 'UU', gates: { maxUnscored: 1 }, exit: 0 },
  {
    name: 'maxUnscored alone is no gate on figures: a simulated candidate may pass',
    gates: { maxUnscored: 0.5 },
    simulated: ['candidate'],
    exit: 0,
  },
  // Fewer items than planned
  { name: 'fewer ran than planned', items: 'PPP', planned: 10, exit: 1, says: ['incomplete: 3 of 10 items ran'] },
  {
    name: 'none of the planned has the name that -t asks for',
    items: '',
    planned: 10,
    flags: { nameFilter: 'thre' },
    exit: 1,
    says: ['no item ran: none of 10 has "thre" in its name (-t)'],
    partial: true,
  },
  { name: 'none of the planned ran', items: '', planned: 10, exit: 1, says: ['no item ran'], partial: true },
  { name: 'fewer ran than planned and one of them failed', items: 'PPF', planned: 4, exit: 1, says: ['incomplete: 3 of 4 items ran'] },
  {
    name: 'fewer ran than planned, held gate',
    items: 'PPP',
    planned: 10,
    gates: min(0.5),
    exit: 1,
    says: ['incomplete'],
    verdicts: ['pending'],
  },
  {
    name: 'fewer ran than planned, gate that would break',
    items: 'PPP',
    planned: 10,
    gates: min(0.9),
    exit: 1,
    says: ['incomplete'],
    verdicts: ['pending'],
  },
  { name: 'bare records: nobody knows what was planned', items: 'PPP', planned: null, exit: 0 },
  { name: 'a plan of several suites', items: 'PP', others: 'PP', planned: 5, exit: 1, says: ['incomplete: 4 of 5 items ran'] },
  // Shards
  { name: 'one shard alone, without gates', flags: { sharded: true }, exit: 0 },
  { name: 'one shard alone: its gate is pending', gates: min(0.9), flags: { sharded: true }, exit: 0, verdicts: ['pending'] },
  { name: 'one shard alone with too many unscored', items: 'PU', flags: { sharded: true }, exit: 1, says: ['have no score'] },
  { name: 'one shard alone that is partial', items: 'PP', planned: 3, flags: { sharded: true }, exit: 1, says: ['incomplete: 2 of 3'] },
  { name: 'one shard alone, strict, with a failed item', items: 'PF', flags: { sharded: true, strict: true }, exit: 1, says: ['STRICT'] },
  { name: 'all shards are there and the gate holds', gates: min(0.5), missing: [], exit: 0, verdicts: ['held'] },
  {
    name: 'all shards are there and the gate breaks',
    gates: min(0.9),
    missing: [],
    exit: 1,
    says: ['1 of 1 gate broken'],
    verdicts: ['broken'],
  },
  { name: 'a shard is missing', missing: ['2/4'], exit: 1, says: ['incomplete: shard 2/4 missing'] },
  { name: 'two shards are missing', missing: ['2/4', '3/4'], exit: 1, says: ['incomplete: shard 2/4, 3/4 missing'] },
  { name: 'a shard is missing, held gate', missing: ['1/2'], gates: min(0.5), exit: 1, says: ['missing'], verdicts: ['pending'] },
  {
    name: 'a shard ran fewer than planned',
    items: 'PPP',
    planned: 10,
    missing: [],
    gates: min(0.5),
    exit: 1,
    says: ['incomplete: 3 of 10'],
    verdicts: ['pending'],
  },
  // Stopped from outside
  {
    name: 'interrupted, some items ran',
    items: 'PPP',
    planned: 10,
    flags: { interrupted: true },
    exit: 75,
    says: ['incomplete: 3 of 10', 'interrupted'],
  },
  {
    name: 'interrupted before the first item ended',
    items: '',
    planned: 10,
    flags: { interrupted: true },
    exit: 75,
    says: ['interrupted'],
    partial: true,
  },
  { name: 'interrupted after the last item', flags: { interrupted: true }, exit: 75, says: ['interrupted'], partial: true },
  {
    name: 'interrupted: the items it stopped have not run',
    items: 'PPPXX',
    planned: 5,
    flags: { interrupted: true },
    exit: 75,
    says: ['incomplete: 3 of 5', 'interrupted'],
  },
  { name: 'items that say they were stopped, in a run that was not', items: 'PPPXX', exit: 1, says: ['2 of 5 items have no score'] },
  {
    name: 'interrupted, with an error of another kind',
    items: 'PPPEX',
    planned: 5,
    flags: { interrupted: true },
    exit: 1,
    says: ['1 of 4 items have no score', 'incomplete: 4 of 5', 'interrupted'],
  },
  {
    name: 'interrupted with a gate: undecided as yet',
    items: 'PPP',
    planned: 10,
    gates: min(0.9),
    flags: { interrupted: true },
    exit: 75,
    says: ['incomplete', 'interrupted'],
    verdicts: ['pending'],
  },
  {
    name: 'interrupted with a gate and a simulated candidate',
    items: 'PPP',
    planned: 10,
    gates: min(0.9),
    simulated: ['candidate'],
    flags: { interrupted: true },
    exit: 1,
    says: ['candidate is m, simulated', 'incomplete', 'interrupted'],
  },
  {
    name: 'interrupted, and a file did not load',
    items: 'PPP',
    planned: 10,
    flags: { interrupted: true, otherFailures: ['a file'] },
    exit: 1,
    says: ['a file', 'incomplete', 'interrupted'],
  },
  {
    name: 'interrupted, strict, with a failed item',
    items: 'PF',
    planned: 10,
    flags: { interrupted: true, strict: true },
    exit: 1,
    says: ['STRICT', 'incomplete', 'interrupted'],
  },
  {
    name: 'interrupted, and a shard is missing',
    items: 'PP',
    planned: 4,
    missing: ['2/2'],
    flags: { interrupted: true },
    exit: 1,
    says: ['shard 2/2 missing', 'incomplete', 'interrupted'],
  },
  {
    name: 'an interrupted shard',
    items: 'PP',
    planned: 4,
    flags: { interrupted: true, sharded: true },
    exit: 75,
    says: ['incomplete', 'interrupted'],
  },
  {
    name: 'interrupted after the budget was spent',
    items: 'PPBX',
    planned: 4,
    flags: { interrupted: true },
    gates: { maxUnscored: 0.5 },
    exit: 1,
    says: ['the budget is spent: 1 item left', 'incomplete', 'interrupted'],
  },
  // Budget
  {
    name: 'the budget left one item',
    items: `${'P'.repeat(99)}B`,
    exit: 1,
    says: ['the budget is spent: 1 item left. Finish them with HOLDFAST_RESUME=latest and a larger budget'],
    partial: true,
  },
  {
    name: 'the budget left most items: the few that ran decide no gate',
    items: 'PB',
    planned: 2,
    gates: { ...min(0.9), maxUnscored: 1 },
    exit: 1,
    says: ['the budget is spent: 1 item left'],
    partial: true,
    verdicts: ['pending'],
  },
  {
    name: 'the budget left many items',
    items: 'PPBB',
    exit: 1,
    says: ['2 of 4 items have no score', 'the budget is spent: 2 items left'],
    partial: true,
  },
  { name: 'unscored for another reason is not the budget', items: `${'P'.repeat(99)}U`, exit: 0 },
  // Several at once, each said
  {
    name: 'everything at once',
    items: 'PFUB',
    planned: 9,
    missing: ['2/2'],
    gates: { ...min(0.9), maxUnscored: 0 },
    simulated: ['candidate'],
    flags: { strict: true, otherFailures: ['a test failed'] },
    exit: 1,
    says: ['a test failed', 'simulated', '2 of 4 items have no score', 'STRICT', 'budget', 'shard 2/2', 'incomplete: 4 of 9'],
    verdicts: ['pending'],
  },
])

test('trials of an item are records of their own in the plan, and one item in the counts', () => {
  const trials = [0, 1, 2].flatMap((trial) => records('demo', 'PF').map((record) => ({ ...record, trial })))
  const input = { ...inputOf({}), records: trials, suites: { demo: suiteScores(trials, {}) } }
  expect(decide({ ...input, plan: { records: 6 } })).toMatchObject({ exitCode: 0, incomplete: undefined })
  expect(decide({ ...input, plan: { records: 7 } })).toMatchObject({
    exitCode: 1,
    reasons: ['incomplete: 6 of 7 items ran'],
    incomplete: { ran: 6, planned: 7 },
  })
  expect(decide({ ...input, plan: { records: 7, inTrials: true } })).toMatchObject({ reasons: ['incomplete: 6 of 7 trials of items ran'] })
  const strict = { ...input, plan: { records: 6 }, flags: { ...input.flags, strict: true } }
  // Of the failing item three trials failed: it is one.
  expect(decide(strict).reasons).toEqual(['HOLDFAST_STRICT: 1 item failed'])
})

test('trials without a score count against the limit, also where most trials of their items have one', () => {
  // Of each of four items the second of three trials failed.
  const own = [0, 1, 2].flatMap((trial) => records('demo', trial === 1 ? 'EEEE' : 'PPPP').map((record) => ({ ...record, trial })))
  const suites = { demo: suiteScores(own, {}) }
  const input = { ...inputOf({}), plan: { records: 12, inTrials: true }, records: own, suites }
  expect(suites.demo.error).toBe(0)
  expect(decide(input)).toMatchObject({ exitCode: 1, reasons: ['4 of 12 trials have no score, over the limit of 1 %'] })
  expect(decide({ ...input, gates: { maxUnscored: 0.4 } as Gates }).exitCode).toBe(0)
})
