import { redactSecrets } from '../../core/base/secrets.ts'
import { type GateResult, isOrdinaryRun, type ScoresDocument } from '../../core/format/scoresDocument.ts'
import { verdictLine } from '../../deciding/compare/suiteVerdict.ts'
import type { JudgeStanding } from '../../judging/certificate/certificate.ts'
import type { Fact } from '../blocks/block.ts'
import { pageBlocks } from '../blocks/pageBlocks.ts'
import type { NextStep } from '../decision/nextStep.ts'
import { type RuleLine, runDecision } from '../decision/runDecision.ts'
import { extentFacts, lookupFacts, measuredModel, usageFacts } from '../decision/runFacts.ts'
import { flipCounts, type SuiteRow, suiteRows } from '../decision/suiteRow.ts'
import { gateBlocks } from '../gateBlocks.ts'
import { flipLinks, suiteTable } from '../suiteBlocks.ts'
import { html, type Markup } from './markup.ts'

/** Rules named at once; the fold has them all. */
const RULES = 6

/**
 * What one sees without scrolling: the decision, what broke, how much ran, what changed, and each suite in a row.
 * @param document with its change from the baseline that the page shows.
 * @param standing of its judge.
 */
export function firstScreen(document: ScoresDocument, standing: JudgeStanding | undefined, next: NextStep): Markup {
  const { kind, sign, heading, rules, reasons, notes, judge } = runDecision(document, standing)
  // What the heading says of a figure stands there once.
  const rows = suiteRows(document).map((row) => (heading.endsWith(row.mark) ? { ...row, shortMark: '' } : row))
  const { kind: extent, facts } = extentFacts(document, standing)
  return html`<section class="decision ${kind}" aria-labelledby="decision">
<div class="heading"><h2 id="decision">${sign && html`<span aria-hidden="true">${sign}</span> `}${heading}</h2>${who(document)}</div>
${rules.length + reasons.length > 0 && html`<ul class="rules">${rules.slice(0, RULES).map(ruleLine)}${rules.length > RULES && html`<li><a href="#gates">${rules.length - RULES} more below</a></li>`}${reasons.map((reason) => html`<li class="broken"><span aria-hidden="true">✗</span> ${wholeOptions(reason)}</li>`)}</ul>`}
<p class="extent"><strong class="${extent}">${extent}</strong> ${facts.join(' · ')}</p>
${notes.map((note) => html`<p>${note}</p>`)}${judge && html`<p>${judge.text} <code>${judge.command}</code></p>`}
${changes(document, rows)}
<p class="next">next: <code>${next.command}</code> <span class="quiet">${next.why}</span></p>
</section>
<section class="suites" aria-labelledby="suites"><h3 id="suites" class="unseen">Suites</h3>${pageBlocks([suiteTable(rows, isOrdinaryRun(document.run))])}</section>
${gatesFold(document)}${modelsFold(document, standing)}`
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
  return html`<li class="${verdict}"><span aria-hidden="true">${verdict === 'broken' ? '✗' : '?'}</span> ${name}${value !== '' && html` <strong>${value}</strong>`}: ${wholeOptions([...new Set(texts)].join('; '))}</li>`
}

/** A text whose options of commands stay on one line: browsers break behind their hyphens. A secret is gone before the text is in parts. */
function wholeOptions(text: string): Markup {
  return html`${redactSecrets(text)
    .split(/(--[a-z-]+)/)
    .map((part, at) => (at % 2 === 1 ? html`<span class="whole">${part}</span>` : part))}`
}

function changes({ baseline }: ScoresDocument, rows: readonly SuiteRow[]): Markup | undefined {
  const counts = flipCounts(rows)
  if (!baseline || !counts) return undefined
  const verdicts = rows.flatMap(({ title, verdict }) => (verdict ? [{ suite: title, verdict }] : []))
  return html`<p class="flips">${flipLinks(counts)} · ${verdictLine(verdicts)}</p>`
}

const ORDER = ['broken', 'undecided', 'pending', 'held'] as const satisfies readonly GateResult['verdict'][]

/** All rules with their figures, folded under how many came out which way; nothing where there are none. */
function gatesFold(document: ScoresDocument): Markup | undefined {
  const { gates, baseline } = document
  if (gates.length === 0) return undefined
  const counts = ORDER.flatMap((verdict) => {
    const count = gates.filter((gate) => gate.verdict === verdict).length
    return count > 0 ? [`${count} ${verdict}`] : []
  })
  return html`<details class="fold"><summary>Gates (${counts.join(', ')})${baseline && ` against ${baseline.name}`}</summary><div id="gates">${pageBlocks(gateBlocks(document))}</div></details>`
}

/** Models, data, seed, calls and baseline of a run: what one looks up, folded. */
function modelsFold(document: ScoresDocument, standing: JudgeStanding | undefined): Markup {
  const { baseline, usage } = document
  const facts: Fact[] = [
    ...lookupFacts(document, standing),
    ...usageFacts(usage),
    ...(baseline ? [['baseline', `${baseline.name}, run ${baseline.run}, ${baseline.model}, ${day(baseline.startedAt)}`] as const] : []),
  ]
  return pageBlocks([{ kind: 'fold', summary: 'Models, data, seed', blocks: [{ kind: 'facts', facts }] }])
}
