import type { EvaluatedGate } from '../gates/evaluateGates.ts'
import { columns, labelled, paint } from './layout.ts'

/** The rules of a run and how they came out. */
export function gateLines(gates: readonly EvaluatedGate[], simulated: boolean, width: number): string[] {
  if (gates.length === 0) return []
  const rows = gates.map(({ metric, value, rule, verdict }) => [
    metric,
    value === null ? '–' : `${value.toFixed(3)}${simulated ? ' sim' : ''}`,
    rule,
    verdict === 'broken' ? 'BROKEN' : verdict,
  ])
  const causes = gates.flatMap(({ metric, verdict, because }) =>
    verdict === 'broken' && because ? labelled('BROKEN', `${metric}: ${because}`, width, 8) : [],
  )
  return [
    paint('bold', ' gates'),
    '',
    ...columns([['metric', 'now', 'rule', 'verdict'], ...rows], new Set([0, 2, 3])),
    '',
    ...causes,
    ...(causes.length > 0 ? [''] : []),
  ]
}
