import { expect, test } from 'vitest'
import { gateParts } from '../../../test/gateParts.ts'
import type { GateResult } from '../../core/format/scoresDocument.ts'
import { chanceText, ruleText } from './ruleText.ts'

/** A rule with the parts of its text. */
const parts = (rule: string, own: Partial<GateResult> = {}) => ({ ...gateParts('demo', 'score', rule), ...own })

const text = (own: Partial<GateResult>, naming: { digits?: number; lowerIsBetter?: boolean } = {}) =>
  ruleText(
    { ...gateParts('demo', 'score', 'min 0.9'), value: 0.777, verdict: 'broken', ...own },
    { digits: 3, lowerIsBetter: false, ...naming },
  )

test.each<[Partial<GateResult>, string]>([
  [{}, 'gate at least 0.9, 0.123 short'],
  [{ value: 0.95, verdict: 'held' }, 'gate at least 0.9, 0.050 to spare'],
  [{ value: 0.9, verdict: 'held' }, 'gate at least 0.9, exactly there'],
  [{ rule: 'max 0.7' }, 'gate at most 0.7, 0.077 over'],
  [{ rule: 'max 0.8', verdict: 'held' }, 'gate at most 0.8, 0.023 to spare'],
  // Rounded, the figure would be on its bound.
  [{ value: 0.89996 }, 'gate at least 0.9, 0.00004 short'],
  [{ rule: 'maxDrop 0.02', change: -0.2231 }, 'fell 0.223, allowed 0.02 (worse: surely worse than the baseline)'],
  [{ rule: 'maxDrop 0.02 value', change: -0.0202 }, 'fell 0.0202, allowed 0.02 (value: the number alone)'],
  // A number that breaks its rule, whose interval keeps it.
  [parts('min 0.9', { ci95: [0.7, 0.9] }), 'gate at least 0.9, 0.123 short. Its interval holds the gate: chance alone may have done this'],
  [parts('min 0.9', { ci95: [0.7, 0.899] }), 'gate at least 0.9, 0.123 short'],
  [parts('max 0.7', { ci95: [0.7, 0.9] }), 'gate at most 0.7, 0.077 over. Its interval holds the gate: chance alone may have done this'],
  [
    parts('maxDrop 0.02 value', { change: -0.03, ci95: [-0.09, 0.03] }),
    'fell 0.030, allowed 0.02 (value: the number alone). Its interval holds the gate: chance alone may have done this',
  ],
  // A drop that is not surely one.
  [
    parts('maxDrop 0.02', { change: -0.03, ci95: [-0.09, 0.03], pairs: 96, shows: 0.0712, verdict: 'undecided' }),
    'fell 0.030, allowed 0.02; undecided: its 95 % interval −0.090 to 0.030 holds no change; these 96 pairs show a fall of 0.071 in 4 of 5 runs',
  ],
  [
    parts('maxDrop 0.02', { change: -0.05, ci95: [-0.09, -0.01], verdict: 'undecided' }),
    'fell 0.050, allowed 0.02; undecided: it is not surely worse than the baseline as one of several gates (Holm)',
  ],
  [
    parts('maxDrop 0.02', { change: -0.05, ci95: null, verdict: 'undecided', because: 'another judge' }),
    'fell 0.050, allowed 0.02; undecided: another judge',
  ],
  [{ rule: 'maxDrop 0.02', change: 0.1, verdict: 'held' }, 'rose 0.100, allowed a fall of 0.02'],
  [{ rule: 'maxDrop 0.02', change: 0, verdict: 'held' }, 'same figure, a fall of 0.02 is allowed'],
  [{ rule: 'min 0.9 lenient' }, 'gate at least 0.9, 0.123 short (lenient: fails only when the interval breaks the gate)'],
  [
    { rule: 'min 0.75 strict', ci95: [0.706, 0.835], verdict: 'undecided' },
    'gate at least 0.75, 0.027 to spare; undecided: its 95 % interval 0.706 to 0.835 spans the bound',
  ],
  [
    { rule: 'min 0.75 strict', ci95: null, because: 'it has no 95 % interval: few items', verdict: 'undecided' },
    'gate at least 0.75, 0.027 to spare; undecided: it has no 95 % interval: few items',
  ],
  [
    { rule: 'maxDrop 0.2 strict', value: 4.5, change: -0.489, ci95: [-1.053, -0.022], verdict: 'undecided' },
    'fell 0.489, allowed 0.2; undecided: its 95 % interval −1.053 to −0.022 spans the bound',
  ],
  [{ verdict: 'pending' }, 'gate at least 0.9, not decided yet'],
  [{ rule: 'suite did not run', value: null, verdict: 'pending' }, 'not checked: suite did not run'],
  [{ value: null, because: 'the run has no metric scor' }, 'the run has no metric scor'],
  [{ rule: 'max 50', because: 'score runs from 0 to 1, so every run keeps max 50.' }, 'score runs from 0 to 1, so every run keeps max 50.'],
  [{ rule: 'maxDrop 0.02', because: 'there is no baseline main yet' }, 'there is no baseline main yet'],
  [{ rule: 'something new' }, 'gate something new'],
])('%j: %s', (gate, said) => expect(text(gate)).toBe(said))

test('a metric of which less is better rises to get worse', () => {
  expect(text({ rule: 'maxDrop 2 value', change: 5 }, { digits: 1, lowerIsBetter: true })).toBe(
    'rose 5.0, allowed 2 (value: the number alone)',
  )
  expect(text({ rule: 'maxDrop 2', change: -5, verdict: 'held' }, { digits: 1, lowerIsBetter: true })).toBe('fell 5.0, allowed a rise of 2')
})

test('chance is no matter where the number keeps the bound, as of one off the scale, nor of what ended early', () => {
  const told = (own: Partial<GateResult>) =>
    chanceText({ ...parts('min 0.9'), value: 0.8, verdict: 'broken', ci95: [0.7, 1], ...own }, false)
  expect(told({})).not.toBe('')
  expect(told({ bound: -0.1 })).toBe('')
  expect(told({ early: { units: 5, ofUnits: 9, items: 5, ofItems: 9, risk: 0.01 } })).toBe('')
})
