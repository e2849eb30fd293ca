import { describe, expect, test } from 'vitest'
import { ORDINARY_TESTS } from '../../format/ordinaryTests.ts'
import type { GateResult, ScoresDocument } from '../../format/scoresDocument.ts'
import { runVerdict } from './verdict.ts'

const gate = (verdict: GateResult['verdict']): GateResult => ({ metric: 'lifbench ars.overall', rule: 'min 0.7', value: 0.612345, verdict })
const run = (rest: Partial<Omit<ScoresDocument, 'run'>> & { partial?: boolean; simulated?: boolean } = {}): ScoresDocument => {
  const { partial = false, simulated = false, ...own } = rest
  return {
    schema: 'holdfast.scores/1',
    run: {
      id: 'r',
      startedAt: '',
      finishedAt: '',
      version: '',
      seed: 0,
      partial,
      roles: { candidate: { model: 'm', simulated } },
      data: {},
    },
    suites: { s: { items: 10, passed: 6, failed: 3, unscored: 1, error: 0, skipped: 0, metrics: {} } },
    usage: {},
    gates: [],
    exitCode: 0,
    ...own,
  }
}

describe('the sentence at the top', () => {
  test('names the broken gate', () => {
    expect(runVerdict(run({ gates: [gate('held'), gate('broken'), gate('broken')], exitCode: 1 }))).toMatchObject({
      kind: 'failed',
      sentence: 'Gate broken: lifbench ars.overall is 0.612, rule min 0.7 and 1 other rule.',
    })
  })

  test('says that a run is partial', () => {
    expect(runVerdict(run({ partial: true, exitCode: 1 })).sentence).toBe('Partial: 10 items ran, the run did not end.')
  })

  test('says why it failed where no gate did', () => {
    expect(runVerdict(run({ exitCode: 1 }), ['no item ran.']).sentence).toBe('Failed: no item ran.')
  })

  test('says that gates held, or that there were none', () => {
    expect(runVerdict(run({ gates: [gate('held')] }))).toMatchObject({ kind: 'passed', sentence: 'Passed: its gate held.' })
    expect(runVerdict(run()).sentence).toBe('Complete, no gates configured.')
  })

  test('says nothing of thresholds where the items are tests with dialogues, whose failures decide', () => {
    const document = run()
    const data = { 'bank.test.ts': { source: ORDINARY_TESTS, sha256: 'aa', items: 9 } }
    expect(runVerdict({ ...document, run: { ...document.run, data } }).notes.join()).not.toContain('does not decide')
  })

  test('reconciles failed items with a run that passed', () => {
    expect(runVerdict(run()).notes).toContain('3 of 9 scored items are below their threshold; that does not decide the exit code.')
  })

  test('warns of simulated models', () => {
    expect(runVerdict(run({ simulated: true })).notes.join(' ')).toContain('Simulated')
    expect(runVerdict(run()).notes.join(' ')).not.toContain('imulated')
  })
})
