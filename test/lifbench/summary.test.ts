import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { hashFraction } from '../../src/core/base/random.ts'
import { type ItemRecord, itemRecord } from '../../src/core/format/records.ts'
import type { Metrics } from '../../src/core/format/scoresDocument.ts'
import { suiteScores } from '../../src/core/stats/summary/suiteScores.ts'
import { withoutItems } from '../../src/core/stats/withoutItems.ts'
import { summaryRules } from '../../src/deciding/suiteRules.ts'
import { lifbenchSummary } from '../../suites/lifbench/summary.ts'
import { TASKS, type TaskDefinition, taskById } from '../../suites/lifbench/tasks.ts'
import { hasShared, sharedFolder } from '../shared.ts'

const { summarize: summarizeLifbench } = summaryRules('lifbench', lifbenchSummary)

const data = join(sharedFolder, 'data', 'lifbench')
const MODELS = ['gpt-4o-2024-08-06', 'Qwen2.5-72B-Instruct', 'Meta-Llama-3.1-8B-Instruct', 'LWM-Text-1M']
/** Names of lengths and capabilities here and in the official files. */
const LENGTHS = { '4k': '3', '8k': '6', '16k': '13', '32k': '28', '64k': '60', '128k': '120' }
const CAPABILITIES = { Ori: 'ori', Num: 'num', Spat: 'spat', Fmt: 'format', Logit: 'logit', Recog: 'recog' }

interface Expected {
  readonly official_score_point_xlsx: {
    readonly ars: Record<string, number>
    readonly avg_by_length_unweighted_over_tasks: Record<string, number>
  }
  readonly official_full_results_IFP_xlsx: Record<string, number>
  readonly computed_from_csv: { readonly ars: Record<string, number>; readonly ars_overall: number; readonly ifs: Record<string, number> }
}

/** The rows of one task's official score table as item records, by model. */
function readOfficialScores(task: TaskDefinition): Map<string, ItemRecord[]> {
  const [header = '', ...rows] = gunzipSync(readFileSync(join(data, 'scores', `${task.official}.csv.gz`)))
    .toString('utf8')
    .trim()
    .split(/\r?\n/)
  const names = header.split(',').slice(4)
  const byModel = new Map<string, ItemRecord[]>(MODELS.map((model) => [model, []]))
  for (const row of rows) {
    const [model = '', expression, variable, length, ...values] = row.split(',')
    const scores = Object.fromEntries(names.map((name, at) => [name === 'total_score' ? 'total' : name, Number(values[at])]))
    byModel.get(model)?.push({
      suite: 'lifbench',
      item: `${task.official}/${length}/${expression}/${variable}`,
      task: task.id,
      trial: 0,
      status: (scores.total ?? 0) >= 1 ? 'passed' : 'failed',
      tags: {},
      scores,
    })
  }
  return byModel
}

describe.skipIf(!hasShared)('the published scores of four models, summarized (skipped without the shared folder)', () => {
  const metrics = new Map<string, Metrics>()
  let expected: Record<string, Expected> = {}
  const of = (model: string) => expected[model] as Expected
  const value = (model: string, key: string) => metrics.get(model)?.[key]?.value

  beforeAll(() => {
    expected = JSON.parse(readFileSync(join(data, 'expected.json'), 'utf8')).per_model
    const tables = TASKS.map(readOfficialScores)
    for (const model of MODELS) {
      const records = tables.flatMap((table) => (table.get(model) ?? []).map((row) => itemRecord.parse(row)))
      metrics.set(model, suiteScores(records, summarizeLifbench(records)).metrics)
    }
  })

  test.each(MODELS)('ARS of %s equal the official table, task by task and overall', (model) => {
    const { official_score_point_xlsx: official, computed_from_csv: computed } = of(model)
    for (const task of TASKS) expect(value(model, `ars.${task.id}`), task.id).toBeCloseTo(official.ars[task.official] ?? Number.NaN, 9)
    expect(value(model, 'ars.overall')).toBeCloseTo(official.ars.wavg ?? Number.NaN, 9)
    expect(value(model, 'ars.overall')).toBeCloseTo(computed.ars_overall, 9)
    expect(value(model, 'ars.average')).toBeCloseTo(official.ars.avg ?? Number.NaN, 9)
  })

  test.each(MODELS)('means by length of %s equal the official ones', (model) => {
    const { avg_by_length_unweighted_over_tasks: means } = of(model).official_score_point_xlsx
    for (const [ours, official] of Object.entries(LENGTHS))
      expect(value(model, `length.${ours}`), ours).toBeCloseTo(means[official] ?? Number.NaN, 9)
  })

  test.each(MODELS)('IFP of %s equal all six published columns, logit without the correct point of MF', (model) => {
    for (const [ours, official] of Object.entries(CAPABILITIES))
      expect(value(model, `ifp.${ours}`), ours).toBeCloseTo(of(model).official_full_results_IFP_xlsx[official] ?? Number.NaN, 9)
  })

  test.each(MODELS)('IFS of %s equal the figures computed from the tables with pandas rules', (model) => {
    const { ifs } = of(model).computed_from_csv
    for (const perspective of ['expression', 'variable', 'length'])
      expect(value(model, `ifs.${perspective}`), perspective).toBeCloseTo(ifs[perspective] ?? Number.NaN, 9)
    expect(value(model, 'ifs.average')).toBeCloseTo(ifs.avg ?? Number.NaN, 9)
  })

  test('each figure says how many items are behind it', () => {
    for (const model of MODELS) {
      expect(metrics.get(model)?.['ars.overall']?.n).toBe(2802)
      expect(metrics.get(model)?.['ars.LOI']?.n).toBe(432)
    }
  })
})

