import { groupBy } from '../../core/base/collections.ts'
import { counted } from '../../core/base/text/counted.ts'
import { metricScale } from '../../core/format/metricScale.ts'
import type { RunFolder } from '../../core/format/runFolder.ts'
import type { Metrics } from '../../core/format/scoresDocument.ts'
import type { MetricComparison } from '../../core/stats/compareRecords.ts'
import { suiteChange } from '../../deciding/baseline/compareWithBaseline.ts'
import type { ComparedRun } from '../../deciding/compare/comparedRun.ts'
import { markTexts, modelOf } from '../../deciding/compare/comparedRun.ts'
import type { SuiteComparison } from '../../deciding/compare/suiteComparison.ts'
import {
  CLEAR_OF_ZERO,
  decidingMetric,
  isClearOfZero,
  shownVerdict,
  suiteVerdict,
  unsureTexts,
  verdictLine,
} from '../../deciding/compare/suiteVerdict.ts'
import { pageBlocks } from '../blocks/pageBlocks.ts'
import { changeInterval, changeText, digitsOf, figureText } from '../decision/figureText.ts'
import { metricLabel, scaleText, suiteTitle } from '../decision/metricNaming.ts'
import { flipCounts, itemName, type SuiteRow, suiteRow, VERDICT_SIGNS, verdictText } from '../decision/suiteRow.ts'
import { flipLinks, suiteTable } from '../suiteTable.ts'
import type { SuiteViews } from '../suiteView.ts'
import { html, type Markup } from './markup.ts'
import { table } from './pictures/figure.ts'
import { forest } from './pictures/forest.ts'

/** A run with the folder that has its transcripts. */
export interface PageComparedRun extends ComparedRun {
  readonly folder: RunFolder | undefined
}

/** One run against another, suite by suite. */
export interface RunComparison {
  readonly other: PageComparedRun
  readonly suites: readonly SuiteComparison[]
}

/** What the compare page says before its items: for each other run one verdict over all suites, then suite by suite. */
export function compareSections(run: PageComparedRun, comparisons: readonly RunComparison[], views: SuiteViews): Markup {
  const runs = [run, ...comparisons.map(({ other }) => other)]
  const suites = [...new Set(comparisons.flatMap((comparison) => comparison.suites.map(({ suite }) => suite)))].sort()
  const pictures = suites.flatMap((suite) => views(suite).comparePicture?.(runs) ?? [])
  return html`${comparisons.map((comparison, at) => overview(run, comparison, at))}
${comparisons.map(({ other, suites: own }, at) => byName(own).map((suite) => section(run, other, suite, at)))}
${pictures.length > 0 && html`<section class="suite" aria-labelledby="all-runs"><h2 id="all-runs">All runs</h2><div class="pictures">${pictures}</div></section>`}`
}

/** Links to the section of each suite. */
export function compareLinks(
  run: PageComparedRun,
  comparisons: readonly RunComparison[],
): { readonly href: string; readonly text: string }[] {
  return comparisons.flatMap(({ other, suites }, at) =>
    byName(suites).map(({ suite }) => ({
      href: `#${sectionId(suite, at)}`,
      text: titleOf(run, suite) + (comparisons.length > 1 ? ` against ${other.name}` : ''),
    })),
  )
}

function byName(suites: readonly SuiteComparison[]): SuiteComparison[] {
  return [...suites].sort((one, other) => (one.suite < other.suite ? -1 : 1))
}

/** Section of a suite against the other run at a place. */
function sectionId(suite: string, at: number): string {
  return at === 0 ? `suite-${suite}` : `suite-${suite}-${at + 1}`
}

function titleOf({ document }: PageComparedRun, suite: string): string {
  return suiteTitle(suite, document?.presentation)
}

