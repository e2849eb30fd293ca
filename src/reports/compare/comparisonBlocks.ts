import { counted, roughCount } from '../../core/base/text/counted.ts'
import type { MetricComparison } from '../../core/stats/compareRecords.ts'
import { type ComparedRun, modelOf } from '../../deciding/compare/comparedRun.ts'
import type { SuiteComparison } from '../../deciding/compare/suiteComparison.ts'
import { shownVerdict, suiteVerdict, VERDICT_TEXTS, verdictLine } from '../../deciding/compare/suiteVerdict.ts'
import { type Block, type BlockColumn, columnsOf, type Face, sentences } from '../blocks/block.ts'
import { grouped } from '../layout.ts'
import { isSimulated } from '../simulatedBanner.ts'
import { familyText } from './familyText.ts'
import { metricFigure, metricFigures, metricName, scaleText } from './metricText.ts'

/** Flipped items listed. */
const FLIPPED = 50
/** Metrics listed beside a suite's headline, where fewer are told apart. */
const LISTED = 3
const NEWLY_FAILING = 'newly failing'
const TERMINAL: readonly Face[] = ['terminal']
const WITHOUT_TERMINAL: readonly Face[] = ['markdown', 'page']
const FIGURES: readonly BlockColumn[] = [
  ...['A', 'B', 'B - A'].map((head) => ({ head, isFigure: true })),
  { head: '95 % interval' },
  { head: 'verdict' },
]
/** What follows a verdict that the number of tests alone stands in the way of. */
const BY_ITSELF = '*'

/** What of a comparison a terminal shows; markdown always has every metric, and no items. */
export interface ComparisonView {
  /** List the items that passed in one run only. */
  readonly flipped: boolean
  /** Show every metric that was compared, not only those that changed most clearly. */
  readonly all: boolean
}

/** Two runs: the verdict over all suites, each suite's headline, then what changed within the suites. */
export function comparisonBlocks(a: ComparedRun, b: ComparedRun, comparisons: readonly SuiteComparison[], view: ComparisonView): Block[] {
  // A verdict stays on one line with its first suite.
  const line = verdictLine(comparisons.map(suiteVerdict)).replace(/(cannot|no) (tell|change): /g, '$1\u00a0$2:\u00a0')
  const verdict: Block = { kind: 'text', text: { text: line, isStrong: true } }
  const changed = comparisons.some(({ lost, gained }) => lost.length + gained.length > 0)
  const marked = comparisons.some((comparison) => listedMetrics(comparison, suiteVerdict(comparison).metric, view.all).some(isMarked))
  const notes = [
    'The verdict on a suite is that on its headline metric, which is tested by itself at 5 %. Its other metrics are tested together (Holm).',
    ...(marked
      ? [`${BY_ITSELF} It could be told if it were the only one tested: npx holdfast compare ${a.name} ${b.name} --metric <key>`]
      : []),
    ...(changed && !view.flipped ? [`Items that changed: npx holdfast compare ${a.name} ${b.name} --flipped`] : []),
  ]
  return [
    verdict,
    ...runNames(a, b),
    ...([a, b].some(({ document }) => isSimulated(document)) ? [{ kind: 'simulated' } as const] : []),
    suiteTable(comparisons),
    ...comparisons.map((comparison) => suiteSection(comparison, view)),
    { kind: 'gap' },
    ...sentences(notes, { on: TERMINAL }),
    { kind: 'gap' },
    verdict,
  ]
}

/** Which run is which. */
function runNames(a: ComparedRun, b: ComparedRun): Block[] {
  const rows = [
    ['A', a.name, modelOf(a)],
    ['B', b.name, modelOf(b)],
  ]
  const givingWay = [
    { column: 2, least: 24 },
    { column: 1, least: 20 },
  ]
  return [
    { kind: 'table', label: 'Runs', columns: columnsOf(['', '', ''], 3), rows, givingWay, on: TERMINAL },
    { kind: 'list', texts: rows.map(([letter, name, model]) => `${letter}: ${name} ${model}`), on: WITHOUT_TERMINAL },
  ]
}

/** One row for each suite: the metric that it is read by first. */
function suiteTable(comparisons: readonly SuiteComparison[]): Block {
  const rows = comparisons.map((comparison) => {
    const { suite, verdict, metric, newlyFailing, fixed } = suiteVerdict(comparison)
    const cells = metric ? [scaleText(comparison, metric.key), ...metricFigures(comparison, metric)] : ['', '', '', '', '']
    return [suite, ...cells, VERDICT_TEXTS[verdict], grouped(newlyFailing), grouped(fixed)]
  })
  const counts = [NEWLY_FAILING, 'fixed'].map((head) => ({ head, isFigure: true, on: WITHOUT_TERMINAL }))
  return { kind: 'table', label: 'Suites', columns: [{ head: 'suite' }, { head: 'scale' }, ...FIGURES, ...counts], rows }
}

