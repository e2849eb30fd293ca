import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { showCommand } from '../../src/cli/show.ts'
import { resolveConfig } from '../../src/core/config/resolve.ts'
import { readItemRecords } from '../../src/core/format/runFolder.ts'
import { plainMetrics } from '../../src/core/stats/summary/metric.ts'
import { suiteScores } from '../../src/core/stats/summary/suiteScores.ts'
import { figuresOf } from '../../src/deciding/figures.ts'
import { planSuite } from '../../src/running/worker/planSuite.ts'
import { refutebench1Suite } from '../../suites/refutebench1/suite.ts'
import { metricsOf, scoresOf, value, writeRun } from '../outcome.ts'
import type { SuiteOutcome } from '../runSuite.ts'
import { temporaryFolder } from '../temporaryFolder.ts'
import { run, runAnew } from './suiteRun.ts'

const SLICE = { HOLDFAST_LIMIT: '12' }
const forgetful = () => run('sim:forgetful?after=3', SLICE)

describe('a run', () => {
  test('calls the candidate only, as often as plan announces', async () => {
    const { calls } = await run('sim:oracle')
    expect(new Set(calls.map(({ key }) => key.role))).toEqual(new Set(['candidate']))
    const planned = await planSuite(refutebench1Suite, resolveConfig({}, {}, '/', [refutebench1Suite]))
    expect(planned.byRole).toMatchObject({ candidate: { calls: calls.length } })
    const own = (item: string) => calls.flatMap(({ key }) => (key.item === item ? [key.call] : []))
    expect(own('qa/memory/NC-2/qa-01')).toEqual(['answer-0', 'feedback-0', 'irrelevant-1', 'irrelevant-2', 'answer-1'])
    expect(own('mt/multi/en-zh.multi/mt-12')).toEqual(['answer-0', 'feedback-0', 'answer-1', 'feedback-1', 'answer-2', 'answer-3'])
  })

  test('needs no judge for a real candidate', async () => {
    const agent = join(temporaryFolder(), 'agent.mjs')
    writeFileSync(agent, 'export const ask = () => "I would rather not."\n')
    const outcome = await run(`module:${agent}#ask`, { HOLDFAST_LIMIT: '9' })
    expect(outcome.concluded).toMatchObject({ document: { exitCode: 0 }, reasons: [] })
    expect(scoresOf(outcome)).toMatchObject({ items: 27, failed: 27 })
    expect(Object.keys(outcome.concluded.document.usage)).toEqual(['candidate'])
  })

  test('counts translations that have every wording as conflicts, and scores nothing of them', async () => {
    const agent = join(temporaryFolder(), 'agent.mjs')
    // All translations of the three words of these rows, whatever is asked.
    writeFileSync(agent, 'export const ask = () => "番茄西红柿洋柿子 自行车单车脚踏车"\n')
    const outcome = await run(`module:${agent}#ask`, { HOLDFAST_REFUTEBENCH1_TASKS: 'mt', HOLDFAST_REFUTEBENCH1_NCS: '0,1' })
    const skipped = outcome.records.filter(({ status }) => status === 'skipped')
    expect(new Set(skipped.map(({ item }) => item.split('/').at(-1)))).toEqual(new Set(['mt-01', 'mt-02']))
    expect(skipped).toHaveLength(2 * 2 * 2)
    expect(skipped[0]).toMatchObject({ scores: {}, reason: expect.stringMatching(/^conflict: /) })
    expect(value(outcome, 'mt.conflicts')).toBe(8)
    expect(scoresOf(outcome).items).toBe(outcome.records.length)
  })

  // A seeded sample of 12 of the 83 items of a task.
  test('with one seed is the same as another, and says something else with another seed', async () => {
    const said = ({ calls }: SuiteOutcome) =>
      calls.map(({ key, messages, content }) => JSON.stringify([key.item, key.call, messages, content])).sort()
    const records = (outcome: SuiteOutcome) => outcome.records.map((record) => JSON.stringify(record)).sort()
    const [first, again] = [await forgetful(), await runAnew('sim:forgetful?after=3', SLICE)]
    expect(said(again)).toEqual(said(first))
    expect(records(again)).toEqual(records(first))
    expect(metricsOf(again)).toEqual(metricsOf(first))
    expect(said(await run('sim:forgetful?after=3', { ...SLICE, HOLDFAST_SEED: '1' }))).not.toEqual(said(first))
  })

  test('can be summarized again from its items alone, in any order', async () => {
    const outcome = await forgetful()
    const { items } = await writeRun(outcome, temporaryFolder())
    const records = readItemRecords(items).reverse()
    expect(records).toHaveLength(outcome.records.length)
    const { metrics } = figuresOf(await refutebench1Suite.rules(), records, { gates: undefined, root: '/' })
    expect(plainMetrics(suiteScores(records, metrics).metrics)).toEqual(metricsOf(outcome))
  })

  test('shows in its dialogues what was kept and what was forgotten', async () => {
    const { path } = await writeRun(await run('sim:forgetful?after=3', { HOLDFAST_REFUTEBENCH1_TASKS: 'qa' }), temporaryFolder())
    await showCommand().parseAsync([path, 'qa/memory/NC-3/qa-01', '--out', `${path}/shown`], { from: 'user' })
    const shown = readFileSync(`${path}/shown`, 'utf8').split('\n').map(stripVTControlCharacters).join('\n')
    expect(shown).toMatch(/feedback-0\n[^>]*Perth\n\s*-> objection 1 met/)
    expect(shown).toMatch(/answer-1\n[^>]*Canberra\.\n\s*-> objection 1 FORGOTTEN/)
  })
})
