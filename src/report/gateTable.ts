import { singleLine } from '../base/text/singleLine.ts'
import type { EvaluatedGate } from '../results/gates/evaluateGates.ts'
import { columns, labelled, paint } from './layout.ts'

/** The rules of a run and how they came out; last thing printed but for the verdict. */
export function gateLines(gates: readonly EvaluatedGate[], simulated: boolean, width: number, baseline?: string): string[] {
  if (gates.length === 0) return []
  const compared = gates.some(({ change }) => change !== undefined)
  const intervals = gates.some(({ ci95 }) => ci95)
  const figure = (value: number | null | undefined, sign = '') =>
    value === null || value === undefined ? '–' : `${sign && value > 0 ? sign : ''}${value.toFixed(3)}`
  const rows = gates.map(({ metric, value, rule, verdict, base, change, ci95 }) => [
    metric,
    value === null ? '–' : `${value.toFixed(3)}${simulated ? ' sim' : ''}`,
    ...(compared ? [figure(base), figure(change, '+')] : []),
    ...(intervals ? [ci95 ? ci95.map((end) => figure(end, change === undefined ? '' : '+')).join(' to ') : ''] : []),
    rule,
    verdict === 'broken' ? 'BROKEN' : verdict,
  ])
  const head = ['metric', 'now', ...(compared ? ['base', 'change'] : []), ...(intervals ? ['95 % interval'] : []), 'rule', 'verdict']
  const causes = gates.flatMap(({ metric, verdict, because, note }) => [
    ...((verdict === 'broken' || verdict === 'undecided') && because
      ? labelled(verdict === 'broken' ? 'BROKEN' : 'UNDECIDED', `${metric}: ${because}`, width, verdict === 'broken' ? 8 : 11)
      : []),
    ...(note ? labelled('! note', singleLine(`${metric}: ${note}`), width, 8) : []),
  ])
  return [
    paint('bold', ` gates${baseline === undefined ? '' : ` against baseline ${baseline}`}`),
    '',
    ...columns([head, ...rows], new Set([0, head.length - 2, head.length - 1])),
    '',
    ...causes,
    ...(causes.length > 0 ? [''] : []),
  ]
}