function suiteSection(comparison: SuiteComparison, view: ComparisonView): Block {
  const { suite, paired, onlyA, onlyB, fullMarks, warning, shown, metrics } = comparison
  const { metric } = suiteVerdict(comparison)
  const headline = metric ? `${metricName(comparison, metric.key)}${unitText(comparison, metric.key)}` : ''
  const rest = onlyA + onlyB > 0 ? `, ${grouped(onlyA)} only in A, ${grouped(onlyB)} only in B` : ', all paired'
  const listed = listedMetrics(comparison, metric, view.all)
  const left = metrics.length - listed.length - (metric ? 1 : 0)
  return {
    kind: 'section',
    title: `${[suite, ...(shown?.title && shown.title !== suite ? [shown.title] : [])].join(', ')}: ${headline}`,
    id: suite,
    isIndented: true,
    blocks: [
      {
        kind: 'text',
        text: `${counted(paired, 'item')}${rest}: ${grouped(fullMarks.onlyA)} ${NEWLY_FAILING}, ${grouped(fullMarks.onlyB)} fixed, ${grouped(fullMarks.both)} passed in both`,
      },
      ...sentences([`${familyText(comparison)}.`], { on: WITHOUT_TERMINAL }),
      ...sentences(warning ? [{ text: `NOT ALIKE: ${warning}`, isStrong: true }] : []),
      ...sentences(toldSentences(comparison, [...(metric ? [metric] : []), ...listed]), { on: TERMINAL }),
      ...sentences(toldSentences(comparison, metrics), { on: WITHOUT_TERMINAL }),
      ...metricTable(comparison, listed, 'other metrics', TERMINAL),
      ...metricTable(comparison, metrics, 'metric', WITHOUT_TERMINAL),
      ...sentences(left > 0 ? [`${restText(comparison, listed, metric)}: --all shows them`] : [], { on: TERMINAL }),
      ...(view.flipped ? flipped(`${NEWLY_FAILING}, passed in A only`, comparison.lost) : []),
      ...(view.flipped ? flipped('fixed, passed in B only', comparison.gained) : []),
    ],
  }
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

function metricTable(comparison: SuiteComparison, metrics: readonly MetricComparison[], head: string, on: readonly Face[]): Block[] {
  const rows = metrics.map((metric) => [
    on === TERMINAL ? nameWithScale(comparison, metric.key) : metricName(comparison, metric.key),
    scaleText(comparison, metric.key),
    ...metricFigures(comparison, metric),
    VERDICT_TEXTS[shownVerdict(metric)] + (on === TERMINAL && isMarked(metric) ? BY_ITSELF : ''),
  ])
  if (rows.length === 0) return []
  return [
    {
      kind: 'table',
      label: `Metrics of ${comparison.suite}`,
      columns: [{ head }, { head: 'scale', on: WITHOUT_TERMINAL }, ...FIGURES],
      rows,
      isTight: true,
      on,
    },
  ]
}

/** Whether the number of tests alone stands in the way of a verdict. */
function isMarked({ verdict, p }: MetricComparison): boolean {
  return verdict === 'cannot-tell' && p < 0.05
}

/** A name, with its scale where that is another one than the headline's. */
function nameWithScale(comparison: SuiteComparison, key: string): string {
  const [scale, headline] = [scaleText(comparison, key), scaleText(comparison, comparison.shown?.headline.key ?? key)]
  return metricName(comparison, key) + (scale === '' || scale === headline ? '' : ` (${scale})`)
}

function flipped(title: string, items: readonly string[]): Block[] {
  const more = items.length > FLIPPED ? [`… ${grouped(items.length - FLIPPED)} more: --json has all`] : []
  return [
    { kind: 'heading', text: title, on: TERMINAL },
    { kind: 'list', texts: [...items.slice(0, FLIPPED), ...more], isIndented: true, on: TERMINAL },
  ]
}

/**
 * What these items can tell of the metrics that are shown without a verdict, one sentence each: of the first one always, of the
 * others where somebody asked about a change. It is a fact of the design, which the change that was seen does not enter.
 */
function toldSentences(comparison: SuiteComparison, shown: readonly MetricComparison[]): string[] {
  const [headline] = shown
  return shown.flatMap((metric) => {
    const { key, verdict, detectable, needed } = metric
    if (verdict !== 'cannot-tell' || detectable === null || (metric !== headline && !needed)) return []
    const of = metric === headline ? '' : ` of ${metricName(comparison, key)}`
    const told = `With ${counted(comparison.paired, 'item')} a change${of} of ${metricFigure(comparison, metric, detectable)} would be told in 9 of 10 runs`
    return [`${told}${needed ? `; to tell ${needed.change} takes ${roughCount(needed.items)} items` : ''}.`]
  })
}
