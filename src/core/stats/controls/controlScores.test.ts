import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { controlRates } from './controlRates.ts'
import { type ControlVerdict, controlScores } from './controlScores.ts'

const verdict = (truth: boolean, said: boolean, ...kinds: string[]): ControlVerdict => ({ kinds, truth, said })

describe('control scores', () => {
  test('count verdicts by what is true and what was said', () => {
    expect(
      controlScores([
        verdict(true, true, 'ec'),
        verdict(true, true, 'ec'),
        verdict(true, false, 'ec'),
        verdict(false, true, 'ec'),
        verdict(false, false, 'ec'),
      ]),
    ).toEqual({ 'control_tp.ec': 2, 'control_fn.ec': 1, 'control_fp.ec': 1, 'control_tn.ec': 1 })
  })

  test('count a verdict under each of its kinds', () => {
    expect(controlScores([verdict(true, false, 'ec', 'damaged'), verdict(false, false, 'rm', 'damaged')])).toEqual({
      'control_fn.ec': 1,
      'control_fn.damaged': 1,
      'control_tn.rm': 1,
      'control_tn.damaged': 1,
    })
  })

  test('of no verdicts are none', () => expect(controlScores([])).toEqual({}))
})

describe('control rates', () => {
  test('are the share of met criteria found met and of unmet ones found unmet, with Wilson’s interval', () => {
    const rates = controlRates([
      { 'control_tp.ec': 10, 'control_fn.ec': 5, 'control_tn.ec': 20 },
      { 'control_tp.ec': 5, 'control_fn.ec': 128, total: 0.5 },
    ])
    expect(rates['judge.sensitivity.ec']).toMatchObject({ value: 15 / 148, n: 148 })
    expect(rates['judge.specificity.ec']).toMatchObject({ value: 1, n: 20 })
    // Newcombe (1998): 15 of 148, and 0 of 20 turned round.
    expect(rates['judge.sensitivity.ec']?.ci95?.map((bound) => Number(bound.toFixed(4)))).toEqual([0.0624, 0.1605])
    expect(rates['judge.specificity.ec']?.ci95?.map((bound) => Number(bound.toFixed(4)))).toEqual([0.8389, 1])
  })

  test('say in words what they are of; a kind that has no words stands as it is', () => {
    const rates = controlRates([{ 'control_tn.plausible': 1, 'control_tp.ec': 1, 'control_fn.mine': 1 }])
    expect(Object.values(rates).map(({ label }) => label)).toEqual([
      'judge: right accepted, error correction',
      'judge: right accepted, mine',
      // Parts of the same verdicts come last.
      'judge: wrong rejected, of these in plausible wrong answers',
    ])
  })

  test('leave out what has no verdicts', () => {
    expect(Object.keys(controlRates([{ 'control_fp.empty': 2, 'control_tp.reference': 1 }]))).toEqual([
      'judge.specificity.empty',
      'judge.sensitivity.reference',
    ])
    expect(controlRates([])).toEqual({})
    expect(controlRates([{ total: 1, control_unscored: 3 }])).toEqual({})
  })

  test('are by kind, whatever a kind is called', () => {
    expect(Object.keys(controlRates([{ 'control_tp.a.b c': 1, 'control_tn.tp': 1 }]))).toEqual([
      'judge.sensitivity.a.b c',
      'judge.specificity.tp',
    ])
  })

  test('do not depend on how verdicts are spread over items', () => {
    const verdicts = fc.array(
      fc.record({
        kinds: fc.uniqueArray(fc.constantFrom<string>('ec', 'rm', 'empty'), { minLength: 1 }),
        truth: fc.boolean(),
        said: fc.boolean(),
      }),
      { maxLength: 30 },
    )
    fc.assert(
      fc.property(verdicts, fc.nat(), (all, at) => {
        const cut = at % (all.length + 1)
        const together = controlRates([controlScores(all)])
        expect(controlRates([controlScores(all.slice(0, cut)), controlScores(all.slice(cut))])).toEqual(together)
        for (const kind of ['ec', 'rm', 'empty']) {
          const met = all.filter(({ kinds, truth }) => kinds.includes(kind) && truth)
          const rate = together[`judge.sensitivity.${kind}`]
          expect(rate?.n ?? 0).toBe(met.length)
          if (rate) expect(rate.value).toBeCloseTo(met.filter(({ said }) => said).length / met.length, 12)
        }
      }),
    )
  })
})
