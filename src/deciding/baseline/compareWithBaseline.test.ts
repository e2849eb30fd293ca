import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type Gates, gates as gatesSchema } from '../../core/format/gates.ts'
import type { ItemRecord } from '../../core/format/records.ts'
import { type Figure, type Figures, metric } from '../../core/stats/summary/metric.ts'
import { summaryRules } from '../suiteRules.ts'
import { baselineFiles } from './baseline.ts'
import { compareWithBaseline } from './compareWithBaseline.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'holdfast-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
})

function record(item: string, total: number, more: Partial<ItemRecord> = {}): ItemRecord {
  return { suite: 'demo', item, task: 'one', trial: 0, status: total >= 1 ? 'passed' : 'failed', tags: {}, scores: { total }, ...more }
}

function summarize(records: readonly ItemRecord[]): Figures {
  const mean = records.reduce((sum, { scores }) => sum + (scores.total ?? 0), 0) / records.length
  const described = { n: records.length, range: [0, 1] } as const
  return { score: metric(mean, described), other: metric(1, described) }
}

function writeItems(records: readonly ItemRecord[]): void {
  const { items } = baselineFiles(root, 'main')
  mkdirSync(dirname(items), { recursive: true })
  writeFileSync(items, records.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
}

const RULES = { name: 'demo', ...summaryRules('demo', ({ records }) => summarize(records)) }
const GATES = gatesSchema.parse({ baseline: 'main', demo: { score: { maxDrop: 0.1 }, other: { min: 0 } } })
const compare = (records: readonly ItemRecord[], gates: Gates = GATES) => compareWithBaseline(RULES, records, gates, root)

describe('a run against its baseline', () => {
  test('is compared by the metrics whose drop is limited, on shared items', () => {
    writeItems([record('x', 1), record('y', 0.5), record('gone', 0), record('x', 0, { suite: 'another' })])
    const compared = compare([record('x', 0.4), record('y', 0.5), record('new', 1)])
    expect(compared?.metrics).toHaveLength(1)
    expect(compared).toMatchObject({ first: 'score', paired: 2 })
    expect(compared?.metrics[0]).toMatchObject({ key: 'score', a: 0.75, b: 0.45, change: expect.closeTo(-0.3, 12), n: 2 })
    expect(compared).toMatchObject({
      contributions: { score: [{ task: 'one', change: expect.closeTo(-0.3, 12) }] },
      regressed: ['x'],
      lost: 1,
      gained: 0,
    })
  })

  test('names at most 200 items that regressed, and three tasks', () => {
    const items = Array.from({ length: 250 }, (_, index) => index)
    const tasks = items.map((index) => ({ task: `task-${index % 5}` }))
    writeItems(items.map((index) => record(`${index}`, 1, tasks[index])))
    const compared = compare(items.map((index) => record(`${index}`, 0, tasks[index])))
    expect(compared?.regressed).toHaveLength(200)
    expect(compared?.lost).toBe(250)
    expect(compared?.contributions.score).toHaveLength(3)
  })
})

describe('the metric that a suite is read by first', () => {
  const readByOther = (records: readonly ItemRecord[]): Figures => {
    const { score, other } = summarize(records) as Record<'score' | 'other', Figure>
    return { score, other: { ...other, headline: { unit: 'share', digits: 3 } } }
  }

  test.each<[string, object]>([
    ['without rules for the suite', { baseline: 'main', another: { score: { maxDrop: 0 } } }],
    ['without a limit of drops', { baseline: 'main', demo: { score: { min: 0 } } }],
  ])('is compared %s', (_, gates) => {
    writeItems([record('x', 1), record('y', 1)])
    const compared = compareWithBaseline(RULES, [record('x', 1), record('y', 0)], gatesSchema.parse(gates), root)
    expect(compared).toMatchObject({ first: 'score', paired: 2, metrics: [{ key: 'score', change: -0.5 }], lost: 1, contributions: {} })
  })

  test('is tested by itself, beside what gates are about', () => {
    writeItems([record('x', 1), record('y', 1)])
    const compared = compareWithBaseline(
      { name: 'demo', ...summaryRules('demo', ({ records }) => readByOther(records)) },
      [record('x', 1), record('y', 0)],
      GATES,
      root,
    )
    expect(compared?.first).toBe('other')
    expect(compared?.metrics.map(({ key, level }) => [key, level])).toEqual([
      ['score', 0.05],
      ['other', 0.05],
    ])
  })
})

describe('a run is not compared', () => {
  const records = [record('x', 1)]

  test.each<[string, object | undefined]>([
    ['without gates', undefined],
    ['without a baseline', { demo: { score: { min: 0 } } }],
  ])('%s', (_, gates) => {
    writeItems(records)
    expect(compareWithBaseline(RULES, records, gates && gatesSchema.parse(gates), root)).toBeUndefined()
  })

  test('with a baseline that is not there', () => expect(compare(records)).toBeUndefined())

  test('with a baseline that lacks the suite', () => {
    writeItems([record('x', 1, { suite: 'another' })])
    expect(compare(records)).toBeUndefined()
  })
})
