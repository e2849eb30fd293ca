import { expect, test } from 'vitest'
import { gateParts } from '../../../test/gateParts.ts'
import type { GateResult } from '../../core/format/scoresDocument.ts'
import { ruleText } from './ruleText.ts'

const text = (rule: string, own: Partial<GateResult> = {}) =>
  ruleText(
    { ...gateParts('demo', 'score', rule), value: 0.777, verdict: 'broken', ...own },
    {
      digits: 3,
      lowerIsBetter: false,
    },
  )
const BY_CHANCE = '. Its interval holds the gate: chance alone may have done this'

test.each<[rule: string, Partial<GateResult>, string]>([
  ['min 0.9', {}, 'gate at least 0.9, 0.123 short'],
  ['max 0.7', {}, 'gate at most 0.7, 0.077 over'],
  // Rounded, the figure would be on its bound.
  ['min 0.9', { value: 0.89996 }, 'gate at least 0.9, 0.00004 short'],
  ['min 0.9 lenient', {}, 'gate at least 0.9, 0.123 short (lenient: fails only when the interval breaks the gate)'],
  // A number that breaks its rule, whose interval keeps it.
  ['min 0.9', { ci95: [0.7, 0.9] }, `gate at least 0.9, 0.123 short${BY_CHANCE}`],
  ['min 0.9', { ci95: [0.7, 0.899] }, 'gate at least 0.9, 0.123 short'],
  ['max 0.7', { ci95: [0.7, 0.9] }, `gate at most 0.7, 0.077 over${BY_CHANCE}`],
  ['maxDrop 0.02 value', { change: -0.03, ci95: [-0.09, 0.03], because: 'fell by 0.030' }, `fell by 0.030${BY_CHANCE}`],
  // The reason that it has says more.
  ['min 0.75 strict', { ci95: [0.706, 0.835], because: '80 items ran', verdict: 'undecided' }, '80 items ran'],
  ['min 0.9', { value: null, because: 'the run has no metric scor' }, 'the run has no metric scor'],
  ['max 50', { because: 'score runs from 0 to 1, so every run keeps max 50.' }, 'score runs from 0 to 1, so every run keeps max 50.'],
  ['something new', {}, 'gate something new'],
  // Chance is no matter where the number keeps the bound, as of one off the scale, nor of what ended early.
  ['min 0.9', { bound: -0.1, ci95: [0.7, 1], because: 'off the scale' }, 'off the scale'],
  ['min 0.9', { ci95: [0.7, 1], early: { units: 5, ofUnits: 9, items: 5, ofItems: 9, risk: 0.01 } }, 'gate at least 0.9, 0.123 short'],
])('%s %j: %s', (rule, own, said) => expect(text(rule, own)).toBe(said))
