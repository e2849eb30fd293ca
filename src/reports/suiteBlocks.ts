import { present } from '../core/base/collections.ts'
import { counted } from '../core/base/text/counted.ts'
import { holdfastCommand } from '../core/base/text/shellWord.ts'
import type { Display, NamedMetric } from '../core/format/display.ts'
import { besideKey, besideOf } from '../core/format/figureBeside.ts'
import { leftOutTexts } from '../core/format/leftOut.ts'
import type { ItemRecord } from '../core/format/records.ts'
import {
  isSimulated,
  type Metric,
  type Metrics,
  metricName,
  metricScale,
  type Presentation,
  type ScoresDocument,
  type SuiteScores,
} from '../core/format/scoresDocument.ts'
import { LEAST_LABELLED } from '../core/stats/labelsNeeded.ts'
import { isScored } from '../core/stats/summary/combineTrials.ts'
import { comparedMetrics, headlineOf } from '../deciding/headline.ts'
import { notCounted } from '../deciding/people.ts'
import { belowTable } from './belowTable.ts'
import {
  type Block,
  type BlockColumn,
  columnsOf,
  type Fact,
  type MarkedPhrase,
  sentences,
  type TableBlock,
  withoutEmpty,
} from './blocks/block.ts'
import { otherwiseText } from './decision/runFacts.ts'
import {
  digitsOf,
  figureText,
  floorText,
  itemName,
  lastRunText,
  type SuiteRow,
  suiteRow,
  suiteRows,
  verdictText,
} from './decision/suiteRow.ts'
import { grouped } from './layout.ts'
import { type Content, html, type Markup } from './page/markup.ts'
import { hashOf, WITHOUT_SCORE } from './page/shared/filters.ts'
import { taskName } from './taskName.ts'

/** A suite of a run: its figures and how they are shown. */
export type ShownScores = Pick<ScoresDocument, 'suites' | 'presentation'>

/** What a suite asks, the figure it is read by first with its scale, whether it was better the last time, and which values are good. */
export function headingBlocks(suite: string, document: ScoresDocument): Block[] {
  const { suites, presentation } = document
  const { about } = presentation?.[suite] ?? {}
  const { leftOut } = suites[suite] ?? {}
  const row = suiteRow(suite, suites[suite] as SuiteScores, presentation, undefined)
  const title = row.title === suite ? suite : `${suite}, ${row.title}`
  const good = leftOut ? leftOutTexts(leftOut) : [about?.good]
  const texts = [
    about?.question,
    `${headlineText(row)}${row.interval && `, 95 % interval ${row.interval}`}, ${restsText(row)}`,
    ...good,
    floorText(suite, document),
    lastRunText(suite, document),
  ]
  return [
    {
      kind: 'section',
      // The figure is read first, and often alone.
      title: present([
        `${title}: ${valueText(row)}`,
        isSimulated(document) && 'simulated',
        document.run.incomplete && 'unfinished',
        otherwiseText(document.usage),
      ]).join(', '),
      id: suite,
      isIndented: true,
      blocks: sentences(texts),
    },
  ]
}

/** The metric that a suite is read by first, with its unit and scale where they are known. */
export function headlineText({ label, unit, most, scale }: SuiteRow): string {
  const more = [unit, most && scale].filter(Boolean).join(', ')
  return label + (more && ` (${more})`)
}

/** A headline with the highest value that it can have and its mark: `0.777 of 1`, `0.904 of 1, PART: 6 of 11 tasks`. */
export function valueText({ value, now, most, mark }: SuiteRow): string {
  return now + (value === undefined ? '' : most && ` of ${most}`) + (mark && `, ${mark}`)
}

/** What a headline rests on, or `no value: 0 of 6 answers were right before pressure`. */
export function restsText({ value, basis }: SuiteRow): string {
  return value === undefined ? `no value: ${basis}` : basis
}

/** The suites of a run, a row each, with their change from the baseline where there is one. */
export function suitesTable(document: ScoresDocument): Block {
  return suiteTable(suiteRows(document))
}

