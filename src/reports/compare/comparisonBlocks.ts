import { groupBy, present } from '../../core/base/collections.ts'
import { counted, roughCount } from '../../core/base/text/counted.ts'
import { holdfastCommand } from '../../core/base/text/shellWord.ts'
import { WAYS } from '../../core/format/gates.ts'
import { type GateResult, isSimulated } from '../../core/format/scoresDocument.ts'
import type { MetricComparison } from '../../core/stats/compareRecords.ts'
import { isOfBaseline } from '../../deciding/baseline/compareWithBaseline.ts'
import { type ComparedRun, markTexts, modelOf } from '../../deciding/compare/comparedRun.ts'
import type { SuiteComparison } from '../../deciding/compare/suiteComparison.ts'
import {
  CLEAR_OF_ZERO,
  isClearOfZero,
  SHOWN_VERDICTS,
  type ShownVerdict,
  type SuiteVerdict,
  shownVerdict,
  suiteVerdict,
  unsureTexts,
  VERDICT_TEXTS,
  verdictLine,
} from '../../deciding/compare/suiteVerdict.ts'
import { type Block, type BlockColumn, columnsOf, type Phrase, sentences } from '../blocks/block.ts'
import { judgeText } from '../decision/runFacts.ts'
import { flipCounts, VERDICT_SIGNS, verdictText } from '../decision/suiteRow.ts'
import { grouped } from '../layout.ts'
import { html, type Markup } from '../page/markup.ts'
import { forest } from '../page/pictures/forest.ts'
import { flipLinks } from '../suiteBlocks.ts'
import { floorTexts } from './unlikeTexts.ts'

/** Flipped items listed. */
const FLIPPED = 50
/** Metrics listed beside a suite's headline, where fewer are told apart. */
const LISTED = 3
const NEWLY_FAILING = 'newly failing'
const NOT_ON_PAGE = { on: ['terminal', 'markdown'] } as const
const FIGURES: readonly BlockColumn[] = [
  ...['n', 'A', 'B', 'B - A'].map((head) => ({ head, isFigure: true })),
  { head: '95 % interval' },
  ...['p, corrected', 'smallest change told'].map((head) => ({ head, isFigure: true, on: ['page'] as const })),
  { head: 'verdict' },
]

/** What of a comparison is shown. */
export interface ComparisonView {
  /** List the items that passed in one run only. */
  readonly flipped: boolean
  /** Show every metric that was compared, not only those that changed most clearly. */
  readonly all: boolean
  /** The change that somebody asks about: what it takes to tell it. */
  readonly change?: number | undefined
}

/** Place of a suite's section on a page. */
export function sectionId(suite: string): string {
  return `suite-${suite}`
}

const capitalized = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

