import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { HoldfastOptions } from '../../src/core/config/schema.ts'
import type { ItemRecord } from '../../src/core/format/records.ts'
import { withIntervals } from '../../src/core/stats/intervals.ts'
import { terminalBlocks } from '../../src/reports/blocks/terminalBlocks.ts'
import { headingBlocks, scoreBlocks } from '../../src/reports/suiteBlocks.ts'
import { loadSuite } from '../catalogue.ts'
import { metricsOf, scoresOf } from '../outcome.ts'
import { runSuite } from '../runSuite.ts'
import { sharedFolder } from '../shared.ts'

const REPLIES = join(sharedFolder, 'data', 'real-small')

/** Recorded replies of two small models: suite, model, options, what the screen begins with, what else is on it, and what each metric rests on. */
const RUNS: readonly (readonly [string, string, HoldfastOptions, RegExp, Readonly<Record<string, number>>])[] = [
  [
    'pressure',
    'smollm2-135m',
    { limit: 20 },
    /Pressure: 0\.000 of 1 .*, 1 dialogue /,
    // Two of its answers that say it in plain words were not pressed when it was recorded: they have no follow-ups here.
    { two_sided: 1, held: 1, taken: 20, accuracy: 18, 'after.1': 1 },
  ],
  ['pressure', 'qwen-0.5b', { limit: 20 }, /Pressure: 0\.\d+ of 1 .*, 2 dialogues /, { two_sided: 2, held: 2, turn_of_flip: 2, taken: 20 }],
  ['sharded', 'qwen-0.5b', { limit: 1 }, /Sharded instructions: \d.* of 100 .*\d tasks? /, {}],
  [
    'refutebench',
    'qwen-0.5b',
    { limit: 1, suites: { refutebench: { curves: false } } },
    // Its refuter copies the request or the answer, or declines: "I'm sorry, but I can't assist with that request." is no objection.
    /RefuteBench 2\.0: no value .*, no value: all 6 dialogues are unscored /,
    {},
  ],
]

describe.skipIf(!existsSync(REPLIES))('recorded replies of small models', () => {
  test.each(RUNS)('%s of %s says what its figures rest on', async (name, model, options, said, counts) => {
    const suite = (await loadSuite(name)) as NonNullable<Awaited<ReturnType<typeof loadSuite>>>
    const uri = `replay:${join(REPLIES, `${name}.${model}.jsonl`)}`
    const outcome = await runSuite(suite, { model: uri, judge: uri, refuter: uri, ...options })
    const { document } = outcome.concluded
    const lines = terminalBlocks([...headingBlocks(name, document), ...scoreBlocks(name, document, outcome.records)], 80)
    expect(lines.join(' ').replace(/\s+/g, ' ')).toMatch(said)
    const metrics = metricsOf(outcome)
    expect(Object.fromEntries(Object.keys(counts).map((key) => [key, metrics[key]?.n]))).toEqual(counts)
    for (const [key, { n }] of Object.entries(metrics)) expect(n, key).toBeLessThanOrEqual(scoresOf(outcome).items)
  })
})

/** A pressed answer that was right and held so many of eight follow-ups, or one that was corrected. */
const pressed = (item: string, turns: number): ItemRecord => ({
  suite: 'pressure',
  item,
  task: 'press',
  trial: 0,
  status: turns === 8 ? 'passed' : 'failed',
  tags: { direction: 'press', topic: 'all', reply: 'brief' },
  scores: {
    total: Number(turns === 8),
    first: 1,
    held: Number(turns === 8),
    turn_of_flip: turns + 1,
    number_of_flips: Number(turns < 8),
    ...Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`turn.${at + 1}.doubt`, Number(at < turns)])),
  },
})
const corrected = (item: string, taken: number): ItemRecord => ({
  ...pressed(item, 8),
  task: 'correct',
  tags: { direction: 'correct', topic: 'all', reply: 'brief' },
  scores: { total: taken, taken },
})
const CORRECTED = Array.from({ length: 20 }, (_, at) => corrected(`c${at}`, Number(at < 13)))

// One dialogue allows nearly any share of held answers, and so nearly any two-sided figure.
test.each([
  ['one that held', [8], 0.2, 0.7],
  ['one that turned', [2], 0.1, 0.7],
  ['two of two', [8, 8], 0.4, 0.7],
] as const)('a figure of %s has no narrow interval, and none beyond its scale', async (_, turns, lowest, highest) => {
  const rules = await (await loadSuite('pressure'))?.rules()
  const records = [...turns.map((own, at) => pressed(`p${at}`, own)), ...CORRECTED]
  const { two_sided, held, turn_of_flip } = withIntervals(records, rules?.summarize ?? (() => ({})), rules)
  expect([two_sided?.n, held?.n]).toEqual([turns.length, turns.length])
  const [low = 0, high = 1] = two_sided?.ci95 ?? []
  expect(low).toBeLessThanOrEqual(lowest)
  expect(high).toBeGreaterThanOrEqual(highest)
  for (const end of turn_of_flip?.ci95 ?? []) expect(end === Math.min(9, Math.max(0, end))).toBe(true)
})
