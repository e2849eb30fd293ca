import { scaleLinear } from 'd3-scale'
import { counted } from '../../base/text/counted.ts'
import { ITEM_STATES } from '../../format/records.ts'
import type { GateResult, Metric, ScoresDocument, SuiteScores } from '../../format/scoresDocument.ts'
import { comparableOf, incomparable } from '../../results/baseline/baseline.ts'
import { headlineOf } from '../../results/headline.ts'
import { modelNotes } from '../modelNotes.ts'
import { type Content, html, type Markup } from './markup.ts'
import { line, px, table } from './pictures/figure.ts'
import { hashOf } from './shared/filters.ts'
import type { RunVerdict } from './verdict.ts'

/** What the first screen is made from. */
export interface FirstScreenInput {
  readonly document: ScoresDocument
  readonly verdict: RunVerdict
  /** The line beside the judge's name. */
  readonly certificate: string | undefined
  readonly baseline: { readonly name: string; readonly document: ScoresDocument } | undefined
}

/** Signs of the states, so that no colour is needed to tell them. */
const STATE_SIGNS = { passed: '✓', failed: '✗', unscored: '?', error: '!', skipped: '–' } as const

/** What one sees without scrolling: verdict, models, data, gates, and each suite's score. */
export function firstScreen(input: FirstScreenInput): Markup {
  const { document, verdict } = input
  return html`<section class="verdict ${verdict.kind}" aria-labelledby="verdict">
<h2 id="verdict"><span aria-hidden="true">${verdict.kind === 'passed' ? '✓' : '✗'}</span> ${verdict.sentence}</h2>
${verdict.notes.map((note) => html`<p>${note}</p>`)}</section>
<div class="overview"><div>${suiteRows(input)}${document.gates.length > 0 && gates(input)}</div>${facts(input)}</div>`
}

function simulated({ run }: ScoresDocument): boolean {
  return Object.values(run.roles).some((role) => role.simulated)
}

function badge(shown: boolean): Content {
  return shown && html` <span class="badge sim" title="a simulated model, for testing">simulated</span>`
}

function facts({ document, certificate, baseline }: FirstScreenInput): Markup {
  const { run, usage } = document
  const notes = modelNotes(document)
  const roles = Object.entries(run.roles).map(([role, { model, simulated: own }]) => {
    const told = notes
      .filter((note) => note.role === role)
      .map(({ text, isWarning }) => html`<br>${isWarning ? html`<strong>${text}</strong>` : html`<span class="quiet">${text}</span>`}`)
    const counts = usage[role]
    const tokens =
      counts && counts.promptTokens + counts.completionTokens > 0
        ? `, ${(counts.promptTokens + counts.completionTokens).toLocaleString('en')} tokens`
        : ''
    const cost = counts?.usd === null || counts?.usd === undefined ? '' : `, ${counts.usd.toFixed(2)} USD`
    return html`<div><dt>${role}</dt><dd><strong>${model}</strong>${badge(own)}${role === 'judge' && certificate !== undefined && html`<br><span class="quiet">${certificate}</span>`}${counts && html`<br><span class="quiet">${counts.calls.toLocaleString('en')} calls${counts.cached > 0 ? ` (${counts.cached.toLocaleString('en')} cached)` : ''}${tokens}${cost}</span>`}${told}</dd></div>`
  })
  const several = Object.keys(run.data).length > 1
  const data = Object.entries(run.data).map(
    ([suite, { source, sha256, items }]) =>
      html`<div>${several && `${suite}: `}${source}, ${counted(items, 'item')} <span class="quiet" title="sha256 ${sha256}">${sha256.slice(0, 12)}</span></div>`,
  )
  const otherwise = Object.keys(document.suites).flatMap((suite) => {
    const roles = document.presentation?.[suite]?.roles
    const why = baseline && incomparable(comparableOf(baseline.document, suite, roles), comparableOf(document, suite, roles))
    return why ? [`${suite}: made with ${why}, not to be compared`] : []
  })
  const time = `${run.startedAt.slice(0, 16).replace('T', ' ')} UTC`
  return html`<dl class="facts" aria-label="Models and data">${roles}<div><dt>data</dt><dd>${data}</dd></div>
<div><dt>run</dt><dd>${run.id}<br><span class="quiet">${time}, seed ${run.seed}, holdfast ${run.version}${run.shard ? `, shard ${run.shard}` : ''}</span></dd></div>
${baseline && html`<div><dt>baseline</dt><dd>${baseline.name}<br><span class="quiet">${baseline.document.run.roles.candidate?.model ?? baseline.document.run.roles.judge?.model ?? ''}, ${baseline.document.run.startedAt.slice(0, 10)}</span>${otherwise.map((why) => html`<br><strong>${why}</strong>`)}</dd></div>`}</dl>`
}