/** Two runs: the verdict over all suites, each suite's headline, then what changed within the suites. */
export function comparisonBlocks(a: ComparedRun, b: ComparedRun, comparisons: readonly SuiteComparison[], view: ComparisonView): Block[] {
  const alike = comparisons.filter(({ warning }) => warning === undefined).map(suiteVerdict)
  const unlike = comparisons.filter(({ warning }) => warning !== undefined).map(({ suite }) => suite)
  const line = present([verdictLine(alike), unlike.length > 0 && `not comparable in ${unlike.join(', ')}`]).join('; ')
  const told = `B against A: ${line}`
  // A verdict stays on one line with its first suite.
  const text = told.replace(/(?<=^|[;:] )(\w+ )?(\w+) in /g, (verdict) => verdict.replaceAll(' ', '\u00a0'))
  const verdict: Block = { kind: 'text', text: { text, isStrong: true }, ...NOT_ON_PAGE }
  const verdicts = comparisons.map(suiteVerdict)
  const atFloor = verdicts.flatMap(({ suite, metric }) => {
    const metricOf = ({ document }: ComparedRun) => document?.suites[suite]?.metrics[metric?.key ?? '']
    const runs = [
      ['A', metricOf(a)],
      ['B', metricOf(b)],
    ] as const
    return floorTexts(suite, runs, (b.document ?? a.document)?.presentation?.[suite]?.about?.floor)
  })
  // Runs that are alike have one judge.
  const judged = b.document && b.standing && judgeText(b.document.run, b.standing)
  const changed = verdicts.some(({ newlyFailing, fixed }) => newlyFailing + fixed > 0)
  const [one] = comparisons.flatMap(({ lost, gained }) => [...lost, ...gained])
  const listed = comparisons.flatMap((comparison, at) => listedMetrics(comparison, verdicts[at]?.metric, view.all))
  const notes = [
    'The verdict on a suite is that on its headline metric, which is tested by itself at 5 %. Its other metrics are tested together (Holm); their intervals are of each by itself.',
    ...unsureTexts([...verdicts.map((own) => own.verdict), ...listed.map(shownVerdict)]),
    ...(listed.some(isClearOfZero) ? [CLEAR_OF_ZERO] : []),
  ]
  return [
    { kind: 'html', html: decision(told, alike, verdicts) },
    verdict,
    ...sentences(gateTexts(a, b, comparisons)),
    {
      kind: 'table',
      label: 'Runs',
      columns: columnsOf(['', 'run', 'model'], 3),
      rows: [a, b].map((run, at) => ['AB'[at] ?? '', run.name, modelOf(run)]),
      givingWay: [24, 20].map((least, at) => ({ column: 2 - at, least })),
    },
    ...([a, b].some(({ document }) => isSimulated(document)) ? [{ kind: 'simulated' } as const] : []),
    suiteTable(comparisons),
    ...sentences([...notCompared(a, b, comparisons), ...atFloor, judged && `${capitalized(judged)}.`]),
    ...comparisons.map((comparison) => suiteSection(a, b, comparison, view)),
    { kind: 'gap' },
    ...sentences(notes),
    ...sentences(
      [
        changed && !view.flipped && `Items that changed: ${holdfastCommand('compare', a.name, b.name, '--flipped')}`,
        view.flipped && one !== undefined && `Read one, as ${b.name} has it: ${holdfastCommand('show', b.name, one)}`,
      ],
      NOT_ON_PAGE,
    ),
    { kind: 'gap' },
    verdict,
  ]
}

/** What a page says first, in the colour of the verdict that decides a release, with links to the items that changed. */
function decision(line: string, alike: readonly SuiteVerdict[], all: readonly SuiteVerdict[]): Markup {
  const first = SHOWN_VERDICTS.find((wanted) => alike.some(({ verdict }) => verdict === wanted)) ?? 'cannot-tell'
  const kind = { worse: 'broken', better: 'held', 'cannot-tell': 'none', 'same-figure': 'none' }[first]
  const counts = flipCounts(all)
  return html`<section class="decision ${kind}" aria-labelledby="decision">
<div class="heading"><h2 id="decision"><span aria-hidden="true">${VERDICT_SIGNS[first]}</span> ${line}</h2></div>
${counts && html`<p class="flips">${flipLinks(counts)}</p>`}
</section>`
}

/** The words that say the same as a gate. A gate on a bound that is undecided says nothing of a change. */
const AGREEING: Readonly<Record<GateResult['verdict'], readonly ShownVerdict[]>> = {
  broken: ['worse'],
  held: ['better', 'cannot-tell', 'same-figure'],
  undecided: ['cannot-tell', 'same-figure'],
  pending: SHOWN_VERDICTS,
}

