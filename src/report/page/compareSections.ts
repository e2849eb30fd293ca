import { counted } from '../../base/text/counted.ts'
import { modelOf } from '../../results/compare/comparedRun.ts'
import type { SuiteComparison } from '../../results/compare/suiteComparison.ts'
import { familyText } from '../compare/familyText.ts'
import type { SuiteViews } from '../suiteView.ts'
import { html, type Markup } from './markup.ts'
import { table } from './pictures/figure.ts'
import { forest } from './pictures/forest.ts'
import type { PageComparedRun, RunComparison } from './runComparison.ts'
import { hashOf } from './shared/filters.ts'

/** What the compare page says before its items: for each other run and suite, the changes and what can be said of them. */
export function compareSections(run: PageComparedRun, comparisons: readonly RunComparison[], views: SuiteViews): Markup {
  const runs = [run, ...comparisons.map(({ other }) => other)]
  const suites = [...new Set(comparisons.flatMap((comparison) => comparison.suites.map(({ suite }) => suite)))]
  const pictures = suites.flatMap((suite) => views(suite).comparePicture?.(runs) ?? [])
  return html`${comparisons.map(({ other, suites }) => suites.map((suite) => section(run, other, suite)))}
${pictures.length > 0 && html`<section class="suite" aria-labelledby="all-runs"><h2 id="all-runs">All runs</h2><div class="pictures">${pictures}</div></section>`}`
}

function section(run: PageComparedRun, other: PageComparedRun, comparison: SuiteComparison): Markup {
  const { suite, metrics, paired, onlyA, onlyB, fullMarks, warning } = comparison
  const [better, worse] = (['better', 'worse'] as const).map((verdict) => metrics.filter((entry) => entry.verdict === verdict).length)
  const finding =
    worse === 0 && better === 0
      ? `${run.name} and ${other.name} cannot be told apart by any`
      : `${run.name} is worse than ${other.name} in ${worse}, better in ${better}`
  const told = `${suite}: ${finding} of ${counted(metrics.length, 'metric')}.`
  const largest = Math.max(0, ...metrics.flatMap(({ change, ci95 }) => [change, ...(ci95 ?? [])].map(Math.abs)))
  const digits = largest > 5 ? 1 : 3
  const signed = (value: number) => `${value > 0 ? '+' : ''}${value.toFixed(digits)}`
  const rows = metrics.map(({ key, a, b, change, ci95, verdict, adjusted, detectable, n }) => [
    key,
    html`<span class="gate ${verdict === 'worse' ? 'broken' : verdict === 'better' ? 'held' : 'undecided'}">${verdict === 'worse' ? '▼ worse' : verdict === 'better' ? '▲ better' : '? cannot tell'}</span>`,
    signed(change),
    ci95 ? ci95.map(signed).join(' to ') : '',
    a.toFixed(digits),
    b.toFixed(digits),
    adjusted < 0.001 ? '< 0.001' : adjusted.toFixed(3),
    detectable === null ? '' : detectable.toFixed(digits),
    n.toLocaleString('en'),
  ])
  return html`<section class="suite"><div class="verdict ${(worse ?? 0) > 0 ? 'failed' : 'passed'}"><h2>${told}</h2>
<p>A: ${other.name}, ${modelOf(other)} · B: ${run.name}, ${modelOf(run)} · ${counted(paired, 'item')} paired${onlyA + onlyB > 0 ? `, ${onlyA} only in A, ${onlyB} only in B` : ''}</p>
${warning && html`<p><strong>Not to be compared: ${warning}.</strong></p>`}</div>
<h3>Items that changed</h3><p><a href="${hashOf({ suite, flip: 'lost' })}">▼ ${counted(fullMarks.onlyA, 'item')} passed in A only</a> · <a href="${hashOf({ suite, flip: 'gained' })}">▲ ${counted(fullMarks.onlyB, 'item')} passed in B only</a> · ${fullMarks.both} in both, ${fullMarks.neither} in neither</p>
<div class="pictures">${
    metrics.length > 0 &&
    forest(
      'Changes, B less A',
      `With 95 % intervals of the paired difference; ${familyText(comparison)}.`,
      metrics.map(({ key, change, ci95, verdict }) => ({ name: key, change, ci95, verdict })),
      digits,
    )
  }</div>
<h3>All metrics that were compared</h3><p>“Told from” is the smallest true change that these items tell in 9 of 10 runs.</p>${table(['metric', 'verdict', 'B − A', '95 % interval', 'A', 'B', 'p, corrected', 'told from', 'items'], rows, `Changes in ${suite}`)}</section>`
}