function record(item: string, total: number, more: Partial<ItemRecord> = {}): ItemRecord {
  const task = TASKS.find(({ official }) => item.startsWith(`${official}/`))?.id ?? ''
  return { suite: 'lifbench', item, task, trial: 0, status: 'failed', tags: {}, scores: { total }, ...more }
}

const figure = (records: readonly ItemRecord[], key: string) => summarizeLifbench(records)[key]?.value

describe('the figures of a hand-made run', () => {
  test('trials of an item are averaged before items are', () => {
    // Item means 0.5 and 1, so 0.75; over the three trials it would be 2/3.
    const records = [
      record('onedoc-qa/3/0/0', 1),
      record('onedoc-qa/3/0/0', 0, { trial: 1 }),
      record('onedoc-qa/3/0/1', 1, { status: 'passed' }),
    ]
    expect(figure(records, 'ars.OQ')).toBeCloseTo(0.75, 12)
    expect(summarizeLifbench(records)['ars.OQ']?.n).toBe(2)
  })

  test.each(['unscored', 'error', 'skipped'] as const)('an item that ended %s is left out and is no zero', (status) => {
    const records = [record('onedoc-qa/3/0/0', 0.5), record('onedoc-qa/3/0/1', 0, { status, scores: {} })]
    expect(figure(records, 'ars.OQ')).toBe(0.5)
    expect(summarizeLifbench(records)['ars.overall']?.n).toBe(1)
  })

  test('tasks that did not run are left out of the weighting', () => {
    // Weights by docs/suites/lifbench.md, R18: OQ 5, MF 20.
    const records = [record('onedoc-qa/3/0/0', 1), record('multidoc-find_dup_text/3/0/0', 0.5)]
    expect(figure(records, 'ars.overall')).toBeCloseTo((5 * 1 + 20 * 0.5) / 25, 12)
    expect(figure(records, 'ars.average')).toBeCloseTo(0.75, 12)
    expect(summarizeLifbench(records)).not.toHaveProperty(['ars.OR'])
  })

  test('IFS is the sample deviation of group means over their mean', () => {
    // Expressions: means 0.4 and 0.8, deviation sqrt(0.08), mean 0.6. Variables: means 0.7 and 0.5, sqrt(0.02) / 0.6.
    const records = [
      record('onedoc-qa/3/0/0', 0.6),
      record('onedoc-qa/3/0/1', 0.2),
      record('onedoc-qa/6/1/0', 0.8),
      record('onedoc-qa/6/1/1', 0.8),
    ]
    expect(figure(records, 'ifs.expression')).toBeCloseTo(Math.sqrt(0.08) / 0.6, 12)
    expect(figure(records, 'ifs.length')).toBeCloseTo(Math.sqrt(0.08) / 0.6, 12)
    expect(figure(records, 'ifs.variable')).toBeCloseTo(Math.sqrt(0.02) / 0.6, 12)
    expect(figure(records, 'ifs.average')).toBeCloseTo((2 * Math.sqrt(0.08) + Math.sqrt(0.02)) / 0.6 / 3, 12)
  })

  test('a task with mean 0 is left out of IFS', () => {
    const records = [
      record('onedoc-qa/3/0/0', 0.4),
      record('onedoc-qa/3/1/0', 0.8),
      record('onedoc-extract/3/0/0', 0),
      record('onedoc-extract/3/1/0', 0),
    ]
    expect(figure(records, 'ifs.expression')).toBeCloseTo(Math.sqrt(0.08) / 0.6, 12)
  })

  test('a task with one group is left out of IFS', () => {
    const records = [record('onedoc-qa/3/0/0', 0.4), record('onedoc-qa/3/1/0', 0.8), record('onedoc-extract/3/0/0', 1)]
    expect(figure(records, 'ifs.expression')).toBeCloseTo(Math.sqrt(0.08) / 0.6, 12)
  })

  test('IFP weights each point by its maximum', () => {
    // Logit: OQ correct (3), OR correct (3), MB logit_correct (3), MF num_text (5); MF correct counts for Recog alone.
    const records = [
      record('onedoc-qa/3/0/0', 0, { scores: { total: 0, correct: 1, format: 0 } }),
      record('multidoc-find_dup_text/3/0/0', 0, { scores: { total: 0, correct: 1, num_text: 0.5, ori: 2, format: 0 } }),
    ]
    expect(figure(records, 'ifp.Logit')).toBeCloseTo((3 * 1 + 5 * 0.5) / 8, 12)
    expect(figure(records, 'ifp.Recog')).toBe(1)
    expect(figure(records, 'ifp.Ori')).toBe(2)
  })

  test('a figure without data is left out of the document', () => {
    // One item: no deviation of anything, and no point that counts for Num.
    const records = [record('onedoc-qa/3/0/0', 0.4, { scores: { total: 0.4, correct: 0.4, format: 0.4 } })]
    const { metrics } = suiteScores(records, summarizeLifbench(records))
    expect(Object.keys(metrics).filter((key) => key.startsWith('ifs.'))).toEqual([])
    expect(Object.keys(metrics).filter((key) => key.startsWith('ifp.'))).toEqual(['ifp.Fmt', 'ifp.Logit'])
  })
})