function overview(run: PageComparedRun, { other, suites }: RunComparison, at: number): Markup {
  const comparisons = byName(suites)
  const alike = comparisons.filter(({ warning }) => warning === undefined)
  const verdicts = alike.map((comparison) => ({ ...suiteVerdict(comparison), suite: titleOf(run, comparison.suite) }))
  const unlike = comparisons.filter(({ warning }) => warning !== undefined).map(({ suite }) => titleOf(run, suite))
  const has = (wanted: string) => verdicts.some(({ verdict }) => verdict === wanted)
  const [kind, sign] = has('worse')
    ? (['broken', VERDICT_SIGNS.worse] as const)
    : has('better')
      ? (['held', VERDICT_SIGNS.better] as const)
      : (['none', has('same-figure') && !has('cannot-tell') ? VERDICT_SIGNS['same-figure'] : VERDICT_SIGNS['cannot-tell']] as const)
  const line = [verdictLine(verdicts), ...(unlike.length > 0 ? [`not comparable: ${unlike.join(', ')}`] : [])].filter(Boolean).join('; ')
  const id = at === 0 ? 'decision' : `decision-${at + 1}`
  const rows = comparisons.map((comparison) => rowOf(run, comparison))
  const counts = flipCounts(rows)
  return html`<section class="decision ${kind}" aria-labelledby="${id}">
<div class="heading"><h2 id="${id}"><span aria-hidden="true">${sign}</span> ${line.slice(0, 1).toUpperCase()}${line.slice(1)}</h2></div>
<p>B, now: <strong>${run.name}</strong> ${named(run)} · A, base: <strong>${other.name}</strong> ${named(other)}</p>
${counts && html`<p class="flips">${flipLinks(counts)}</p>`}
</section>
<section class="suites" aria-labelledby="suites-${at}"><h3 id="suites-${at}" class="unseen">Suites against ${other.name}</h3>${pageBlocks([suiteTable({ rows, hrefOf: (suite) => `#${sectionId(suite, at)}` })])}</section>`
}

function named(run: PageComparedRun): Markup {
  const day = run.document?.run.startedAt.slice(0, 10)
  return html`<span class="quiet">(${[modelOf(run), day].filter(Boolean).join(', ')})</span>`
}

/** The row of a suite, with the figures on the items that both runs scored. */
function rowOf({ document }: PageComparedRun, comparison: SuiteComparison): SuiteRow {
  const { suite, lost, gained, warning, paired, shown } = comparison
  const change = suiteChange({ ...comparison, lost: lost.length, gained: gained.length })
  const { metric } = change
  const described = metric && document?.suites[suite]?.metrics[metric.key]
  const n = decidingMetric(comparison)?.n ?? 0
  const metrics = metric ? { [metric.key]: { ...described, value: metric.now, n, ci95: null } } : {}
  const { leftOut } = document?.suites[suite] ?? {}
  const noValue = comparison.noValue ?? (paired === 0 ? 'no item in both' : undefined)
  const own = document?.presentation?.[suite]
  // Read by what was compared, whatever this run alone is read by.
  const presentation = { ...document?.presentation, ...(own && { [suite]: { ...own, headline: shown?.headline } }) }
  const row = suiteRow(suite, { metrics, headline: metric?.key, leftOut, noValue }, presentation, change)
  // What was made otherwise is shown, and nothing is said of it.
  return warning === undefined ? row : { ...row, verdict: undefined, told: `not comparable: ${warning}` }
}

