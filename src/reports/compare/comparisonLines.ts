import { counted } from '../../core/base/text/counted.ts'
import type { MetricComparison } from '../../core/stats/compareRecords.ts'
import { type ComparedRun, modelOf } from '../../deciding/compare/comparedRun.ts'
import type { SuiteComparison } from '../../deciding/compare/suiteComparison.ts'
import { shownVerdict, suiteVerdict, VERDICT_TEXTS, verdictLine } from '../../deciding/compare/suiteVerdict.ts'
import { fittedTable } from '../fittedTable.ts'
import { grouped, wrapWords } from '../layout.ts'
import { simulatedBanner } from '../simulatedBanner.ts'
import { metricFigures, metricName, scaleText } from './metricText.ts'
import { toldSentences } from './toldSentences.ts'

/** Flipped items listed. */
const FLIPPED = 50
/** Metrics listed beside a suite's headline, where fewer are told apart. */
const LISTED = 3
/** Columns aligned left: of the suites, and of the metrics of one. */
const LEFT = { suites: new Set([0, 1, 5, 6]), metrics: new Set([0, 4, 5]) }
/** What follows a verdict that the number of tests alone stands in the way of. */
const BY_ITSELF = '*'

/** What of a comparison is shown. */
export interface ComparisonView {
  /** Columns of the terminal. */
  readonly width: number
  /** List the items that passed in one run only. */
  readonly flipped: boolean
  /** Show every metric that was compared, not only those that changed most clearly. */
  readonly all: boolean
}

/** Two runs for the terminal: the verdict over all suites, each suite's headline, then what changed within the suites. */
export function comparisonLines(a: ComparedRun, b: ComparedRun, comparisons: readonly SuiteComparison[], view: ComparisonView): string[] {
  const names = fittedTable(
    [
      ['A', a.name, modelOf(a)],
      ['B', b.name, modelOf(b)],
    ],
    view.width,
    new Set([0, 1, 2]),
    [
      { column: 2, least: 24 },
      { column: 1, least: 20 },
    ],
  )
  // A verdict stays on one line with its first suite.
  const verdict = sentence(verdictLine(comparisons.map(suiteVerdict)).replace(/(cannot|no) (tell|change): /g, '$1\u00a0$2:\u00a0'), view)
  const sections = comparisons.map((comparison) => suiteLines(comparison, view))
  const changed = comparisons.some(({ lost, gained }) => lost.length + gained.length > 0)
  const told = sections.flat().join('\n')
  return [
    ...verdict,
    '',
    ...names,
    ...simulatedBanner([a, b], view.width),
    '',
    ...suiteTable(comparisons, view),
    ...sections.flat(),
    '',
    ...sentence(
      `The verdict on a suite is that on its headline metric, which is tested by itself at 5 %. Its other metrics are tested together (Holm).`,
      view,
    ),
    ...(told.includes(`cannot tell${BY_ITSELF}`)
      ? sentence(
          `${BY_ITSELF} It could be told if it were the only one tested: npx holdfast compare ${a.name} ${b.name} --metric <key>`,
          view,
        )
      : []),
    ...(changed && !view.flipped ? sentence(`Items that changed: npx holdfast compare ${a.name} ${b.name} --flipped`, view) : []),
    '',
    ...verdict,
  ]
}

/** One row for each suite: the metric that it is read by first. */
function suiteTable(comparisons: readonly SuiteComparison[], { width }: ComparisonView): string[] {
  const rows = comparisons.map((comparison) => {
    const { suite, verdict, metric } = suiteVerdict(comparison)
    const cells = metric ? [scaleText(comparison, metric.key), ...metricFigures(comparison, metric)] : ['', '', '', '', '']
    return [suite, ...cells, VERDICT_TEXTS[verdict]]
  })
  return fittedTable([['suite', 'scale', 'A', 'B', 'B - A', '95 % interval', 'verdict'], ...rows], width, LEFT.suites)
}