test('the metrics without some items are those of the rest, to the rounding of their last digits', () => {
  const lengths = ['4k', '8k', '16k'] as const
  const records = ['OR', 'MF', 'LSI']
    .flatMap((task, at) =>
      Array.from({ length: 24 }, (_, index) => {
        const total = hashFraction('total', task, index)
        const definition = taskById(task) as TaskDefinition
        const points = Object.keys(definition.points).map((name) => [name, hashFraction(name, index)] as const)
        return {
          suite: 'lifbench',
          item: `${definition.official}/${3 + at}/${index % 4}/${String(index).padStart(2, '0')}`,
          task,
          trial: 0,
          status: 'failed' as const,
          tags: { length: lengths[index % 3] as string },
          scores: { total, content: Number(total > 0.4), strict: Number(total > 0.5), ...Object.fromEntries(points) },
        }
      }),
    )
    .sort((one, other) => (one.item < other.item ? -1 : 1))
  const without = withoutItems(summarizeLifbench(records), records)
  const tasks = new Set(records.map(({ task }) => task))
  const choices = [0, 1, 7, 23].map((index) => records.filter((_, at) => at % 24 === index))
  for (const some of [...choices, ...[...tasks].map((task) => records.filter((record) => record.task === task))]) {
    const gone = new Set(some)
    const expected = summarizeLifbench(records.filter((record) => !gone.has(record)))
    const found = Object.entries(without(gone)).filter(([, { value }]) => Number.isFinite(value))
    // All but the instabilities, which are no means.
    expect(found.map(([key]) => key).sort()).toEqual(
      Object.keys(expected)
        .filter((key) => !key.startsWith('ifs.'))
        .sort(),
    )
    for (const [key, figure] of found)
      expect(figure, key).toMatchObject({
        n: expect.closeTo(expected[key]?.n ?? 0, 9),
        value: expect.closeTo(expected[key]?.value ?? 0, 12),
      })
  }
})
