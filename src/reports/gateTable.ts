import { singleLine } from '../core/base/text/singleLine.ts'
import type { ScoresDocument } from '../core/format/scoresDocument.ts'
import type { EvaluatedGate } from '../deciding/gates/evaluatedGate.ts'
import { earlyGateText } from './earlyText.ts'
import { fittedTable } from './fittedTable.ts'
import { labelled, paint } from './layout.ts'

/** What gates are shown with. */
export interface GateContext {
  /** Name of the baseline that drops are measured against. */
  readonly baseline?: string | undefined
  /** Names and scales of the metrics. */
  readonly presentation?: ScoresDocument['presentation']
}

/** The rules of a run and how they came out; last thing printed but for the verdict. */
export function gateLines(gates: readonly EvaluatedGate[], width: number, { baseline, presentation }: GateContext = {}): string[] {
  if (gates.length === 0) return []
  const compared = gates.some(({ change }) => change !== undefined)
  const intervals = gates.some(({ ci95 }) => ci95)
  const rows = gates.map(({ metric, value, rule, verdict, base, change, ci95 }) => {
    const highest = highestOf(metric, presentation)
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
    const { metric, verdict, note } = gate
    const label = labelOf(metric, presentation)
    const named = label === undefined ? metric : `${metric} (${label})`
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

/** The suite of a gate and its metric; of a rule of the whole run neither. */
function ownOf(metric: string, presentation: ScoresDocument['presentation']) {
  const space = metric.indexOf(' ')
  const [suite, key] = [metric.slice(0, space), metric.slice(space + 1)]
  return { own: presentation && Object.hasOwn(presentation, suite) ? presentation[suite] : undefined, key }
}

function labelOf(metric: string, presentation: ScoresDocument['presentation']): string | undefined {
  const { own, key } = ownOf(metric, presentation)
  return own?.labels?.[key]
}

/** The highest value that a metric can have, where it is known. */
function highestOf(metric: string, presentation: ScoresDocument['presentation']): number | undefined {
  const { own, key } = ownOf(metric, presentation)
  return (own?.ranges?.[key] ?? (own?.headline?.key === key ? own.headline.range : undefined))?.[1]
}

/** How far a figure is from the bound that it breaks. */
function distanceText({ value, rule }: EvaluatedGate): string | undefined {
  const [, kind, bound] = /^(min|max) (\S+)/.exec(rule) ?? []
  if (value === null || bound === undefined || !Number.isFinite(Number(bound))) return undefined
  return `${value.toFixed(3)} is ${Math.abs(value - Number(bound)).toFixed(3)} ${kind === 'min' ? 'below' : 'above'} the bound of ${bound}`
}
