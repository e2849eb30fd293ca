import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Metrics, ScoresDocument } from '../../src/core/format/scoresDocument.ts'
import { bothBenchmarks, refutationsView } from '../../suites/refutebench/views/refutations.ts'
import { metricsOf } from '../outcome.ts'
import { run as runOne } from '../refutebench1/suiteRun.ts'
import { suiteView } from '../suiteCommand.ts'
import { temporaryFolder } from '../temporaryFolder.ts'
import { run as runTwo } from './suiteRun.ts'

const figure = (value: number) => ({ value, n: 10, ci95: [value / 2, (1 + value) / 2] as [number, number] })
const ONE: Metrics = { FA: figure(0.9), RR_given_FA: figure(0.7), 'mt.memory.nc1.RR_given_FA': figure(0.6) }
const TWO: Metrics = { 'persistent.satisfied': figure(0.8), 'persistent.mt.retained_given_satisfied.c1': figure(0.5) }

function document(model: string, suites: Readonly<Record<string, Metrics>>, simulated = false): ScoresDocument {
  const counts = { items: 10, passed: 5, failed: 5, unscored: 0, error: 0, skipped: 0 }
  return {
    schema: 'holdfast.scores/1',
    run: {
      id: 'r',
      startedAt: '',
      finishedAt: '',
      version: '',
      seed: 0,
      partial: false,
      roles: { candidate: { model, simulated } },
      data: {},
    },
    suites: Object.fromEntries(Object.entries(suites).map(([name, metrics]) => [name, { ...counts, metrics }])),
    usage: {},
    gates: [],
    exitCode: 0,
  }
}

const rowOf = (documents: readonly ScoresDocument[], model: string, question: RegExp) =>
  bothBenchmarks(documents)
    .find((entry) => entry.model === model)
    ?.rows.find((row) => question.test(row.question))

describe('RefuteBench 2.0 beside 1.0', () => {
  test('is of one run with both suites or of two of the same model', () => {
    const together = [document('openai:a', { refutebench1: ONE, refutebench: TWO })]
    const apart = [document('openai:a', { refutebench: TWO }), document('openai:a', { refutebench1: ONE })]
    for (const documents of [together, apart]) {
      expect(bothBenchmarks(documents)).toHaveLength(1)
      expect(rowOf(documents, 'openai:a', /^feedback followed at once/)).toMatchObject({ one: { value: 0.9 }, two: { value: 0.8 } })
      expect(rowOf(documents, 'openai:a', /still, 1 between/)).toMatchObject({ one: { value: 0.6 }, two: { value: 0.5 } })
      expect(rowOf(documents, 'openai:a', /still, 2 between/)).toMatchObject({ one: null, two: null })
    }
  })

  test('keeps models apart, and takes the last run of a suite', () => {
    const documents = [
      document('openai:a', { refutebench1: { FA: figure(0.1) } }),
      document('openai:b', { refutebench: TWO }),
      document('openai:a', { refutebench1: ONE }),
      document('openai:c', { lifbench: {} }),
    ]
    expect(bothBenchmarks(documents).map(({ model }) => model)).toEqual(['openai:a', 'openai:b'])
    expect(rowOf(documents, 'openai:a', /^feedback/)).toMatchObject({ one: { value: 0.9 }, two: null })
  })

  test('has figures of every row that both suites give', async () => {
    const small = { HOLDFAST_LIMIT: '4' }
    const [one, two] = [await runOne('sim:oracle', small), await runTwo('sim:oracle', { HOLDFAST_LIMIT: '2' })]
    const documents = [document('sim:oracle', { refutebench1: metricsOf(one) }), document('sim:oracle', { refutebench: metricsOf(two) })]
    const [model] = bothBenchmarks(documents)
    expect(model?.rows.filter(({ two: figure2 }) => figure2?.value !== 1)).toEqual([])
    expect(rowOf(documents, 'sim:oracle', /^feedback/)?.one?.value).toBe(1)
    expect(rowOf(documents, 'sim:oracle', /^still followed later/)?.one?.value).toBe(1)
  })
})

describe('the view refutations', () => {
  const runFolder = (own: ScoresDocument) => {
    const folder = join(temporaryFolder(), 'run')
    mkdirSync(folder)
    writeFileSync(join(folder, 'scores.json'), JSON.stringify(own))
    return folder
  }

  test('prints a table for each model, simulated ones labelled', async () => {
    const { stdout } = await suiteView(refutationsView, [
      runFolder(document('openai:a', { refutebench1: ONE, refutebench: TWO })),
      runFolder(document('sim:oracle', { refutebench: TWO }, true)),
    ])
    expect(stdout).toMatch(
      /^ openai:a\n+ share of answers +1\.0 +95 % +2\.0 +95 %\n feedback followed at once +0\.900 +0\.45 to 0\.95 +0\.800 +0\.40 to 0\.90\n/,
    )
    expect(stdout).toMatch(/ sim:oracle, simulated\n+[^\n]+\n feedback followed at once +– +0\.800/)
  })

  test('gives JSON', async () => {
    const { stdout } = await suiteView(refutationsView, ['--json', runFolder(document('openai:a', { refutebench1: ONE }))])
    expect(JSON.parse(stdout)[0]).toMatchObject({
      model: 'openai:a',
      rows: [{ one: { value: 0.9 }, two: null }, {}, {}, {}, {}, {}, {}, {}],
    })
  })

  test('says what to name where there is nothing of either', async () => {
    const folder = runFolder(document('openai:a', { lifbench: {} }))
    await expect(suiteView(refutationsView, [folder])).rejects.toThrow(/no figures of RefuteBench\. Name runs of the suites/)
  })
})