function section(run: PageComparedRun, other: PageComparedRun, comparison: SuiteComparison, at: number): Markup {
  const { suite, metrics, paired, onlyA, onlyB, fullMarks, first, warning, noValue } = comparison
  const own = run.document?.presentation?.[suite]
  const described = run.document?.suites[suite]?.metrics
  const { verdict, metric } = suiteVerdict(comparison)
  const parts = markTexts(other, run, suite)
  const title = titleOf(run, suite)
  const id = sectionId(suite, at)
  const headline = metric && metricLabel(metric.key, described)
  const rest = onlyA + onlyB > 0 ? `, ${onlyA} only in A, ${onlyB} only in B` : ''
  const sorted = [...metrics].sort((one, two) => Number(two.key === first) - Number(one.key === first))
  const family = familyText({ metrics, first: first === undefined ? undefined : `“${metricLabel(first, described)}”` })
  return html`<section class="suite" id="${id}" aria-labelledby="title-${id}"><h2 id="title-${id}">${title}${at > 0 && ` against ${other.name}`}</h2>
${own?.about && html`<p class="about"><strong>${own.about.question}</strong> ${parts.length === 0 && own.about.good}</p>`}
${parts.map((text) => html`<p><strong>${text}.</strong></p>`)}
<p>${warning === undefined ? html`<span class="change ${verdict}">${verdictText(verdict)}</span>` : html`<strong>Not comparable: ${warning}.</strong>`}${headline && ` by ${headline}`}${noValue !== undefined && html` <strong>no value: ${noValue}</strong>`} · ${counted(paired, itemName(own))} in both${rest}</p>
<h3>Items that changed</h3><p>${flipLinks({ newlyFailing: fullMarks.onlyA, fixed: fullMarks.onlyB }, suite)} · ${fullMarks.both} passed in both, ${fullMarks.neither} in neither</p>
<div class="pictures">${byScale(sorted, described).map(({ scale, metrics: some }) =>
    forest(
      `Changes${scale}, B less A`,
      `With 95 % intervals of the paired difference; ${family}.`,
      some.map((entry) => ({
        name: metricLabel(entry.key, described),
        change: entry.change,
        ci95: entry.ci95,
        verdict: shownVerdict(entry),
      })),
      digitsFor(some, described),
    ),
  )}</div>
${[...unsureTexts(metrics.map(shownVerdict)), ...(metrics.some(isClearOfZero) ? [CLEAR_OF_ZERO] : [])].map((text) => html`<p class="quiet">${text}</p>`)}
<details class="fold"><summary>All ${counted(metrics.length, 'metric')} that ${metrics.length === 1 ? 'was' : 'were'} compared</summary>${metricTable(sorted, described, title)}</details></section>`
}

/** Metrics by the scale they are on: a change of 0.2 is much of a share, and nothing of 100 points. */
function byScale(metrics: readonly MetricComparison[], described: Metrics | undefined) {
  const groups = groupBy(metrics, ({ key, a, b }) => {
    const range = metricScale(described?.[key])
    return range ? ` on the scale ${scaleText(range)}` : sizeText(Math.max(Math.abs(a), Math.abs(b)))
  })
  return [...groups].map(([scale, some]) => ({ scale: groups.size === 1 && !scale.includes('scale') ? '' : scale, metrics: some }))
}

/** Without a known scale, figures of one size stand together. */
function sizeText(largest: number): string {
  return largest > 10 ? ' over 10' : largest > 1 ? ' up to 10' : ' up to 1'
}

function digitsFor(metrics: readonly MetricComparison[], described: Metrics | undefined): number {
  const [first] = metrics
  return digitsOf(first && metricScale(described?.[first.key]), ...metrics.flatMap(({ a, b }) => [a, b]))
}

function metricTable(metrics: readonly MetricComparison[], described: Metrics | undefined, title: string): Markup {
  const rows = metrics.map((entry) => {
    const { key, a, b, change, ci95, adjusted, detectable, n } = entry
    const digits = digitsFor([entry], described)
    const [verdict, label, range] = [shownVerdict(entry), metricLabel(key, described), metricScale(described?.[key])]
    return [
      html`${label}${label !== key && html`<br><span class="quiet">${key}</span>`}`,
      html`<span class="change ${verdict}">${verdictText(verdict)}</span>`,
      changeText(change, digits),
      ci95 ? changeInterval(ci95, digits) : '',
      figureText(a, digits),
      figureText(b, digits),
      range ? scaleText(range) : '–',
      pText(adjusted).replace('p = ', '').replace('p ', ''),
      detectable === null ? '' : figureText(detectable, digits),
      n.toLocaleString('en'),
    ]
  })
  const head = ['metric', 'verdict', 'change', '95 % interval', 'A', 'B', 'scale', 'p, corrected', 'smallest change detected', 'values']
  return html`<p>“Smallest change detected”: a true change of this size is detected in 9 of 10 runs with these items.</p>${table(head, rows, `Changes in ${title}`)}`
}

/** Which metrics are tested with which. */
function familyText({ metrics, first }: Pick<SuiteComparison, 'metrics' | 'first'>): string {
  if (metrics.length === 1) return '1 test, at 5 %'
  if (first === undefined) return `${metrics.length} tests, together at 5 % (Holm)`
  return `${first} tested by itself at 5 %, the other ${metrics.length === 2 ? 'one as well' : `${metrics.length - 1} together at 5 % (Holm)`}`
}

function pText(p: number): string {
  return p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`
}
