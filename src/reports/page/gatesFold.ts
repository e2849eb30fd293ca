import type { GateResult, ScoresDocument } from '../../core/format/scoresDocument.ts'
import { changeText, figureText } from '../decision/figureText.ts'
import { gateNaming, scaleText } from '../decision/metricNaming.ts'
import { ruleText } from '../decision/ruleText.ts'
import { earlyGateText } from '../earlyText.ts'
import { cardTable } from './cardTable.ts'
import { html, type Markup } from './markup.ts'

const ORDER = ['broken', 'undecided', 'pending', 'held'] as const satisfies readonly GateResult['verdict'][]
const SIGNS = { held: '✓', broken: '✗', undecided: '?', pending: '…' } as const

const COLUMNS = [
  { head: 'metric' },
  { head: 'verdict' },
  { head: 'distance' },
  { head: 'scale' },
  { head: 'now', isFigure: true },
  { head: 'base', isFigure: true },
  { head: 'change', isFigure: true },
  { head: '95 % interval' },
]

/** All rules with their figures, folded under how many came out which way; nothing where there are none. */
export function gatesFold(document: ScoresDocument): Markup | undefined {
  const { gates, baseline } = document
  if (gates.length === 0) return undefined
  const counts = ORDER.flatMap((verdict) => {
    const count = gates.filter((gate) => gate.verdict === verdict).length
    return count > 0 ? [`${count} ${verdict}`] : []
  })
  const sorted = [...gates].sort((one, other) => ORDER.indexOf(one.verdict) - ORDER.indexOf(other.verdict))
  return html`<details class="fold"><summary>Gates (${counts.join(', ')})${baseline && ` against ${baseline.name}`}</summary><div id="gates">${cardTable(
    COLUMNS,
    sorted.map((gate) => gateRow(gate, document)),
    'Gates',
  )}</div></details>`
}

function gateRow(gate: GateResult, document: ScoresDocument) {
  const { value, base, change, ci95, verdict, note, because } = gate
  const naming = gateNaming(gate, document)
  const { title, label, digits, range } = naming
  const figure = (of: number | null | undefined, text = figureText) => (of === null || of === undefined ? '–' : text(of, digits))
  return [
    html`${title} ${label}${[earlyGateText(gate), note, verdict === 'held' ? undefined : because].map((said) => said && html`<br><span class="quiet">${said}</span>`)}`,
    html`<span class="gate ${verdict}">${SIGNS[verdict]} ${verdict}</span>`,
    ruleText(gate, naming),
    range ? scaleText(range) : '–',
    figure(value),
    figure(base),
    figure(change, changeText),
    ci95 ? ci95.map((end) => figure(end, change === undefined ? figureText : changeText)).join(' to ') : '–',
  ]
}
