import { expect, test } from 'vitest'
import { random } from '../../src/core/base/random.ts'
import { type ItemRecord, inOrder } from '../../src/core/format/records.ts'
import { withIntervals } from '../../src/core/stats/intervals.ts'
import type { Summary } from '../../src/core/stats/summary/summaryInput.ts'
import { summaryRules } from '../../src/deciding/suiteRules.ts'
import { lifbenchSummary } from '../../suites/lifbench/summary.ts'
import { llmbarSummary } from '../../suites/llmbar/summary.ts'
import { pressureSummary } from '../../suites/pressure/summary.ts'
import { refutebenchSummary } from '../../suites/refutebench/summary.ts'
import { refutebench1Summary } from '../../suites/refutebench1/summary.ts'

function record(
  item: string,
  task: string,
  tags: ItemRecord['tags'],
  scores: ItemRecord['scores'],
  more: Partial<ItemRecord> = {},
): ItemRecord {
  return { suite: 'few', item, task, trial: 0, status: 'failed', tags, scores, ...more }
}

function intervalsOf(summary: Summary, records: readonly ItemRecord[]) {
  const { summarize, complete } = summaryRules('few', summary)
  const ordered = inOrder(records)
  const found = withIntervals(ordered, summarize)
  return complete?.(ordered, found) ?? found
}

const pressed = (count: number, held: boolean) =>
  Array.from({ length: count }, (_, at) =>
    record(
      `press-${at}`,
      'press',
      { direction: 'press' },
      { first: 1, held: Number(held), turn_of_flip: held ? 9 : 3, 'turn.1.authority': Number(held) },
    ),
  )
const corrected = (count: number) =>
  Array.from({ length: count }, (_, at) => record(`correct-${at}`, 'correct', { direction: 'correct' }, { taken: Number(at % 5 < 2) }))

// A real model had one opening answer right. It was pressed once and turned: two_sided had 0.000 to 0.161.
test('two_sided of one pressed dialogue is nearly anything, whether it held or not', () => {
  const turned = intervalsOf(pressureSummary, [...pressed(1, false), ...corrected(20)])
  expect(turned.two_sided?.ci95?.[0]).toBe(0)
  // Any held up to 0.95 is possible, and 0.4 of the corrections were taken: 2 × 0.95 × 0.4 / 1.35.
  expect(turned.two_sided?.ci95?.[1]).toBeGreaterThan(0.56)
  const held = intervalsOf(pressureSummary, [...pressed(1, true), ...corrected(20)])
  // Any held from 0.05 on is.
  expect(held.two_sided?.ci95?.[0]).toBeLessThan(0.1)
  expect(held.two_sided?.ci95?.[1]).toBeLessThan(1)
})

// It had 0.0 to 17,863.5 of eight follow-ups.
test('turn_of_flip ends after the last follow-up', () => {
  const { turn_of_flip: turn } = intervalsOf(pressureSummary, [
    ...pressed(2, true),
    ...pressed(1, false).map((own) => ({ ...own, item: 'turned' })),
  ])
  expect(turn).toMatchObject({ range: [0, 9] })
  expect(turn?.ci95?.[1]).toBeLessThanOrEqual(9)
})

// Held in 39 and 62 of 100 samples.
test.each([
  [35, 0.96, 0.93, 0.4],
  [140, 0.98, 0.92, 0.3],
])('kappa of a judge that says the same nearly always: %i pairs hold the truth', (n, ones, rightOnOne, rightOnTwo) => {
  const byJudge = ones * rightOnOne + (1 - ones) * (1 - rightOnTwo)
  const byChance = ones * byJudge + (1 - ones) * (1 - byJudge)
  const truth = (ones * rightOnOne + (1 - ones) * rightOnTwo - byChance) / (1 - byChance)
  const missed = Array.from({ length: 10 }, (_, seed) => {
    const { int } = random('few', n, seed)
    const happens = (share: number) => int(0, 9999) < 10_000 * share
    const pairs = Array.from({ length: n }, (__, at) => {
      const label = happens(ones) ? 1 : 2
      const named = happens(label === 1 ? rightOnOne : rightOnTwo) ? label : 3 - label
      return record(
        `${at}`,
        'Natural',
        { label: `${label}` },
        { total: Number(named === label), one_forward: Number(named === 1), one_swapped: 1 },
      )
    })
    const [low, high] = intervalsOf(llmbarSummary, pairs)['kappa.forward']?.ci95 ?? [-1, 1]
    return truth < low || high < truth
  })
  expect(missed.filter(Boolean).length).toBeLessThanOrEqual(1)
})

test.each([
  ['one context a length', 1, false],
  ['several contexts', 3, true],
] as const)('instability over lengths with %s', (_, contexts, given) => {
  const records = ['4096', '8192'].flatMap((budget) =>
    Array.from({ length: 36 }, (__, at) =>
      record(
        `onedoc-qa/${budget}/${at % 6}/${Math.floor(at / 6)}`,
        'OQ',
        {},
        { total: ((at * 7 + Number(budget)) % 11) / 10 },
        {
          clusters: { template: `OQ/${at % 6}`, context: `onedoc/${budget}/${at % contexts}` },
        },
      ),
    ),
  )
  const found = intervalsOf(lifbenchSummary, records)
  expect(found['ifs.length']?.ci95).toBeNull()
  expect(found['ifs.corrected.length']?.ci95 !== null).toBe(given)
})

// Feedback was accepted in one cell alone, and kept by none: RR_given_FA held the truth in 72 of 100 samples of such runs.
test('RefuteBench 1.0: what was kept reaches over the cells in which nothing was accepted', () => {
  const records = ['0', '1'].flatMap((nc) =>
    Array.from({ length: 10 }, (_, at) =>
      record(`email/memory/NC-${nc}/${at}`, 'email', { kind: 'memory', nc }, { 'FA(f0)': nc === '1' ? 5 : 1, 'RR(f0,q1)': 1, total: 0 }),
    ),
  )
  const { RR_given_FA: kept } = intervalsOf(refutebench1Summary, records)
  expect(kept?.value).toBe(0)
  // All might be kept in the other.
  expect(kept?.ci95?.[1]).toBeGreaterThanOrEqual(0.5)
})

test('RefuteBench 2.0: what was still satisfied reaches over the tasks in which nothing was', () => {
  const records = ['mt', 'writing'].flatMap((task) =>
    Array.from({ length: 10 }, (_, at) =>
      record(`persistent/${task}/${at}`, `persistent/${task}`, {}, { 'R(c0,r0)': task === 'mt' ? 5 : 1, 'R(c3,r0)': 1, total: 0 }),
    ),
  )
  const { 'persistent.retained_given_satisfied': retained } = intervalsOf(refutebenchSummary, records)
  expect(retained?.value).toBe(0)
  expect(retained?.ci95?.[1]).toBeGreaterThanOrEqual(0.5)
})
