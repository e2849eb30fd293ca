import { singleLine } from '../core/base/text/singleLine.ts'
import type { Metric, ScoresDocument } from '../core/format/scoresDocument.ts'
import type { EvaluatedGate } from '../deciding/gates/evaluateGates.ts'
import { earlyGateText } from './earlyText.ts'
import { fittedTable } from './fittedTable.ts'
import { labelled, paint } from './layout.ts'

/** What gates are shown with. */
export interface GateContext {
  /** Name of the baseline that drops are measured against. */
  readonly baseline?: string | undefined
  /** The metrics, with their names and scales. */
  readonly suites?: ScoresDocument['suites']
}

/** The rules of a run and how they came out; last thing printed but for the verdict. */
export function gateLines(gates: readonly EvaluatedGate[], width: number, { baseline, suites = {} }: GateContext = {}): string[] {
  if (gates.length === 0) return []
  const compared = gates.some(({ change }) => change !== undefined)
  const intervals = gates.some(({ ci95 }) => ci95)
  const rows = gates.map((gate) => {
    const { metric, value, rule, verdict, base, change, ci95 } = gate
    const highest = metricOf(gate, suites)?.range?.[1] ?? undefined
    const digits = highest !== undefined && highest > 10 ? 2 : 3
    const figure = (own: number | null | undefined, sign = '') =>
      own === null || own === undefined ? '–' : `${sign && own > 0 ? sign : ''}${own.toFixed(digits)}`
    return [
      metric,
      figure(value) + (value === null || highest === undefined ? '' : ` of ${Number(highest.toFixed(2))}`),
      ...(compared ? [figure(base), figure(change, '+')] : []),
      ...(intervals ? [ci95 ? ci95.map((end) => figure(end, change === undefined ? '' : '+')).join(' to ') : ''] : []),
      rule,
      verdict === 'broken' ? 'BROKEN' : verdict,
    ]
  })
  const head = ['metric', 'now', ...(compared ? ['base', 'change'] : []), ...(intervals ? ['95 % interval'] : []), 'rule', 'verdict']
  const causes = gates.flatMap((gate) => {
    const { metric, key, verdict, note } = gate
    const label = metricOf(gate, suites)?.label
    const named = label === undefined || label === key ? metric : `${metric} (${label})`
    const because = gate.because ?? (verdict === 'broken' ? distanceText(gate) : undefined)
    const early = earlyGateText(gate)
    return [
      ...(early === undefined ? [] : labelled('early', `${metric} ${gate.rule}: ${early}`, width, 8)),
      ...((verdict === 'broken' || verdict === 'undecided') && because
        ? labelled(verdict === 'broken' ? 'BROKEN' : 'UNDECIDED', `${named}: ${singleLine(because)}`, width, verdict === 'broken' ? 8 : 11)
        : []),
      ...(note ? labelled('! note', singleLine(`${named}: ${note}`), width, 8) : []),
    ]
  })
  return [
    paint('bold', ` gates${baseline === undefined ? '' : ` against baseline ${baseline}`}`),
    '',
    ...fittedTable([head, ...rows], width, new Set([0, head.length - 2, head.length - 1]), [
      { column: head.length - 2, least: 8 },
      { column: 0, least: 12 },
      ...(intervals ? [{ column: head.length - 3, least: 10 }] : []),
    ]),
    '',
    ...causes,
    ...(causes.length > 0 ? [''] : []),
  ]
}

/** The metric of a gate; none of a rule of the whole run. */
function metricOf({ suite = '', key = '' }: EvaluatedGate, suites: ScoresDocument['suites']): Metric | undefined {
  return suites[suite]?.metrics[key]
}

/** How far a figure is from the bound that it breaks. */
function distanceText({ value, kind, bound }: EvaluatedGate): string | undefined {
  if (value === null || bound === undefined || kind === 'maxDrop') return undefined
  return `${value.toFixed(3)} is ${Math.abs(value - bound).toFixed(3)} ${kind === 'min' ? 'below' : 'above'} the bound of ${bound}`
}
