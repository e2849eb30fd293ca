import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { metricsOf, scoresOf, value } from '../../../../test/outcome.ts'
import { runSuite } from '../../../../test/runSuite.ts'
import { temporaryFolder } from '../../../../test/temporaryFolder.ts'
import type { ItemRecord } from '../../../core/format/records.ts'
import { summaryRules } from '../../../deciding/suiteRules.ts'
import { certifyPairsSuite, pairFileSummary } from '../pairFile/suite.ts'
import { readPairFile } from '../readSets.ts'

const { summarize: summarizePairs } = summaryRules('certify-pairs', pairFileSummary)

function fileOf(lines: readonly (object | string)[], name = 'mine.jsonl'): string {
  const path = join(temporaryFolder(), name)
  writeFileSync(path, lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''))
  return path
}

const OWN = { id: 'a', instruction: 'Name a river.', output_1: 'The Rhine', output_2: 'Berlin', label: 1, subset: 'easy' }
const JUDGEBENCH = {
  pair_id: 'p-1',
  original_id: 17,
  source: 'mmlu-pro-computer science',
  question: 'How many bits has a byte?',
  response_model: 'gpt-4o-2024-05-13',
  response_A: 'seven',
  response_B: 'eight',
  label: 'B>A',
}

describe('a file of pairs', () => {
  test('in our own form', async () => {
    expect(await readPairFile(fileOf([OWN, '', { ...OWN, id: 2, label: 2, subset: undefined }]))).toMatchObject({
      form: 'own',
      name: 'mine',
      items: [
        { id: 'a', subset: 'easy', instruction: 'Name a river.', outputs: ['The Rhine', 'Berlin'], label: 1 },
        { id: '2', subset: 'pairs', label: 2 },
      ],
    })
  })

  test('in the form LLMBar publishes: an array, with input for instruction and no ids', async () => {
    const pairs = [1, 2].map((label) => ({ input: 'Name a river.', output_1: 'The Rhine', output_2: 'The Elbe', label }))
    expect(await readPairFile(fileOf([JSON.stringify(pairs, null, 2)], 'My Set.JSON'))).toMatchObject({
      form: 'own',
      name: 'my-set',
      items: [
        { id: '1', instruction: 'Name a river.', label: 1 },
        { id: '2', label: 2 },
      ],
    })
  })

  // The beginnings by which JudgeBench's own program groups its sources.
  test.each([
    ['mmlu-pro-law', 'knowledge'],
    ['livebench-reasoning', 'reasoning'],
    ['livebench-math', 'math'],
    ['livecodebench', 'coding'],
  ])('of JudgeBench: %s is %s', async (source, subset) => {
    const path = fileOf([
      { ...JUDGEBENCH, source },
      { ...JUDGEBENCH, pair_id: 'p-2', label: 'A>B', original_id: null, judge_name: 'x', judgments: [] },
    ])
    expect(await readPairFile(path)).toMatchObject({
      form: 'judgebench',
      name: 'judgebench-gpt-4o-2024-05-13',
      items: [
        { id: 'p-1', subset, instruction: 'How many bits has a byte?', outputs: ['seven', 'eight'], label: 2, cluster: `${source} 17` },
        // As those of LiveCodeBench are in the published files.
        { id: 'p-2', label: 1, cluster: 'p-2' },
      ],
    })
  })

  test('has the hash of its pairs, whatever the form of the file', async () => {
    const { id: _id, subset: _subset, instruction, ...rest } = OWN
    const [one, other, changed] = await Promise.all([
      readPairFile(fileOf([{ ...OWN, id: 1, subset: undefined }])),
      readPairFile(fileOf([JSON.stringify([{ input: instruction, ...rest }])], 'other.json')),
      readPairFile(fileOf([{ ...OWN, id: 1, subset: undefined, label: 2 }])),
    ])
    expect(one.sha256).toBe(other.sha256)
    expect(one.sha256).not.toBe(changed.sha256)
  })

  test.each([
    [
      'a label that is none',
      [OWN, { ...OWN, id: 'b', label: 3 }],
      'line 2, field label: expected 1 or 2, the number of the better output, received 3',
    ],
    ['a missing output', [{ ...OWN, output_2: undefined }], 'line 1, field output_2'],
    ['both input and instruction', [{ ...OWN, input: 'x' }], 'line 1, field instruction: expected one of instruction and input'],
    ['neither', [{ ...OWN, instruction: undefined }], 'line 1, field instruction: expected one of'],
    ['a subset that would be all', [{ ...OWN, subset: 'all' }], 'line 1, field subset: names the whole set'],
    ['a subset with a dot', [{ ...OWN, subset: 'a.b' }], 'line 1, field subset: expected letters'],
    ['a line that is no JSON', [OWN, '{'], 'line 2: not JSON'],
    ['an id twice', [OWN, OWN], 'line 2, field id: "a" is that of'],
    ['a label of JudgeBench that is none', [JUDGEBENCH, { ...JUDGEBENCH, pair_id: 'q', label: 'A=B' }], 'line 2, field label'],
    ['forms that are mixed', [JUDGEBENCH, OWN], 'line 2, field pair_id'],
    ['no pairs', [''], 'it is empty'],
  ])('with %s is refused by file, line and field', async (_, lines, message) => {
    const path = fileOf(lines)
    const error = await readPairFile(path).catch((thrown: Error) => thrown)
    expect(error).toMatchObject({ message: expect.stringContaining(message) })
    expect((error as Error).message).toContain(path)
  })
})