/** The figures of a suite: a table by task, its headline last, and what stands below it. */
export function scoreBlocks(
  suite: string,
  { suites, presentation, run }: ShownScores & Partial<Pick<ScoresDocument, 'run'>>,
  all: readonly ItemRecord[],
): Block[] {
  const scores = suites[suite]
  if (!scores) return []
  const { metrics } = scores
  const { tasks = [], display = plainDisplay(scores, presentation?.[suite]) } = presentation?.[suite] ?? {}
  const first = headlineOf(scores, presentation?.[suite])
  const { headline: named, beside: others = [], taskKeys, percent, marks = {}, rows: below } = display
  const digits = percent ? 2 : 3
  // Of a suite that ended early the figures are of fewer items than ran.
  const records = run?.early?.[suite] ? [] : all
  const own = records.filter((record) => record.suite === suite && isScored(record))
  const passed = (of: readonly ItemRecord[]) =>
    of.length === 0 ? '' : `${grouped(of.filter(({ status }) => status === 'passed').length)} of ${grouped(of.length)}`
  const row = (key: string, name: string, count = '') => {
    const { value, floor, ci95, n = 0 } = metrics[key] ?? {}
    const figures = [value?.toFixed(digits) ?? 'no value', floor?.toFixed(digits), ci95?.map((end) => end.toFixed(digits)).join(' to ')]
    return [name + (marks[key] ?? ''), ...figures.map((text = '') => text), grouped(n), count]
  }
  const nameOf = ({ key, label }: NamedMetric) => metricName(key, metrics[key]) ?? label
  const rows = [
    ...tasks.flatMap(({ task, title }) => {
      const key = taskKeys[task] ?? ''
      if (!metrics[key]) return []
      return [row(key, taskName({ task, title }), passed(own.filter((record) => record.task === task)))]
    }),
    ...others.filter(({ key }) => key !== first.key && metrics[key]).map((metric) => row(metric.key, nameOf(metric))),
    row(first.key, nameOf(named?.key === first.key ? named : first), passed(own)),
  ]
  const unit = itemName(presentation?.[suite])
  const columns = columnsOf(['score', 'value', 'floor', '95 % interval', `${unit}s`, 'passed'])
  return [
    withoutEmpty({ kind: 'table', label: `Scores of ${suite}`, columns, rows }),
    { kind: 'gap' },
    {
      kind: 'facts',
      facts: [...belowTable(below, metrics, digits, marks, unit, presentation?.[suite]?.about?.floor), ...sharedFact(own, unit)],
    },
    { kind: 'gap' },
  ]
}

/** Why intervals are wider than those of so many independent items: what the items share, and how many there are of it. */
function sharedFact(records: readonly ItemRecord[], unit: string): Fact[] {
  const items = new Set(records.map(({ item }) => item)).size
  const kinds = new Set(records.flatMap(({ clusters }) => Object.keys(clusters ?? {})))
  const shared = [...kinds].flatMap((kind) => {
    const different = new Set(records.map(({ clusters, item }) => clusters?.[kind] ?? item)).size
    return different < items ? [counted(different, kind)] : []
  })
  return shared.length === 0 ? [] : [['intervals', `wide, since ${counted(items, unit)} share ${shared.join(' and ')}`]]
}

/** The layout of a suite that names none: its headline, and below it every other figure that nothing else shows. */
function plainDisplay(scores: SuiteScores, presentation: Presentation | undefined): Display {
  const { key, label } = headlineOf(scores, presentation)
  const keys = Object.entries(scores.metrics).flatMap(([own, { common, group }]) =>
    own === key || (common && group !== 'trials') || besideOf(own, scores.metrics) ? [] : [own],
  )
  return { headline: { key, label: key === 'score' ? 'mean' : label }, taskKeys: {}, rows: [{ label: 'metrics', keys }] }
}

const figure = (head: string, more: Pick<BlockColumn, 'on'> = {}): BlockColumn => ({ head, isFigure: true, ...more })

/**
 * One row a suite: what it measures, its figure, how it changed, and counts, which on a page lead to the items they count.
 * @param isOrdinary whether the rows are files of ordinary tests, which have no figures.
 */
