import { expect, test } from 'vitest'
import { z } from 'zod'
import { registerMatchers } from '../../../matchers/index.ts'
import { runSuite } from '../../../test/runSuite.ts'
import { criterion, rubric, type Verdict } from '../../judging/rubric/rubric.ts'
import { combineScores, doubtOfItem } from './scoreItem.ts'
import { type BenchmarkContext, defineSuite } from './suite.ts'

registerMatchers()

/** The record of one item with this body. */
async function recordOf(body: (context: BenchmarkContext) => void | Promise<void>) {
  const suite = defineSuite({
    name: 'demo',
    open: () => ({ items: [{ id: 'a' }], reference: () => 'yes', body: async (_item, context) => body(context) }),
  })
  const { records } = await runSuite(suite)
  return records[0]
}

test('a recorded figure stands beside the scores, and has no part in the total', async () => {
  const record = await recordOf(async ({ candidate, expect, record }) => {
    record('words', 7)
    await expect(await candidate.ask('yes?')).toPassRubric(rubric([criterion('says yes', { check: /yes/ })]))
  })
  expect(record).toMatchObject({ status: 'passed', scores: { words: 7, total: 1, 'says yes': 1 } })
})

test('an item that only records passes, without a total', async () =>
  expect(await recordOf(({ record }) => record('words', 7))).toMatchObject({ status: 'passed', scores: { words: 7 } }))

test('an item that does neither is an error that says what to do', async () => {
  expect(await recordOf(() => undefined)).toMatchObject({
    status: 'error',
    error: 'Failed to score a: its body applied no matcher and recorded no figure. Apply one, for instance toPassRubric.',
  })
})

test.each([
  ['words', Number.NaN],
  ['words', Number.POSITIVE_INFINITY],
  ['total', 1],
  ['', 1],
])('record(%j, %d) is refused', async (name, value) => {
  expect(await recordOf(({ record }) => record(name, value))).toMatchObject({
    status: 'error',
    error: `Failed to score a: record(${JSON.stringify(name)}, ${value}) is no figure. Give it a name other than total, and a finite number.`,
  })
})

test('a suite of one’s own gets its validated options, from the configuration and from variables', async () => {
  const seen: unknown[] = []
  const suite = defineSuite({
    name: 'my-suite',
    options: z.strictObject({ depth: z.coerce.number().default(1), kind: z.string().default('plain') }),
    open: ({ options }) => {
      seen.push(options)
      return { items: [{ id: 'a' }], body: async (_item, { record }) => record('depth', options.depth) }
    },
  })
  const { plan, figures } = await runSuite(suite, { suites: { 'my-suite': { kind: 'odd' } } }, { HOLDFAST_MY_SUITE_DEPTH: '3' })
  expect(seen).toEqual([{ depth: 3, kind: 'odd' }])
  expect(plan).toMatchObject({ suite: 'my-suite', options: { depth: 3, kind: 'odd' }, scoring: 1 })
  expect(figures).toMatchObject({ suite: 'my-suite', records: 1 })
})

test.each([
  ['NaN', { total: Number.NaN }, '"total": NaN'],
  ['a text', { total: '0.5' as unknown as number }, '"total": 0.5'],
  ['a name that is none', { '': 0.5 }, '"": 0.5'],
])('a floor of %s is an error of the item that names it', async (_what, floor, named) => {
  const suite = defineSuite({
    name: 'demo',
    open: () => ({ items: [{ id: 'a' }], floor: () => floor, body: async (_item, { record }) => record('words', 7) }),
  })
  const { records } = await runSuite(suite)
  expect(records[0]).toMatchObject({
    status: 'error',
    error: `Failed to score a: its floor has ${named}. Give finite numbers under the names of its scores.`,
  })
  expect(records[0]).not.toHaveProperty('floor')
})

const verdict = (scores: Record<string, number>, recordOnly = false): Verdict => ({
  passed: true,
  scores,
  threshold: 1,
  recordOnly,
  lost: {},
  message: '',
})

test('what several matchers of an item score is their mean', () =>
  expect(combineScores([verdict({ total: 0, polite: 1 }), verdict({ total: 1, right: 1 })])).toEqual({ total: 0.5, polite: 1, right: 1 }))

test('a figure beside the score has no part in the total', () => {
  expect(combineScores([verdict({ total: 0.2, score: 0.2 }), verdict({ total: 1, control: 1 }, true)])).toEqual({
    total: 0.2,
    score: 0.2,
    control: 1,
  })
})

test('nothing judged is nothing scored', () => expect(combineScores([])).toEqual({}))

test('a record tells the greatest doubt of its verdicts, and whether it is over the limit', () => {
  expect(doubtOfItem([{ doubt: 0.25 }, { doubt: 0.5 }, {}], {}, 0.4)).toEqual({ scores: { judge_doubt: 0.5 }, tags: { doubtful: 'yes' } })
  expect(doubtOfItem([{ doubt: 0.25 }], {}, 0.25)).toEqual({ scores: { judge_doubt: 0.25 }, tags: { doubtful: 'no' } })
  expect(doubtOfItem([{ doubt: 0.1 }], { 'control_fn.ec': 1 }, 0.5)).toEqual({ scores: { judge_doubt: 1 }, tags: { doubtful: 'yes' } })
})

test('a limit is met by a share that rounding alone puts over it', () =>
  expect(doubtOfItem([{ doubt: 0.1 + 0.2 }], {}, 0.3).tags).toEqual({ doubtful: 'no' }))

test('a record tells nothing where no verdict is left to people, or none shows a doubt', () => {
  expect(doubtOfItem([{ doubt: 0.5 }], {}, undefined)).toEqual({ scores: {}, tags: {} })
  expect(doubtOfItem([{}], { total: 1 }, 0)).toEqual({ scores: {}, tags: {} })
})
