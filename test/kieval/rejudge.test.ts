import { describe, expect, test } from 'vitest'
import { callsOf, scoresOf, value, writeRun } from '../outcome.ts'
import type { SuiteOutcome } from '../runSuite.ts'
import { temporaryFolder } from '../temporaryFolder.ts'
import { run } from './kievalRun.ts'

/** Questions of the runs that are judged again: a seeded sample with as many of each field. */
const SLICE = 24

/** The run again before other judges, every other role replayed, as `holdfast judge again` does it (test/e2e/rejudge.test.ts). */
async function rejudged(first: SuiteOutcome, judges: readonly string[], env: Readonly<Record<string, string>>): Promise<SuiteOutcome> {
  const recorded = `replay:${(await writeRun(first, temporaryFolder())).calls}`
  return run(recorded, {
    ...env,
    HOLDFAST_INTERACTOR: recorded,
    HOLDFAST_JUDGE: judges.length > 1 ? `panel:${judges.join(';')}` : (judges[0] ?? ''),
    HOLDFAST_VOTES: String(judges.length),
  })
}

describe('judging again', () => {
  test('calls the judge only, and a panel of three votes', async () => {
    const env = { HOLDFAST_LIMIT: String(SLICE) }
    const again = await rejudged(await run('sim:memorised', env), ['sim:judge?noise=1', 'sim:judge', 'sim:judge'], env)
    expect(value(again, 'score.overall')).toBeCloseTo(10, 9)
    const { usage } = again.concluded.document
    expect(usage.candidate).toMatchObject({ calls: 3 * SLICE, cached: 3 * SLICE })
    expect(usage.interactor).toMatchObject({ calls: 2 * SLICE, cached: 2 * SLICE })
    expect(usage.judge).toMatchObject({ calls: 2 * 3 * SLICE, cached: 0 })
  })

  test('makes no call but the judge’s, by its journal, and of the words that were recorded', async () => {
    const env = { HOLDFAST_LIMIT: '8', HOLDFAST_KIEVAL_ROUNDS: '3' }
    const first = await run('sim:oracle', env)
    const models = ['sim:judge?noise=0.5', 'sim:judge', 'sim:judge?garbage=0.2']
    const again = await rejudged(first, models, env)
    const said = (outcome: SuiteOutcome) =>
      outcome.calls.flatMap(({ key, content }) => (key.role === 'judge' ? [] : [`${key.item} ${key.call} ${content}`])).sort()
    expect(said(again)).toEqual(said(first))
    for (const role of ['candidate', 'interactor'] as const) {
      const { calls, cached } = again.concluded.document.usage[role] ?? {}
      expect(cached, role).toBe(calls)
    }
    // Three votes on each of three rounds of eight interviews, each from another evaluator.
    const made = callsOf(again, 'judge')
    expect(again.concluded.document.usage.judge).toMatchObject({ calls: made.length, cached: 0 })
    expect(made).toHaveLength(8 * 3 * 3)
    expect(new Set(made.map(({ key }) => key.call))).toEqual(new Set(['evaluation-1', 'evaluation-2', 'evaluation-3']))
    for (const { key, model } of made) expect(model).toBe(models[key.vote])
  })

  test('of questions that the first judge validated skips what another one finds valid and nobody was asked', async () => {
    const env = { HOLDFAST_KIEVAL_VALIDATION: 'live', HOLDFAST_LIMIT: String(SLICE) }
    const first = await run('sim:oracle', { ...env, HOLDFAST_JUDGE: 'sim:judge?noise=0.3', HOLDFAST_INTERACTOR: 'sim:judge' })
    const idsOf = ({ records }: SuiteOutcome, wanted: string) =>
      records.flatMap(({ item, status }) => (status === wanted ? [item] : [])).sort()
    const skipped = idsOf(first, 'skipped')
    expect(skipped.length).toBeGreaterThan(0)
    const again = await rejudged(first, ['sim:judge'], env)
    expect(again.concluded.document.exitCode).toBe(0)
    expect(idsOf(again, 'skipped')).toEqual(skipped)
    expect(idsOf(again, 'passed')).toHaveLength(SLICE - skipped.length)
  })

  test('ends where the recording ends, also before a judge that would go on', async () => {
    const env = { HOLDFAST_LIMIT: '4' }
    const again = await rejudged(await run('sim:memorised', env), ['sim:judge?garbage=0.3'], env)
    expect(again.records.map(({ error }) => error)).toEqual(Array(4).fill(undefined))
    expect([0, 1]).toContain(again.concluded.document.exitCode)
    expect(scoresOf(again)).toMatchObject({ items: 4, error: 0 })
  })
})
