import type { EarlyStop } from '../early/earlyStop.ts'
import type { EvaluatedGate } from './evaluatedGate.ts'

/**
 * A rule of a suite that ended before its last item: what was decided then stands, whatever the figure of the items that had begun.
 * A rule that no run could keep, or that has no baseline, stays as it is.
 */
export function decidedEarly(gate: EvaluatedGate, key: string, early: EarlyStop): EvaluatedGate {
  const kind = gate.rule.split(' ')[0]
  const isByFigure = kind === 'maxDrop' ? gate.change !== undefined : gate.verdict !== 'broken' || gate.because === undefined
  if (!isByFigure) return gate
  const { because, ...figures } = gate
  const standing = early.rules.find((own) => own.key === key && own.kind === kind)
  // Other rules than those that the run ended by: a figure of the items that these needed decides nothing else.
  if (!standing?.verdict)
    return { ...figures, verdict: 'broken', because: `the run ended early by other rules, and this one is open. ${RERUN}` }
  const { verdict, units, items, risk } = standing
  const isOther = (verdict === 'held' || verdict === 'broken') && gate.verdict !== verdict && gate.verdict !== 'undecided'
  const notes = [figures.note, isOther && OTHER_SIDE].filter(Boolean)
  return {
    ...figures,
    verdict,
    early: { units, ofUnits: early.ofUnits, items, ofItems: early.ofItems, risk },
    ...(verdict === 'broken' && because !== undefined && gate.verdict === 'broken' && { because }),
    ...(verdict === 'undecided' && { because: gate.strict ? NOT_KEPT : NOT_BROKEN }),
    ...(notes.length > 0 && { note: notes.join('; ') }),
  }
}

const NOT_BROKEN = 'the interval of the whole run would not be beyond the bound; whether it would keep the rule is open'
const NOT_KEPT = 'the interval of the whole run would not keep the rule; whether it would be beyond the bound is open'
const RERUN = 'Run it again with these rules'
const OTHER_SIDE = 'the items that were under way at the decision moved the figure over the bound; the decision stands'
