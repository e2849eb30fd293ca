import { counted } from '../../core/base/text/counted.ts'
import { dataLabel } from '../../core/format/dataLabel.ts'
import { isOrdinaryRun } from '../../core/format/ordinaryTests.ts'
import type { GateResult, ScoresDocument } from '../../core/format/scoresDocument.ts'
import { verdictLine } from '../../deciding/compare/suiteVerdict.ts'
import { changeText, figureText } from '../decision/figureText.ts'
import { gateNaming, scaleText, suiteTitle } from '../decision/metricNaming.ts'
import type { NextStep } from '../decision/nextStep.ts'
import { ruleText } from '../decision/ruleText.ts'
import { type RuleLine, runDecision } from '../decision/runDecision.ts'
import { costText, judgeText, measuredModel, runDuration, sampleFact } from '../decision/runFacts.ts'
import { flipCounts, type SuiteRow, suiteRows } from '../decision/suiteRow.ts'
import { earlyGateText } from '../earlyText.ts'
import { modelNotes } from '../modelNotes.ts'
import { cardTable } from './cardTable.ts'
import { type Content, html, type Markup } from './markup.ts'
import { flipLinks, suiteTable } from './suiteTable.ts'

/** What the first screen is made from. */
export interface FirstScreenInput {
  /** With its change from the baseline that the page shows. */
  readonly document: ScoresDocument
  /** The line beside the judge's name. */
  readonly certificate: string | undefined
  readonly next: NextStep
}

/** Rules named at once; the fold has them all. */
const RULES = 6

/** What one sees without scrolling: the decision, what broke, how much ran, what changed, and each suite in a row. */
export function firstScreen({ document, certificate, next }: FirstScreenInput): Markup {
  const rows = suiteRows(document)
  const { kind, sign, heading, rules, reasons, notes } = runDecision(document)
  return html`<section class="decision ${kind}" aria-labelledby="decision">
<div class="heading"><h2 id="decision"><span aria-hidden="true">${sign}</span> ${heading}</h2>${who(document)}</div>
${rules.length + reasons.length > 0 && html`<ul class="rules">${rules.slice(0, RULES).map(ruleLine)}${rules.length > RULES && html`<li><a href="#gates">${rules.length - RULES} more below</a></li>`}${reasons.map((reason) => html`<li class="broken"><span aria-hidden="true">✗</span> ${reason}</li>`)}</ul>`}
${facts(document, certificate)}
${notes.map((note) => html`<p>${note}</p>`)}
${changes(document, rows)}
${nextLine(next)}
</section>
<section class="suites" aria-labelledby="suites"><h3 id="suites" class="unseen">Suites</h3>${suiteTable({
    rows,
    isCompared: document.baseline !== undefined,
    isOrdinary: isOrdinaryRun(document.run),
    hrefOf: (suite) => `#suite-${suite}`,
  })}</section>
${gatesFold(document)}${modelsFold(document, certificate)}`
}

function who({ run, baseline }: ScoresDocument): Markup {
  const against =
    baseline && html` vs <strong>${baseline.name}</strong> <span class="quiet">(${baseline.model}, ${day(baseline.startedAt)})</span>`
  return html`<p><strong>${measuredModel(run)}</strong>${run.startedAt !== '' && html` <span class="quiet">(${day(run.startedAt)})</span>`}${against}</p>`
}

function day(time: string): string {
  return time.slice(0, 10)
}

function ruleLine({ verdict, suite, title, label, value, texts }: RuleLine): Markup {
  const name = suite === undefined ? label : html`<a href="#suite-${suite}">${title}</a> ${label}`
  return html`<li class="${verdict}"><span aria-hidden="true">${verdict === 'broken' ? '✗' : '?'}</span> ${name}${value !== '' && html` <strong>${value}</strong>`}: ${texts.join('; ')}</li>`
}

function facts(document: ScoresDocument, certificate: string | undefined): Markup {
  const { kind, text } = sampleFact(document)
  const rest = [runDuration(document.run), costText(document), judgeText(document.run, certificate)].filter((part) => part !== undefined)
  return html`<p class="extent"><strong class="${kind}">${kind}</strong> ${[text, ...rest].join(' · ')}</p>`
}

function changes({ baseline }: ScoresDocument, rows: readonly SuiteRow[]): Markup | undefined {
  const counts = flipCounts(rows)
  if (!baseline || !counts) return undefined
  const verdicts = rows.flatMap(({ title, verdict }) =>
    verdict ? [{ suite: title, verdict, metric: undefined, newlyFailing: 0, fixed: 0 }] : [],
  )
  return html`<p class="flips">${flipLinks(counts)} · ${verdictLine(verdicts)}</p>`
}

function nextLine({ command, why }: NextStep): Markup {
  return html`<p class="next">next: <code>${command}</code> <span class="quiet">${why}</span></p>`
}

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
function gatesFold(document: ScoresDocument): Markup | undefined {
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

/** Models, data, seed and baseline of a run: what one looks up, folded. */
function modelsFold(document: ScoresDocument, certificate: string | undefined): Markup {
  const { run, presentation, baseline } = document
  const several = Object.keys(run.data).length > 1
  const data = Object.entries(run.data)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(
      ([suite, { source, version, sha256, items }]) =>
        html`<div>${several && `${suiteTitle(suite, presentation)}: `}${dataLabel({ source, version })}, ${counted(items, 'item')} <span class="quiet" title="sha256 ${sha256}">sha256 ${sha256.slice(0, 12)}</span></div>`,
    )
  const time = `${run.startedAt.slice(0, 16).replace('T', ' ')} UTC`
  const facts: (readonly [string, Content])[] = [
    ...Object.entries(run.roles).map(([role]) => [role, roleFacts(document, role, certificate)] as const),
    ['data', data],
    ['seed', run.seed],
    [
      'run',
      html`${run.id} <span class="quiet">${time}, ${run.origin ? 'Inspect log, inspect_ai' : 'holdfast'} ${run.version}${run.shard && `, shard ${run.shard}`}</span>`,
    ],
    ...(baseline
      ? [
          [
            'baseline',
            html`${baseline.name} <span class="quiet">run ${baseline.run}, ${baseline.model}, ${baseline.startedAt.slice(0, 10)}</span>`,
          ] as const,
        ]
      : []),
  ]
  return html`<details class="fold"><summary>Models, data, seed</summary><dl class="facts">${facts.map(([name, fact]) => html`<div><dt>${name}</dt><dd>${fact}</dd></div>`)}</dl></details>`
}

function roleFacts({ run, usage }: ScoresDocument, role: string, certificate: string | undefined): Markup {
  const notes = modelNotes({ run, usage }).filter((note) => note.role === role)
  const counts = usage[role]
  const tokens = counts ? counts.promptTokens + counts.completionTokens : 0
  const told = [
    ...(role === 'judge' && certificate !== undefined ? [certificate] : []),
    ...(counts
      ? [`${counts.calls.toLocaleString('en')} calls${counts.cached > 0 ? `, ${counts.cached.toLocaleString('en')} cached` : ''}`]
      : []),
    ...(tokens > 0 ? [`${tokens.toLocaleString('en')} tokens`] : []),
    ...(counts && counts.usd !== null ? [`${counts.usd.toFixed(2)} USD`] : []),
  ]
  return html`<strong>${run.roles[role]?.model}</strong>${run.roles[role]?.simulated && ' (simulated)'} <span class="quiet">${told.join(' · ')}</span>${notes.map(({ text, isWarning }) => html`<br>${isWarning ? html`<strong>${text}</strong>` : html`<span class="quiet">${text}</span>`}`)}`
}