/** `n` pairs, labels in turn. */
const pairs = (n: number) =>
  Array.from({ length: n }, (_, index) => ({ ...OWN, id: `p${index}`, label: 1 + (index % 2), subset: ['x', 'y'][index % 2] }))
const judgebench = (n: number) =>
  Array.from({ length: n }, (_, index) => ({
    ...JUDGEBENCH,
    pair_id: `p${index}`,
    original_id: index,
    question: `${index}?`,
    label: index % 2 ? 'A>B' : 'B>A',
  }))
const run = (judge: string, lines: readonly object[], strategy = 'Vanilla') =>
  runSuite(certifyPairsSuite, { judge, suites: { 'certify-pairs': { file: fileOf(lines), strategy } } })

describe('a simulated judge', () => {
  test('that is right has full marks on the pairs of a file, in each subset', async () => {
    const outcome = await run('sim:judge', pairs(20))
    expect(scoresOf(outcome)).toMatchObject({ items: 20, passed: 20, unscored: 0 })
    for (const key of ['accuracy.all', 'accuracy.x', 'accuracy.y', 'agreement.all', 'order.forward'])
      expect(value(outcome, key), key).toBe(100)
    expect(metricsOf(outcome)['accuracy.all']?.ci95?.[0]).toBeLessThan(100)
    expect(outcome.concluded.document.run.roles.judge).toMatchObject({ simulated: true })
  })

  test('that always takes the first output is half right, and never by JudgeBench’s rule', async () => {
    const outcome = await run('sim:judge?bias=first', pairs(20))
    expect([value(outcome, 'accuracy.all'), value(outcome, 'first_bias')]).toEqual([50, 100])
    const paper = await run('sim:judge?bias=first', judgebench(20))
    expect([value(paper, 'accuracy.all'), value(paper, 'agreement.all')]).toEqual([0, 0])
  })

  // Two verdicts, each wrong with probability p: both right with (1 - p)². Four standard deviations.
  test('with noise is as often right as follows from it', async () => {
    const [n, p] = [400, 0.3]
    const outcome = await run(`sim:judge?noise=${p}`, judgebench(n))
    const both = (1 - p) ** 2
    expect(Math.abs((value(outcome, 'accuracy.all') ?? 0) - 100 * both)).toBeLessThan(400 * Math.sqrt((both * (1 - both)) / n))
    const { value: accuracy = 0, ci95 } = metricsOf(outcome)['accuracy.all'] ?? {}
    expect(ci95?.[0]).toBeLessThan(accuracy)
    expect(ci95?.[1]).toBeGreaterThan(accuracy)
  })

  test('has chance as its floor: half of the verdicts, a quarter of JudgeBench’s decisions', async () => {
    expect(metricsOf(await run('sim:judge', pairs(4)))).toMatchObject({ 'accuracy.all': { floor: 50 } })
    expect(metricsOf(await run('sim:judge', judgebench(4)))).toMatchObject({ 'accuracy.all': { floor: 25 } })
  })
})

/** A record as a pair of JudgeBench leaves it whose better output is 1. */
function recordOf(item: string, forward: 1 | 2 | null, swapped: 1 | 2 | null, tie = 0): ItemRecord {
  const right = (winner: 1 | 2 | null) => (winner === 1 ? 1 : 0)
  const one = (name: string, winner: 1 | 2 | null) => (winner === null ? {} : { [name]: right(winner) })
  return {
    suite: 'certify-pairs',
    item,
    task: 'math',
    trial: 0,
    status: 'failed',
    tags: { label: '1', rule: 'judgebench', strategy: 'Vanilla' },
    scores: {
      total: (right(forward) + right(swapped)) / 2,
      forward: right(forward),
      swapped: right(swapped),
      agreement: forward === swapped ? 1 : 0,
      null: [forward, swapped].filter((winner) => winner === null).length / 2,
      tie,
      ...one('one_forward', forward),
      ...one('one_swapped', swapped),
    },
  } as ItemRecord
}

test("a summary by JudgeBench's rule: one right verdict and none beside it are right", () => {
  const records = [recordOf('a', 1, 1), recordOf('b', 1, null), recordOf('c', 1, 2), recordOf('d', null, null), recordOf('e', 2, null)]
  expect(summarizePairs(records)['accuracy.all']).toMatchObject({ value: 40, n: 5 })
})

test('pairs of which no verdict names an output have no figure but how many lack one', () => {
  const metrics = summarizePairs([recordOf('a', null, null), recordOf('b', null, null)])
  const common = ['pass_rate', 'unscored_rate', 'cut_rate']
  expect(Object.keys(metrics).filter((key) => !common.includes(key))).toEqual(['null_rate'])
})

// Officially LLMBar takes a tie of ratings for a wrong verdict in the forward order and a right one in the other: they cancel.
test('ratings that tie are no decision', () => {
  const metrics = summarizePairs([recordOf('a', 2, 1, 1), recordOf('b', 1, 1)])
  expect(metrics['accuracy.all']?.value).toBe(50)
  expect(metrics.tie_rate?.value).toBe(50)
})

test('the picture names what chance gets by the rule of the set', async () => {
  const captionOf = async (lines: readonly object[]) =>
    certifyPairsSuite.view?.pictures?.({ metrics: metricsOf(await run('sim:judge', lines)), base: undefined, records: [] })[0]?.html
  expect(await captionOf(judgebench(4))).toContain('an agreement of 0; chance is 25 %.')
  expect(await captionOf(pairs(4))).toContain('an agreement of 0; chance is 50 %.')
})
