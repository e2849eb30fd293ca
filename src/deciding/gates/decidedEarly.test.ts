import { describe, expect, test } from 'vitest'
import type { EarlyStop } from '../early/earlyDecision.ts'
import { decidedEarly, type EvaluatedGate } from './evaluateGates.ts'

const stop = (verdict: 'held' | 'broken' | 'undecided' | undefined, kind: 'min' | 'maxDrop' = 'min'): EarlyStop => ({
  units: 9,
  ofUnits: 30,
  items: 40,
  ofItems: 120,
  risk: 0.05,
  isDecided: verdict !== undefined,
  rules: [{ key: 'score', kind, verdict, units: 8, items: 32, risk: 0.01 }],
})
const gate = (more: Partial<EvaluatedGate> = {}): EvaluatedGate => ({
  metric: 'demo score',
  suite: 'demo',
  key: 'score',
  kind: 'min',
  bound: 0.7,
  rule: 'min 0.7',
  value: 0.8,
  ci95: null,
  verdict: 'held',
  ...more,
})

describe('the rule of a suite that ended early', () => {
  test('has the verdict that was decided, with how far it had come', () => {
    expect(decidedEarly(gate(), stop('held'))).toEqual({ ...gate(), early: { units: 8, ofUnits: 30, items: 32, ofItems: 120, risk: 0.01 } })
  })

  test('is undecided, which fails, where the run ended by other rules', () => {
    const open = { verdict: 'undecided', fails: true, because: expect.stringContaining('Run it again') }
    expect(decidedEarly(gate(), stop(undefined))).toMatchObject(open)
    expect(decidedEarly(gate({ key: 'other' }), stop('held'))).toMatchObject(open)
  })

  test('is open where another one was broken first', () => {
    const both = { ...stop(undefined), isDecided: true }
    expect(decidedEarly(gate(), both)).toMatchObject({ verdict: 'undecided', because: expect.stringContaining('everyGate') })
    expect(decidedEarly(gate(), both)).not.toHaveProperty('early')
  })

  test('is open too where its figures do not yet say the word that was decided', () => {
    // Another gate is broken, and the run ended by that: a wide interval holds the bound still.
    const wide = gate({ verdict: 'undecided', because: '9 items ran' })
    for (const word of ['broken', 'held'] as const) {
      const open = decidedEarly(wide, stop(word))
      expect(open).toMatchObject({ verdict: 'undecided', because: expect.stringContaining('everyGate') })
      expect(open).not.toHaveProperty('early')
    }
    expect(decidedEarly(gate({ verdict: 'held' }), stop('broken'))).toMatchObject({ verdict: 'undecided' })
  })

  test('stays broken where no figure could keep it', () => {
    const slip = gate({ verdict: 'broken', because: 'score runs from 0 to 1, so no run can keep min 70. Give a bound on that scale' })
    expect(decidedEarly(slip, stop('held'))).toEqual(slip)
    const noBase = gate({ kind: 'maxDrop', rule: 'maxDrop 0.1', verdict: 'broken', because: 'there is no baseline main yet' })
    expect(decidedEarly(noBase, stop('held', 'maxDrop'))).toEqual(noBase)
  })

  test('says of an undecided one what the whole run would say', () => {
    const strict = decidedEarly(
      gate({ rule: 'min 0.7 strict', fails: true, verdict: 'undecided', because: '9 items ran' }),
      stop('undecided'),
    )
    expect(strict).toMatchObject({ verdict: 'undecided', fails: true, because: expect.stringContaining('neither hold the gate') })
  })
})