function suiteLines(comparison: SuiteComparison, view: ComparisonView): string[] {
  const { suite, paired, onlyA, onlyB, fullMarks, warning, shown } = comparison
  const { metric } = suiteVerdict(comparison)
  const headline = metric ? [`${metricName(comparison, metric.key)}${unitText(comparison, metric.key)}`] : []
  const rest = onlyA + onlyB > 0 ? `, ${grouped(onlyA)} only in A, ${grouped(onlyB)} only in B` : ', all paired'
  const rows = listedMetrics(comparison, metric, view.all)
  const left = comparison.metrics.length - rows.length - (metric ? 1 : 0)
  return [
    '',
    ...sentence(`${[suite, ...(shown?.title && shown.title !== suite ? [shown.title] : [])].join(', ')}: ${headline.join()}`, view),
    ...sentence(
      `  ${counted(paired, 'item')}${rest}: ${grouped(fullMarks.onlyA)} newly failing, ${grouped(fullMarks.onlyB)} fixed, ${grouped(fullMarks.both)} passed in both`,
      view,
    ),
    ...(warning ? sentence(`  NOT ALIKE: ${warning}`, view) : []),
    ...toldSentences(comparison, [...(metric ? [metric] : []), ...rows]).flatMap((text) => sentence(`  ${text}`, view)),
    ...(rows.length > 0 ? metricTable(comparison, rows, view) : []),
    ...(left > 0 ? sentence(`  ${restText(comparison, rows, metric)}: --all shows them`, view) : []),
    ...(view.flipped ? flippedLines('newly failing, passed in A only', comparison.lost) : []),
    ...(view.flipped ? flippedLines('fixed, passed in B only', comparison.gained) : []),
  ]
}

/** The unit of a suite's headline, in brackets. */
function unitText({ shown }: SuiteComparison, key: string): string {
  return shown?.headline.key === key && shown.headline.unit !== undefined ? ` (${shown.headline.unit})` : ''
}

/** What is shown of a suite's other metrics: those that are told apart, then the clearest of those that changed. */
function listedMetrics({ metrics }: SuiteComparison, headline: MetricComparison | undefined, all: boolean): MetricComparison[] {
  const others = metrics.filter((metric) => metric !== headline)
  if (all) return others
  const told = others.filter(({ verdict }) => verdict !== 'cannot-tell')
  const changed = others.filter((metric) => shownVerdict(metric) === 'cannot-tell' && metric.p < 1).sort((one, other) => one.p - other.p)
  return [...told, ...changed].slice(0, Math.max(LISTED, told.length))
}

function restText({ metrics }: SuiteComparison, listed: readonly MetricComparison[], headline: MetricComparison | undefined): string {
  const rest = metrics.filter((metric) => metric !== headline && !listed.includes(metric))
  const changed = rest.filter((metric) => metric.change !== 0).length
  return [
    ...(changed > 0 ? [`${grouped(changed)} more changed and cannot be told apart`] : []),
    ...(rest.length > changed ? [`${grouped(rest.length - changed)} did not change`] : []),
  ].join(', ')
}

function metricTable(comparison: SuiteComparison, rows: readonly MetricComparison[], { width }: ComparisonView): string[] {
  const cells = rows.map((metric) => [
    nameWithScale(comparison, metric.key),
    ...metricFigures(comparison, metric),
    VERDICT_TEXTS[shownVerdict(metric)] + (metric.verdict === 'cannot-tell' && metric.p < 0.05 ? BY_ITSELF : ''),
  ])
  return fittedTable([['other metrics', 'A', 'B', 'B - A', '95 % interval', 'verdict'], ...cells], width - 2, LEFT.metrics).map(
    (line) => `  ${line}`,
  )
}

/** A name, with its scale where that is another one than the headline's. */
function nameWithScale(comparison: SuiteComparison, key: string): string {
  const [scale, headline] = [scaleText(comparison, key), scaleText(comparison, comparison.shown?.headline.key ?? key)]
  return metricName(comparison, key) + (scale === '' || scale === headline ? '' : ` (${scale})`)
}

/** A sentence, wrapped under itself. */
function sentence(text: string, { width }: Pick<ComparisonView, 'width'>): string[] {
  const indent = text.length - text.trimStart().length
  return wrapWords(text.trimStart(), width - 1 - indent, 2).map((line) => ' '.repeat(indent + 1) + line)
}

function flippedLines(title: string, items: readonly string[]): string[] {
  return [
    '',
    `   ${title}`,
    ...items.slice(0, FLIPPED).map((item) => `     ${item}`),
    ...(items.length > FLIPPED ? [`     … ${grouped(items.length - FLIPPED)} more: --json has all`] : []),
  ]
}
