import { counted } from '../core/base/text/counted.ts'
import type { GateResult, ScoresDocument } from '../core/format/scoresDocument.ts'
import type { EarlyPlan } from '../core/format/suitePlan.ts'
import { grouped } from './layout.ts'

/** What stands in the header of a run that decides early, before its first call. */
export function earlyPlanText({ rules, waiting, keptBy, isPart, units, risk }: EarlyPlan): string {
  if (rules === 0) return 'early is set, but no gate is about this suite: every item runs'
  if (waiting.length > 0) {
    const [first, ...more] = waiting
    const others = more.length > 0 ? `, nor ${more.map(({ rule, why }) => `${rule}, which ${why}`).join(', nor ')}` : ''
    return `not before the last item: ${first?.rule} ${first?.why}${others}, so every item runs`
  }
  if (keptBy === 'batch') return 'not before the last item: where requests go into files all items are asked at once'
  if (keptBy === 'runs') return 'not before the last item: the runs that foretold its scores are others now than when it was begun'
  if (keptBy === 'parts')
    return 'not in a part of a run: it knows nothing of the others, so every item runs and holdfast merge decides; HOLDFAST_JOB_FOLDER names a folder in which parts tell each other'
  return `early: no further item begins once ${rules === 1 ? 'its gate is' : `one of its ${rules} gates is broken or all are`} decided${isPart ? ' by the items of all parts' : ''}, over ${grouped(units)} units in a drawn order; another verdict than the whole run's in at most ${percent(risk)} of runs`
}

/** How a suite ended before its last item, in sentences; undefined for one that ran to its end. */
export function earlyEndText({ run, gates }: Pick<ScoresDocument, 'run' | 'gates'>, suite: string): string | undefined {
  const early = run.early?.[suite]
  if (!early) return undefined
  const decided = gates.flatMap((gate) => (gate.early && gate.suite === suite ? [gate.early.items] : []))
  const after = Math.max(0, ...decided)
  const begun = early.items - after
  const { calls = 0, usd } = early.saved ?? {}
  const money = usd === undefined || usd === 0 ? '' : ` and $${usd < 0.01 ? usd.toFixed(4) : usd.toFixed(2)}`
  if (decided.length === 0 && run.shard === undefined)
    return `Ended early by other gates than these, after ${grouped(early.items)} of ${counted(early.ofItems, 'item')}: they decide none of these.`
  return [
    decided.length === 0
      ? `Ended early: its gates were decided by the items of all parts, ${grouped(early.items)} of its own ${counted(early.ofItems, 'item')} ran.`
      : `Ended early: ${decided.length === 1 ? 'its gate was' : `its ${decided.length} gates were`} decided after ${grouped(after)} of ${counted(early.ofItems, 'item')}${begun > 0 ? `, ${grouped(begun)} more had begun` : ''}.`,
    `The whole run would say otherwise in at most ${percent(early.risk)} of runs, if an answer does not depend on when it is asked.`,
    ...(calls > 0 ? [`About ${counted(calls, 'call')}${money} saved.`] : []),
    'Figures are of the items up to the decision. A gate says what the whole run would say of its own items. A 95 % interval is about what other items would get, and holds although the figures said when to end: so it is wide, and may hold a bound that is surely broken or held.',
  ].join(' ')
}

/** When a rule was decided, and how sure that is; undefined for one of a suite that ran to its end. */
export function earlyGateText({ early, verdict }: Pick<GateResult, 'early' | 'verdict'>): string | undefined {
  if (!early) return undefined
  const risk = early.risk <= 0 ? 'whatever the others say' : `the whole run would say otherwise in at most ${percent(early.risk)} of runs`
  return `${verdict} after ${grouped(early.items)} of ${counted(early.ofItems, 'item')}, ${risk}`
}

function percent(share: number): string {
  const value = 100 * share
  return `${value >= 10 ? value.toFixed(0) : Number(value.toPrecision(2))} %`
}