export function suiteTable(rows: readonly SuiteRow[], isOrdinary = false): TableBlock {
  const name = isOrdinary ? 'file' : 'suite'
  // Where no suite is in the baseline there is no change to show.
  const isCompared = rows.some(({ base, told }) => base !== '' || told !== '')
  const own: readonly BlockColumn[] = isCompared
    ? [figure('base'), figure('change'), { head: 'verdict' }, figure('newly failing'), figure('fixed')]
    : [{ head: '95 % interval' }, figure('scored'), figure('below threshold'), figure('without a score', { on: ['page'] })]
  return {
    kind: 'table',
    label: isOrdinary ? 'Tests' : 'Suites',
    columns: [
      { head: name, on: ['terminal'] },
      { head: name, on: ['markdown', 'page'] },
      ...(isOrdinary ? [figure('tests'), figure('failed')] : [{ head: 'scale' }, figure('now'), { head: 'rests on' }, ...own]),
    ],
    rows: rows.map((row) => {
      const { suite, title, label, question, scale, unit, now, shortMark, interval, basis, scored, failed, without } = row
      const below = countLink(suite, failed, { state: 'failed' }, 'below the threshold')
      const names = [suite, { text: title, html: html`<a href="#suite-${suite}">${title}</a>${!isOrdinary && quiet(question ?? label)}` }]
      if (isOrdinary) return [...names, grouped(scored), below]
      return [
        ...names,
        { text: [scale, unit].filter(Boolean).join(', '), html: html`${scale}${quiet(unit)}` },
        { text: now + (shortMark && `, ${shortMark}`), html: html`${now}${quiet(shortMark)}`, isStrong: true },
        basis,
        ...(isCompared
          ? changeCells(row)
          : [interval || '–', grouped(scored), below, countLink(suite, without, { state: WITHOUT_SCORE }, 'without a score')]),
      ]
    }),
    givingWay: [7, 6, 4, 2, 0].map((column) => ({ column, least: 12 })),
  }
}

function changeCells({ suite, base, change, changeInterval, verdict, told, newlyFailing, fixed }: SuiteRow) {
  const said = [verdict && verdictText(verdict), told].filter(Boolean).join(', ') || '–'
  return [
    base || '–',
    { text: changeInterval ? `${change} (${changeInterval})` : change || '–', html: html`${change || '–'}${quiet(changeInterval)}` },
    { text: said, html: verdict ? html`<span class="change ${verdict}">${verdictText(verdict)}</span>${quiet(told)}` : said },
    countLink(suite, newlyFailing, { flip: 'lost' }, 'newly failing'),
    countLink(suite, fixed, { flip: 'gained' }, 'fixed'),
  ]
}

/** What stands below the text of a cell, or beside it on a phone. */
function quiet(text: string): Content {
  return text !== '' && html`<span class="quiet"> <br>${text}</span>`
}

/** A count that leads to the items it counts; the screen reader hears which. */
function countLink(suite: string, count: number | undefined, filter: { flip?: string; state?: string }, what: string): MarkedPhrase {
  const text = count === undefined ? '–' : grouped(count)
  return count
    ? { text, html: html`<a href="${hashOf({ suite, ...filter })}">${text}<span class="unseen"> items ${what}</span></a>` }
    : { text }
}

/** How many items newly fail and are fixed; each count leads to the items it counts. */
export function flipLinks({ newlyFailing, fixed }: { readonly newlyFailing: number; readonly fixed: number }, suite = ''): Markup {
  const link = (count: number, flip: string, text: string) => {
    const shown = html`<strong>${count.toLocaleString('en')}</strong> ${text}`
    return count === 0 ? shown : html`<a href="${hashOf({ suite, flip })}">${shown}</a>`
  }
  return html`${link(newlyFailing, 'lost', 'newly failing')} · ${link(fixed, 'gained', 'fixed')}`
}

/** Metrics that a terminal shows: the page and report.md have all. */
const SHOWN = 8

/** Figures beside the judge's, each kind by itself: without doubtful verdicts, and as people would have them. */
export function besideBlocks(suite: string, document: ScoresDocument): Block[][] {
  return [doubtBlocks(suite, document), correctedBlocks(suite, document)].filter((blocks) => blocks.length > 0)
}

