import type { GateRule } from '../../core/format/gates.ts'
import type { GateResult } from '../../core/format/scoresDocument.ts'

/** A 95 % interval, where one is known. */
export type Interval = readonly [number, number] | null

/**
 * Whether a rule holds (docs/contracts.md, section 2): `value` looks at the number, `lenient` breaks only when the whole interval
 * breaks the rule, `strict` holds only when the whole interval keeps it; what lies between is `undecided`, and so is what has no
 * interval: a number that nobody knows the uncertainty of decides neither.
 *
 * @param keeps whether a value keeps the rule; true on one side of a bound.
 */
export function boundVerdict(
  value: number,
  interval: Interval,
  keeps: (value: number) => boolean,
  mode: NonNullable<GateRule['decide']>,
): GateResult['verdict'] {
  if (mode === 'value') return keeps(value) ? 'held' : 'broken'
  if (!interval) return 'undecided'
  const ends = interval.filter(keeps).length
  if (ends === 2) return 'held'
  return ends === 0 ? 'broken' : 'undecided'
}