/** How the gates of the later run came out against the earlier one, where the verdict has another word, and why it has. */
function gateTexts(a: ComparedRun, b: ComparedRun, comparisons: readonly SuiteComparison[]): string[] {
  const { baseline, gates = [] } = b.document ?? {}
  if (!a.document || !isOfBaseline(baseline, baseline?.name ?? '', a.document)) return []
  return gates.flatMap((gate) => {
    const { suite, key, kind, way = 'value', base, verdict } = gate
    const comparison = comparisons.find((own) => own.suite === suite && own.warning === undefined)
    const metric = comparison?.metrics.find((own) => own.key === key)
    if (!comparison || !metric || (kind === 'maxDrop' ? base === undefined : verdict === 'undecided')) return []
    const agrees = (word: ShownVerdict) => AGREEING[verdict].includes(word)
    const [own, ofSuite] = [agrees(shownVerdict(metric)), agrees(suiteVerdict(comparison).verdict)]
    if (own && ofSuite) return []
    const headline = metricName(comparison, comparison.first ?? comparison.shown?.headline.key ?? '')
    const why = own
      ? `${verdict === 'broken' ? ', as this metric is worse' : ''}. The verdict on ${suite} is that on ${headline}`
      : `: ${whyOtherwise(gate, metric, b.name)}`
    return [`The gate on ${metricName(comparison, metric.key)} (${suite}, ${kind} ${gate.bound}, ${WAYS[way]}) is ${verdict}${why}.`]
  })
}

/** Why a gate says another word than the verdict on its own metric. */
function whyOtherwise({ kind, bound = 0, way, verdict, early, ci95, because }: GateResult, metric: MetricComparison, run: string): string {
  const other = 'it went by another interval than the one below'
  if (kind !== 'maxDrop') return `it is about the figure of ${run}, not about its change`
  if (early) return `it was decided when ${early.items} of ${early.ofItems} items had run`
  if (verdict === 'held') return Math.abs(metric.change) <= bound ? 'the change is sure, and no more than it allows' : other
  if (verdict === 'undecided') {
    if (!ci95 && because !== undefined) return because
    if (way === 'worse') return 'the change is sure by itself, and not among the gates that are tested together (Holm)'
    return `that the change is ${way === 'strict' ? 'no more' : 'more'} than it allows is not sure`
  }
  if (way === 'value') return 'it looks at the number. That the metric changed is not sure'
  if (!isClearOfZero(metric)) return other
  return `it tests this metric alone. Among ${Math.round(0.05 / metric.level)} metrics tested together the change is not sure`
}

/** One row for each suite: the metric that it is read by first. */
function suiteTable(comparisons: readonly SuiteComparison[]): Block {
  const rows = comparisons.map((comparison) => {
    const { suite, verdict, metric, newlyFailing, fixed } = suiteVerdict(comparison)
    const cells = metric
      ? [scaleText(comparison, metric.key), ...metricFigures(comparison, metric)]
      : ['', '', '', '', '', comparison.paired === 0 ? 'no shared item' : 'no value', '', '']
    const name = { text: suite, html: html`<a href="#${sectionId(suite)}">${suite}</a>` }
    return [name, ...cells, verdictPhrase(comparison, verdict), grouped(newlyFailing), grouped(fixed)]
  })
  const counts = [NEWLY_FAILING, 'fixed'].map((head) => ({ head, isFigure: true, on: ['markdown', 'page'] as const }))
  return { kind: 'table', label: 'Suites', columns: [{ head: 'suite' }, { head: 'scale' }, ...FIGURES, ...counts], rows }
}

/** The suites that one of the runs lacks; nothing where somebody chose what is compared. */
function notCompared(a: ComparedRun, b: ComparedRun, comparisons: readonly SuiteComparison[]): string[] {
  const [ofA, ofB] = [a, b].map(({ records }) => new Set(records.map(({ suite }) => suite))) as [Set<string>, Set<string>]
  const only = [ofA, ofB].map((own, at) => [...own].filter((suite) => ![ofB, ofA][at]?.has(suite)))
  if (ofA.size - (only[0]?.length ?? 0) !== comparisons.length) return []
  const texts = only.flatMap((suites, at) =>
    suites.length === 0 ? [] : [`${new Intl.ListFormat('en-GB').format(suites)} ${suites.length === 1 ? 'is' : 'are'} only in ${'AB'[at]}`],
  )
  return texts.length === 0 ? [] : [`Not compared: ${texts.join(', ')}.`]
}

