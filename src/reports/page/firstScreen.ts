import { isOrdinaryRun } from '../../core/format/ordinaryTests.ts'
import type { ScoresDocument } from '../../core/format/scoresDocument.ts'
import { verdictLine } from '../../deciding/compare/suiteVerdict.ts'
import type { NextStep } from '../decision/nextStep.ts'
import { type RuleLine, runDecision } from '../decision/runDecision.ts'
import { costText, judgeText, measuredModel, runDuration, sampleFact } from '../decision/runFacts.ts'
import { flipCounts, type SuiteRow, suiteRows } from '../decision/suiteRow.ts'
import { flipLinks } from './flipLinks.ts'
import { gatesFold } from './gatesFold.ts'
import { html, type Markup } from './markup.ts'
import { modelsFold } from './modelsFold.ts'
import { suiteTable } from './suiteTable.ts'

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
  return html`<p class="next">next: <code>${command}</code> <button type="button" class="copy" hidden>Copy</button> <span class="quiet">${why}</span></p>`
}