function suiteRows({ document, baseline }: FirstScreenInput): Markup {
  const sim = simulated(document)
  const rows = Object.entries(document.suites).map(([suite, scores]) => {
    const { key, label, digits, range } = headlineOf(scores, document.presentation?.[suite])
    const metric = scores.metrics[key]
    const base = baseline?.document.suites[suite]?.metrics[key]?.value
    return [
      html`<a href="#suite-${suite}">${suite}</a>`,
      html`<strong>${metric ? metric.value.toFixed(digits) : '–'}</strong>${sim && metric && html` <span class="sim-mark">sim</span>`}<br><span class="quiet">${label}</span>`,
      html`${metric && intervalBar(metric, base, range)}<span class="quiet">${metric?.ci95 ? metric.ci95.map((end) => end.toFixed(digits)).join(' to ') : metric ? 'interval not known' : ''}${metric?.floor !== undefined && html` · <span title="what answers without knowledge get">floor ${metric.floor.toFixed(digits)}</span>`}${base !== undefined && html` · base ${base.toFixed(digits)}`}</span>`,
      states(suite, scores),
    ]
  })
  return html`<div class="suites"><h3 class="unseen">Scores</h3>${table(['suite', 'score', '95 % interval', 'items'], rows, 'Scores')}</div>`
}

const BAR_WIDTH = 160
const BAR_HEIGHT = 18

/** A value with its interval on the range it can have; an upright stroke is the baseline, what is below the floor is shaded. */
function intervalBar({ value, ci95, floor }: Metric, base: number | undefined, range: readonly [number, number]): Markup {
  const x = scaleLinear(range, [4, BAR_WIDTH - 4]).clamp(true)
  const middle = BAR_HEIGHT / 2
  const [low, high] = ci95 ?? [value, value]
  const text = `${value.toFixed(3)}${ci95 ? `, interval ${low.toFixed(3)} to ${high.toFixed(3)}` : ''} on ${range[0]} to ${range[1]}${floor === undefined ? '' : `, floor ${floor.toFixed(3)}`}${base === undefined ? '' : `, baseline ${base.toFixed(3)}`}`
  return html`<svg class="interval" viewBox="0 0 ${BAR_WIDTH} ${BAR_HEIGHT}" role="img" aria-label="${text}">${line(4, middle, BAR_WIDTH - 4, middle, 'track')}
${floor !== undefined && html`<rect class="floor" x="4" y="${middle - 4}" width="${px(Math.max(1, x(floor) - 4))}" height="8"/>`}<g class="s0">${ci95 && html`<rect class="span" x="${px(x(low))}" y="${middle - 4}" width="${px(Math.max(1, x(high) - x(low)))}" height="8"/>`}<rect class="mark" x="${px(x(value) - 1.5)}" y="${middle - 7}" width="3" height="14"/></g>
${base !== undefined && line(x(base), 1, x(base), BAR_HEIGHT - 1, 'base')}</svg>`
}

function states(suite: string, scores: SuiteScores): Markup {
  const present = ITEM_STATES.filter((state) => scores[state] > 0)
  const parts = present.map(
    (state) =>
      html`<a class="state ${state}" href="${hashOf({ suite, state })}"><span aria-hidden="true">${STATE_SIGNS[state]}</span> ${scores[state].toLocaleString('en')} ${state}</a>`,
  )
  const x = scaleLinear([0, Math.max(1, scores.items)], [0, BAR_WIDTH])
  const bar = present.map((state, index) => {
    const before = present.slice(0, index).reduce((sum, earlier) => sum + scores[earlier], 0)
    const width = Math.max(2, x(scores[state]) - 2)
    return html`<rect class="part ${state}" x="${px(x(before) + 1)}" y="1" width="${px(width)}" height="8"/>`
  })
  return html`<svg class="stack" viewBox="0 0 ${BAR_WIDTH} 10" aria-hidden="true">${bar}</svg>${parts.map((part, index) => [index > 0 ? ' ' : '', part])}`
}

function gates({ document, baseline }: FirstScreenInput): Markup {
  const sim = simulated(document)
  const figure = (value: number | null | undefined, sign = false) =>
    value === null || value === undefined ? '–' : `${sign && value > 0 ? '+' : ''}${value.toFixed(3)}`
  const order = { broken: 0, undecided: 1, pending: 2, held: 3 }
  const rows = [...document.gates]
    .sort((one, other) => order[one.verdict] - order[other.verdict])
    .map(({ metric, value, base, change, ci95, rule, verdict, note }: GateResult) => [
      html`${metric}${note && html`<br><span class="quiet">${note}</span>`}`,
      html`<span class="gate ${verdict}">${GATE_SIGNS[verdict]} ${verdict}</span>`,
      rule,
      html`${figure(value)}${sim && value !== null && html` <span class="sim-mark">sim</span>`}`,
      figure(base),
      figure(change, true),
      ci95 ? ci95.map((end) => figure(end, change !== undefined)).join(' to ') : '',
    ])
  return html`<section aria-labelledby="gates"><h3 id="gates">Gates${baseline && html` against baseline ${baseline.name}`}</h3>${table(['metric', 'verdict', 'rule', 'now', 'base', 'change', '95 % interval'], rows, 'Gates')}</section>`
}

const GATE_SIGNS = { held: '✓', broken: '✗', undecided: '?', pending: '…' } as const