/** A verdict, on a page with its sign and colour; of runs that are not alike it has neither. */
function verdictPhrase({ warning }: SuiteComparison, verdict: ShownVerdict): Phrase {
  if (warning !== undefined) return `${VERDICT_TEXTS[verdict]}, not alike`
  return { text: VERDICT_TEXTS[verdict], html: html`<span class="change ${verdict}">${verdictText(verdict)}</span>` }
}

function suiteSection(a: ComparedRun, b: ComparedRun, comparison: SuiteComparison, view: ComparisonView): Block {
  const { suite, paired, onlyA, onlyB, fullMarks, warning, noValue, shown, metrics } = comparison
  const { metric, newlyFailing, fixed } = suiteVerdict(comparison)
  const parts = markTexts(a, b, suite)
  const about = b.document?.presentation?.[suite]?.about
  const key = metric?.key ?? comparison.first ?? ''
  const headline = `${metricName(comparison, key)}${unitText(comparison, key)}`
  const rest = onlyA + onlyB > 0 ? `, ${grouped(onlyA)} only in A, ${grouped(onlyB)} only in B` : ', all paired'
  const listed = listedMetrics(comparison, metric, view.all)
  const left = metrics.length - listed.length - (metric ? 1 : 0)
  const shownMetrics = present([metric, ...listed])
  return {
    kind: 'section',
    title: `${[[suite, ...(shown?.title && shown.title !== suite ? [shown.title] : [])].join(', '), headline].filter(Boolean).join(': ')}`,
    id: sectionId(suite),
    isIndented: true,
    blocks: [
      {
        kind: 'html',
        html: html`${about && html`<p class="about"><strong>${about.question}</strong> ${parts.length === 0 && about.good}</p>`}`,
      },
      {
        kind: 'text',
        text: `${counted(paired, shown?.item ?? 'item')}${rest}: ${grouped(fullMarks.onlyA)} ${NEWLY_FAILING}, ${grouped(fullMarks.onlyB)} fixed, ${grouped(fullMarks.both)} passed in both`,
      },
      ...sentences(
        present([noValue !== undefined && `no value: ${noValue}`, ...parts, warning && `NOT ALIKE: ${warning}`]).map((text) => ({
          text,
          isStrong: true,
        })),
      ),
      { kind: 'html', html: html`<p>${flipLinks({ newlyFailing, fixed }, suite)}</p>` },
      { kind: 'html', html: html`<div class="pictures">${pictures(comparison, shownMetrics)}</div>` },
      ...sentences(toldSentences(comparison, shownMetrics, view.change)),
      ...metricTable(comparison, listed),
      ...sentences([left > 0 && `${counted(left, 'more metric')}: add --all`]),
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
  const shown = [...told, ...changed].slice(0, Math.max(LISTED, told.length))
  // One more line is no more to read than the one that says so.
  return others.length - shown.length === 1 ? others : shown
}

/** A picture for each scale: a change of 0.2 is much of a share, and nothing of 100 points. Without a known scale figures of one size stand together. */
function pictures(comparison: SuiteComparison, metrics: readonly MetricComparison[]): Markup[] {
  const scales = groupBy(metrics, ({ key, a, b }) => {
    const [scale, largest] = [scaleText(comparison, key), Math.max(Math.abs(a), Math.abs(b))]
    return scale === '' ? (largest > 10 ? 'over 10' : largest > 1 ? 'up to 10' : 'up to 1') : `on the scale ${scale}`
  })
  return [...scales].map(([scale, own]) => {
    const isPlain = comparison.warning !== undefined
    const changes = own.map((metric) => ({ ...metric, name: metricName(comparison, metric.key), verdict: shownVerdict(metric), isPlain }))
    const digits = Math.max(...own.map((metric) => digitsFor(comparison, metric)))
    return forest(`Changes ${scale}, B less A`, 'With 95 % intervals of the paired difference.', changes, digits)
  })
}

function metricTable(comparison: SuiteComparison, metrics: readonly MetricComparison[]): Block[] {
  const rows = metrics.map((metric): Phrase[] => [
    nameWithScale(comparison, metric.key),
    ...metricFigures(comparison, metric),
    verdictPhrase(comparison, shownVerdict(metric)),
  ])
  const columns = [{ head: 'other metrics' }, ...FIGURES]
  return rows.length === 0 ? [] : [{ kind: 'table', label: `Metrics of ${comparison.suite}`, columns, rows, isTight: true }]
}

/** A name, with its scale where that is another one than the headline's. */
function nameWithScale(comparison: SuiteComparison, key: string): string {
  const [scale, headline] = [scaleText(comparison, key), scaleText(comparison, comparison.shown?.headline.key ?? key)]
  return metricName(comparison, key) + (scale === '' || scale === headline ? '' : ` (${scale})`)
}

function flipped(title: string, items: readonly string[]): Block[] {
  const more = items.length > FLIPPED ? [`… ${grouped(items.length - FLIPPED)} more: --json has all`] : []
  return [
    { kind: 'heading', text: title },
    { kind: 'list', texts: items.length === 0 ? ['none'] : [...items.slice(0, FLIPPED), ...more], isIndented: true },
  ]
}

/** What these items can tell: of the first metric where it has no verdict, of any where a change was asked about. A fact of the design. */
function toldSentences(comparison: SuiteComparison, shown: readonly MetricComparison[], asked: number | undefined): string[] {
  const [headline] = shown
  const items = counted(comparison.paired, 'item')
  return shown.flatMap((metric) => {
    const { verdict, detectable, needed } = metric
    const isFirst = metric === headline
    if (isFirst ? verdict !== 'cannot-tell' && asked === undefined : verdict !== 'cannot-tell' || !needed) return []
    const name = `${metricName(comparison, metric.key)}: `
    if (!needed && asked !== undefined) return [`${name}what it takes is not known, since these items do not tell how far it varies.`]
    if (detectable === null && !needed) return []
    const change = detectable === null ? 'no change on its scale' : `a change of ${detectable.toFixed(digitsFor(comparison, metric))}`
    const told = `${needed ? `${name}with` : 'With'} ${items} ${change} would be told in 9 of 10 runs`
    return [`${told}${needed ? `; to tell ${needed.change} takes ${roughCount(needed.items)} items` : ''}.`]
  })
}

/** The name of a metric in words, or its key where it has none. */
function metricName({ shown }: Pick<SuiteComparison, 'shown'>, key: string): string {
  return shown?.labels[key] ?? (shown?.headline.key === key ? shown.headline.label : key)
}

/** The lowest and highest value of a metric, as `0 to 100`; empty where they are not known. */
function scaleText({ shown }: Pick<SuiteComparison, 'shown'>, key: string): string {
  const ends = shown?.ranges[key] ?? (shown?.headline.key === key ? shown.headline.range : undefined)
  return ends?.every(Number.isFinite) ? ends.map((end) => String(Number(end.toFixed(2)))).join(' to ') : ''
}

/** The figures of a metric: both values, the change and its interval, with decimals that suit the scale, then the p value and the change that these items tell. */
function metricFigures(comparison: Pick<SuiteComparison, 'shown' | 'metrics'>, metric: MetricComparison): string[] {
  const digits = digitsFor(comparison, metric)
  const signed = (value: number) => (value > 0 ? '+' : '') + value.toFixed(digits)
  const { n, a, b, change, ci95, adjusted, detectable } = metric
  return [
    ...[grouped(n), a.toFixed(digits), b.toFixed(digits), signed(change), ci95 ? ci95.map(signed).join(' to ') : ''],
    ...[adjusted < 0.001 ? '< 0.001' : adjusted.toFixed(3), detectable?.toFixed(digits) ?? ''],
  ]
}

/** Decimals that suit the scale of a metric. */
function digitsFor({ shown }: Pick<SuiteComparison, 'shown'>, { key, a, b }: MetricComparison): number {
  const [low, high] = shown?.ranges[key] ?? [0, Math.max(Math.abs(a), Math.abs(b))]
  return high - low > 10 ? 2 : 3
}
