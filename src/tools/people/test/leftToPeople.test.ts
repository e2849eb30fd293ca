import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { fbBenchQuestions } from '../../../../suites/fb-bench/questions.ts'
import { holdfastHere } from '../../../../test/command.ts'
import { metricsOf, value, writeRun } from '../../../../test/outcome.ts'
import { sharedTemporaryFolder } from '../../../../test/temporaryFolder.ts'
import { mean } from '../../../core/base/mean.ts'
import type { ScoresDocument } from '../../../core/format/scoresDocument.ts'
import { isScored } from '../../../core/stats/summary/combineTrials.ts'
import type { Label } from '../labels/label.ts'
import { isDoubtful, makeRuns, ofNoise } from './doubtRuns.ts'
import { ANN_AGREES, labelsOfRun } from './labelsOfRun.ts'

describe('verdicts that are left to people', () => {
  const root = sharedTemporaryFolder()
  const labels = new Map<string, Label[]>()
  const doubtful = () =>
    ofNoise(0.2)
      .records.filter(isDoubtful)
      .map(({ item }) => item)

  beforeAll(async () => {
    await makeRuns()
    await writeRun(ofNoise(0), join(root, 'right'))
    await writeRun(ofNoise(0.2), join(root, 'run'))
    for (const label of labelsOfRun(ofNoise(0), join(root, 'right'), fbBenchQuestions, ANN_AGREES))
      labels.set(label.item, [...(labels.get(label.item) ?? []), label])
  })

  /** The run as summarized anew with labels of these items in the project. */
  async function summarized(items: readonly string[], gates?: object) {
    mkdirSync(join(root, 'reports', 'labels'), { recursive: true })
    const lines = items.flatMap((item) => labels.get(item) ?? []).map((line) => `${JSON.stringify(line)}\n`)
    writeFileSync(join(root, 'reports', 'labels', 'ann.jsonl'), lines.join(''))
    if (gates) process.env.HOLDFAST_GATES = JSON.stringify({ allowSimulated: true, maxUnscored: 1, baseline: 'main', 'fb-bench': gates })
    try {
      const { code, stdout } = await holdfastHere(['merge', 'run', '--suite', 'fb-bench', '--json'], root)
      const document = JSON.parse(stdout) as ScoresDocument
      return { code, document, metrics: document.suites['fb-bench']?.metrics ?? {} }
    } finally {
      delete process.env.HOLDFAST_GATES
    }
  }

  test('are counted the same by summarize as by the run', async () => {
    const { document, metrics } = await summarized([])
    const own = metricsOf(ofNoise(0.2))
    const added = Object.keys(own).filter((key) => key === 'doubt_rate' || key.startsWith('sure.'))
    expect(added.length).toBeGreaterThan(10)
    for (const key of added) expect(metrics[key], key).toEqual(own[key])
    expect(document.run.doubt).toBe(0)
    const judged = ofNoise(0.2).records.filter(isScored).length
    expect(document.run.doubtful).toEqual({ 'fb-bench': { judged, doubtful: doubtful().length, labelled: 0 } })
    expect(Object.keys(metrics).filter((key) => key.startsWith('with_people.'))).toEqual([])
  })

  test('count as people say where they labelled all of them, and the others as the judge says', async () => {
    const { metrics } = await summarized(doubtful())
    const truth = new Map(ofNoise(0).records.map((record) => [record.item, record]))
    const together = ofNoise(0.2)
      .records.filter(isScored)
      .map((record) => (isDoubtful(record) ? (truth.get(record.item) ?? record) : record))
    const rate = mean(together.map(({ status }) => Number(status === 'passed')))
    expect(metrics['with_people.pass_rate']?.value).toBeCloseTo(rate, 12)
    const right = value(ofNoise(0), 'overall') as number
    const off = (key: string) => Math.abs((metrics[key]?.value ?? Number.NaN) - right)
    expect(off('with_people.overall')).toBeLessThan(off('overall') / 2)
  })

  test('have no figure with people while one of them has no label, and a gate says how many are left', async () => {
    const some = doubtful().slice(1)
    const { metrics, document, code } = await summarized(some, { 'with_people.overall': { min: 2 } })
    expect(metrics['with_people.overall']).toBeUndefined()
    expect(document.run.doubtful?.['fb-bench']).toMatchObject({ labelled: some.length })
    expect(document.gates).toMatchObject([{ verdict: 'broken', value: null }])
    expect(document.gates[0]?.because).toBe(
      `people labelled ${some.length} of ${some.length + 1} doubtful verdicts. Label the others: npx holdfast judge label latest --by doubtful`,
    )
    expect(code).toBe(1)
  })

  test('can be gated by their share and by the figures beside them', async () => {
    const rate = value(ofNoise(0.2), 'doubt_rate') as number
    const gates = { doubt_rate: { max: rate - 0.1 }, 'sure.pass_rate': { min: 0.1 }, 'with_people.overall': { min: 2 } }
    const { document, code } = await summarized(doubtful(), gates)
    expect(document.gates.map(({ metric, verdict }) => [metric, verdict])).toEqual([
      ['fb-bench doubt_rate', 'broken'],
      ['fb-bench sure.pass_rate', 'held'],
      ['fb-bench with_people.overall', 'held'],
    ])
    expect(code).toBe(1)
  })

  test('measure no drop', async () => {
    const { document } = await summarized([], { 'sure.overall': { maxDrop: 1 }, doubt_rate: { maxDrop: 0.1 } })
    for (const { because } of document.gates) expect(because).toMatch(/^a drop is not told of it/)
  })
})