/** The figures without doubtful verdicts and with people's in their place; none where nothing is left to people, or no judge decides. */
function doubtBlocks(suite: string, { suites, presentation, run }: ScoresDocument): Block[] {
  const title = 'Doubtful verdicts'
  const counts = run.doubtful?.[suite]
  if (!counts) {
    if (run.doubt === undefined || !run.called?.[suite]?.includes('judge')) return []
    return titled(
      title,
      'No verdict tells how doubtful it is: the judge was asked once for each. Set HOLDFAST_VOTES to 3, or name a panel as the judge.',
    )
  }
  const { judged, doubtful, labelled = 0 } = counts
  if (doubtful === 0) return titled(title, `None of ${counted(judged, 'verdict')} is doubtful.`)
  const share = `${doubtful} of ${counted(judged, 'verdict')} ${doubtful === 1 ? 'is' : 'are'} doubtful`
  const done = labelled > 0 ? ` People labelled ${labelled}.` : ''
  const said =
    labelled === doubtful
      ? `${share}, and people labelled ${doubtful === 1 ? 'it' : 'all of them'}.`
      : `${share} and left to people: ${holdfastCommand('judge', 'label', 'latest', '--by', 'doubtful')}.${done}`
  const metrics = suites[suite]?.metrics ?? {}
  const rows = rowsOf(metrics, presentation?.[suite]?.headline, (key, text) => {
    const [sure, people] = [metrics[besideKey('sure', key)], metrics[besideKey('with people', key)]]
    return sure || people ? [sure, people].flatMap((metric) => (metric ? [text(metric.value), intervalOf(metric, text)] : ['', ''])) : []
  })
  return titled(title, said, ['sure verdicts', '95 % interval', 'with people', '95 % interval'], rows)
}

/** The figures as people would have them; none where the project has no labels of the suite. */
export function correctedBlocks(suite: string, { suites, presentation, run }: ScoresDocument): Block[] {
  const [people, scores] = [run.labels?.[suite], suites[suite]]
  // Labels of other runs alone say nothing of this one.
  if (!people || !scores || people.labelled + people.unlabelled + people.incomplete === 0) return []
  const { metrics, passed, failed } = scores
  const { trials = 1 } = run
  const rows = rowsOf(metrics, presentation?.[suite]?.headline, (key, text) => {
    const corrected = metrics[besideKey('corrected', key)]
    return corrected
      ? [text(corrected.value), intervalOf(corrected, text), String(corrected.n), corrected.bounds?.map(text).join(' to ') ?? '']
      : []
  })
  const not = notCounted(people)
  const said = present([
    `People labelled ${people.labelled} of ${counted((passed + failed) * trials, trials > 1 ? 'scored trial' : 'scored item')}.`,
    people.unlabelled > 0 &&
      `${people.labelled - people.withoutChance + people.unlabelled} drawn, ${people.unlabelled} without a label: people skip what is hard. Intervals reach over these at either end of the scale.`,
    not.length > 0 && `Not counted: ${not.join(', ')}.`,
    rows.length === 0 && `A metric is corrected from ${LEAST_LABELLED} labelled items on, better 50.`,
  ])
  return titled(
    'Corrected by labels of people',
    said.join(' '),
    ['corrected', '95 % interval', 'labelled', 'unlabelled at either end'],
    rows,
  )
}

function intervalOf({ ci95 }: Metric, text: (value: number) => string): string {
  return ci95?.map(text).join(' to ') ?? 'not known'
}

/** Rows of the metrics that have cells: name, the judge's figure, the cells. */
function rowsOf(
  metrics: Metrics,
  headline: { readonly key: string; readonly digits: number } | undefined,
  cellsOf: (key: string, text: (value: number) => string) => readonly string[],
): string[][] {
  const keys = new Set([...(headline ? [headline.key] : []), 'pass_rate', ...comparedMetrics(metrics)])
  return [...keys].flatMap((key) => {
    const judged = metrics[key]
    if (!judged) return []
    const digits = key === headline?.key ? headline.digits : digitsOf(metricScale(judged), judged.value)
    const text = (value: number) => figureText(value, digits)
    const cells = cellsOf(key, text)
    return cells.length === 0 ? [] : [[judged.label ?? key, text(judged.value), ...cells]]
  })
}

function titled(title: string, said: string, heads: readonly string[] = [], rows: readonly string[][] = []): Block[] {
  const columns = columnsOf(['metric', 'judge', ...heads])
  return [
    { kind: 'heading', text: title, on: ['page'] },
    ...sentences([said]),
    ...(rows.length > 0 ? [withoutEmpty({ kind: 'table', label: title, columns, rows, most: SHOWN })] : []),
  ]
}
