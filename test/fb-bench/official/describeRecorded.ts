import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { fbBenchSuite } from '../../../suites/fb-bench/suite.ts'
import { jsonLines } from '../../jsonLines.ts'
import { metricsOf, once, scoresOf } from '../../outcome.ts'
import { replayOf } from '../../replayFile.ts'
import { runSuite, type SuiteOutcome } from '../../runSuite.ts'
import { hasShared, sharedFolder } from '../../shared.ts'
import { pythonRound } from './pythonRound.ts'

const data = join(sharedFolder, 'data')

/** A line of a shared replay file. */
interface Recorded {
  readonly id: string
  readonly answer: string
  readonly judge_text: string | null
  readonly score: number
}

type Cells = Readonly<Record<string, { readonly ec: number | null; readonly rm: number | null }>>

/** Published figures. */
export interface Expected {
  readonly ec: number
  readonly rm: number
  readonly overall: number
  readonly per_task: Cells
  readonly per_deficiency_ec: Cells
  readonly per_feedback_ec: Cells
  readonly per_feedback_rm: Cells
}

function readRecorded(model: string): Recorded[] {
  return jsonLines(gunzipSync(readFileSync(join(data, 'fb-bench', 'replay', `${model}.jsonl.gz`))).toString('utf8'))
}

/** The published figures of a model. */
export function readExpected(model: string): Expected {
  const { models } = JSON.parse(readFileSync(join(data, 'fb-bench', 'expected.json'), 'utf8')) as { models: Record<string, Expected> }
  return models[model] as Expected
}

/** A run with the recorded answers and judgements. */
function replay(model: string): Promise<SuiteOutcome> {
  const calls = readRecorded(model).flatMap(({ id, answer, judge_text: verdict }) => [
    { suite: 'fb-bench', item: id, role: 'candidate', call: 'answer', content: answer },
    {
      suite: 'fb-bench',
      item: id,
      role: 'judge',
      call: 'verdict',
      content: verdict ?? '',
      ...(verdict === null && { refused: true }),
    },
  ])
  const uri = replayOf(calls)
  return runSuite(fbBenchSuite, { data, model: uri, judge: uri })
}

/** All published figures of a model, by our metric keys; null where the official tables are blank. */
function figures(expected: Expected): [string, number | null][] {
  const { ec, rm, overall, per_task, per_deficiency_ec, per_feedback_ec, per_feedback_rm } = expected
  const slices = (cells: Cells, scenario: 'ec' | 'rm', kind: string) =>
    Object.entries(cells).map(([name, cell]): [string, number | null] => [`${scenario}.${kind}.${name}`, cell[scenario]])
  return [
    ['error_correction', ec],
    ['response_maintenance', rm],
    ['overall', overall],
    ...slices(per_task, 'ec', 'task'),
    ...slices(per_task, 'rm', 'task'),
    ...slices(per_deficiency_ec, 'ec', 'deficiency'),
    ...slices(per_feedback_ec, 'ec', 'feedback'),
    ...slices(per_feedback_rm, 'rm', 'feedback'),
  ]
}

/** As the official code rounds: the mean to four digits, then the percentage to two. */
function officialPercent(percent: number): number {
  return pythonRound(100 * pythonRound(percent / 100, 4), 2)
}

/** Declares the tests of a model whose answers and judgements are recorded. */
export function describeRecorded(model: string): void {
  describe.skipIf(!hasShared)(`official judgements of ${model} (skipped without the shared folder)`, () => {
    const outcome = once(() => replay(model))

    test('all 591 items are scored and the run exits 0', async () => {
      expect((await outcome()).concluded).toMatchObject({ document: { exitCode: 0 }, reasons: [] })
      const counts = scoresOf(await outcome())
      expect(counts).toMatchObject({ items: 591, unscored: 0, error: 0, skipped: 0 })
      expect(counts.metrics.error_correction?.n).toBe(281)
      expect(counts.metrics.response_maintenance?.n).toBe(310)
    })

    test('every published figure is reproduced to the last digit', async () => {
      const metrics = metricsOf(await outcome())
      const published = figures(readExpected(model)).filter(([, figure]) => figure !== null)
      expect(published.length).toBeGreaterThan(30)
      const ours = published.map(([key]) => [key, officialPercent(metrics[key]?.value ?? Number.NaN)])
      expect(ours).toEqual(published)
    })

    test('no slice exists that was not published', async () => {
      const known = new Set(figures(readExpected(model)).map(([key]) => key))
      const slices = Object.keys(metricsOf(await outcome())).filter((key) => /^(ec|rm)\.(task|deficiency|feedback)\./.test(key))
      expect(slices.filter((key) => !known.has(key))).toEqual([])
    })

    test('every item has its recorded score', async () => {
      const scores = new Map((await outcome()).records.map(({ item, scores: { score } }) => [item, score]))
      expect(scores.size).toBe(591)
      const off = readRecorded(model).filter(({ id, score }) => !(Math.abs((scores.get(id) ?? Number.NaN) - score) <= 1e-12))
      expect(off.map(({ id, score }) => ({ id, recorded: score, ours: scores.get(id) }))).toEqual([])
    })

    test('an item with full marks has passed, also where they are 0.9999999999999999', async () => {
      const wrong = (await outcome()).records.filter(({ scores, status }) => (status === 'passed') !== Number(scores.score) > 1 - 1e-9)
      expect(wrong.map(({ item, scores, status }) => ({ item, score: scores.score, status }))).toEqual([])
    })
  })
}
