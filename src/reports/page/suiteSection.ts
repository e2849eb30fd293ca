import { scaleLinear } from 'd3-scale'
import { sum } from '../../core/base/collections.ts'
import { counted } from '../../core/base/text/counted.ts'
import { shortened } from '../../core/base/text/singleLine.ts'
import type { Headline } from '../../core/format/display.ts'
import { leftOutTexts } from '../../core/format/leftOut.ts'
import { ITEM_STATES, type ItemRecord } from '../../core/format/records.ts'
import { type Metric, ORDINARY_TESTS, type Presentation, type ScoresDocument, type SuiteScores } from '../../core/format/scoresDocument.ts'
import type { ComparedRun } from '../../deciding/compare/comparedRun.ts'
import { FLOOR, headlineOf, ownMetrics } from '../../deciding/headline.ts'
import { metricNotes } from '../belowTable.ts'
import { pageBlocks } from '../blocks/pageBlocks.ts'
import { figureText, itemName, metricLabel, suiteRow } from '../decision/suiteRow.ts'
import { besideBlocks } from '../suiteBlocks.ts'
import type { SuiteView } from '../suiteView.ts'
import { causesOf, failureGroups } from './failureGroups.ts'
import { type Content, html, type Markup } from './markup.ts'
import { barChart, barOf, line, px, table } from './pictures/figure.ts'
import type { PictureInput } from './pictures/input.ts'
import { hashOf, WITHOUT_SCORE } from './shared/filters.ts'
import { STATE_SIGNS } from './shared/pageIndex.ts'
import { slicesOf } from './slices.ts'

/** A run, or the baseline that it is held against. */
type PageRun = Pick<ComparedRun, 'records'> & {
  readonly document: ScoresDocument
  /** As commands take it. */
  readonly run?: string
}

/** What a suite's part of the page is made from. */
function inputOf(suite: string, view: SuiteView, { document, records, run }: PageRun, base: PageRun | undefined) {
  const own = (some: readonly ItemRecord[]) => some.filter((record) => record.suite === suite)
  const scores = document.suites[suite] as SuiteScores
  const presentation = document.presentation?.[suite]
  const pictured = { metrics: scores.metrics, base: base?.document.suites[suite]?.metrics, records: own(records) }
  const source = document.run.data[suite]?.source
  return { suite, view, presentation, scores, document, run, source, ...pictured, baseRecords: base && own(base.records) }
}

type SuiteSectionInput = ReturnType<typeof inputOf>

/** Groups and causes shown; the list of items has them all. */
const GROUPS = 8
const CAUSES = 8
const WHY = 160
/** Slices shown at once. */
const SLICES = 14
/** Tasks named in a group. */
const TASKS = 4

/** The second level: pictures, failures by what was lost, slices, all metrics. */
export function suiteSection(suite: string, view: SuiteView, run: PageRun, base?: PageRun): Markup {
  const input = inputOf(suite, view, run, base)
  const { scores, presentation, document } = input
  const headline = headlineOf(scores, presentation)
  const { title = suite, question, good } = presentation?.about ?? {}
  // Those its paper uses; of a user's own benchmark its metrics as bars.
  const pictures = view.pictures?.(input) ?? [metricBars(scores, headline, input)]
  const about = scores.leftOut ? `${leftOutTexts(scores.leftOut).join('. ')}.` : good
  return html`<section class="suite" id="suite-${suite}" aria-labelledby="title-${suite}">
<h2 id="title-${suite}">${title}</h2>
${(question !== undefined || scores.leftOut) && html`<p class="about"><strong>${question}</strong> ${about}</p>`}
${standing(input, headline)}
${besideBlocks(suite, document).map(pageBlocks)}
${metricNotes(scores.metrics).map((note) => html`<p><strong>Note:</strong> ${note}.</p>`)}
${input.source !== ORDINARY_TESTS && html`<div class="pictures">${pictures}</div>`}
<div class="columns">${failures(input)}${slices(input)}</div>
${causes(input)}
<details class="metrics"><summary>All ${Object.keys(scores.metrics).length} metrics of ${title}</summary>${metrics(input)}</details>
</section>`
}

/** The headline on its scale, and how the items ended. */
function standing({ suite, scores, base, source, presentation, document }: SuiteSectionInput, headline: Headline): Markup {
  const { key, digits, range, unit } = headline
  // Ordinary tests pass or fail, which is all that is to be said of them.
  const metric = source === ORDINARY_TESTS ? undefined : scores.metrics[key]
  const states = ITEM_STATES.filter((state) => scores[state] > 0).map(
    (state) =>
      html`<a class="state ${state}" href="${hashOf({ suite, state })}"><span aria-hidden="true">${STATE_SIGNS[state]}</span> ${scores[state].toLocaleString('en')} ${state}</a> `,
  )
  const row = suiteRow(suite, scores, document.presentation, undefined)
  const told = [
    [row.scale, unit].filter(Boolean).join(' '),
    ...(metric ? [row.interval === '' ? 'interval not known' : `95 % interval ${row.interval}`] : []),
    row.basis,
    ...(metric?.floor === undefined ? [] : [`floor ${figureText(metric.floor, digits)}, ${presentation?.about?.floor ?? FLOOR}`]),
  ].filter(Boolean)
  const figure =
    source !== ORDINARY_TESTS &&
    html`<p>${row.label} <strong>${row.now}${row.mark && `, ${row.mark}`}</strong> <span class="quiet">${told.join(' · ')}</span></p>${metric && range && intervalBar(metric, base?.[key]?.value, range)}`
  return html`<div class="standing">${figure}<p class="states">${states}</p></div>`
}

function failures({ suite, records, view }: SuiteSectionInput): Markup {
  const groups = failureGroups(records, view.lostPoint)
  if (groups.length === 0) return ungrouped(suite, records)
  const most = groups[0]?.loss ?? 1
  const shown = groups.slice(0, GROUPS).map(({ name, items, loss, tasks, examples }) => {
    const list = tasks.slice(0, TASKS).map(([task, count]) => `${task} ${count}`)
    const more = tasks.length > TASKS ? `, ${counted(tasks.length - TASKS, 'more task')}` : ''
    return html`<li><div class="group"><a href="${hashOf({ suite, lost: name })}"><strong>${name}</strong></a> <span>${counted(items, 'item')}</span></div>
<svg class="loss" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect width="${Math.max(1, Math.round((100 * loss) / most))}" height="4"/></svg>
${tasks.length > 1 && html`<p class="quiet">${list.join(', ')}${more}</p>`}
<ul class="examples">${examples.map(({ record, why }) => html`<li><a href="${itemLink(record, { lost: name })}">${record.item}</a>${why !== '' && html` <span class="quiet">${cutText(why)}</span>`}</li>`)}</ul></li>`
  })
  return html`<div><h3>Failures by what was lost</h3><p class="quiet">The costliest first, by the points lost.</p><ol class="groups">${shown}</ol>${groups.length > GROUPS && html`<p><a href="${hashOf({ suite, state: 'failed' })}">${counted(groups.length - GROUPS, 'more group')}: all failed items</a></p>`}</div>`
}

/** Failed items whose messages name no point, as those of ordinary tests. */
function ungrouped(suite: string, records: readonly ItemRecord[]): Markup {
  const failed = records.filter(({ status }) => status === 'failed')
  if (failed.length === 0) return html`<div><h3>Failures</h3><p>No item failed.</p></div>`
  const shown = failed.slice(0, GROUPS).map((record) => {
    const [line = ''] = (record.reason ?? '').split('\n')
    return html`<li><a href="${itemLink(record, {})}">${record.item}</a>${line !== '' && html` <span class="quiet">${cutText(line)}</span>`}</li>`
  })
  return html`<div><h3>Failures</h3><ul class="examples">${shown}</ul>${failed.length > GROUPS && html`<p><a href="${hashOf({ suite, state: 'failed' })}">all ${failed.length} failed items</a></p>`}</div>`
}

function itemLink({ suite, item, trial }: ItemRecord, among: Parameters<typeof hashOf>[0]): string {
  return hashOf({ suite, ...among, item: `${suite}/${item}${trial > 0 ? `#${trial}` : ''}` })
}

function cutText(text: string): string {
  return shortened(text, WHY)
}

function slices({ suite, records, baseRecords, view, presentation }: SuiteSectionInput): Markup | undefined {
  const nameOf = (name: string) => sliceText(name, view, presentation)
  const found = slicesOf(records, baseRecords).filter(({ name }) => nameOf(name) !== undefined)
  if (found.length === 0) return undefined
  const changes = found.some(({ change }) => change !== null)
  const percent = (value: number) => `${(100 * value).toFixed(0)} %`
  const rows = found.map(({ name, items, mean, passRate, passInterval, lossShare, change }) => [
    html`<a href="${hashOf({ suite, slice: name })}">${breakable(nameOf(name) ?? '')}</a>`,
    ...(changes ? [change === null ? '–' : `${change > 0 ? '+' : ''}${change.toFixed(3)}`] : []),
    percent(lossShare),
    items.toLocaleString('en'),
    mean.toFixed(3),
    html`${percent(passRate)} <span class="quiet">${passInterval.map((end) => (100 * end).toFixed(0)).join(' to ')}</span>`,
  ])
  const by = changes ? 'what they add to the change from the baseline' : 'their share of what was lost'
  const head = ['slice', ...(changes ? ['of the change'] : []), 'of the loss', 'items', 'mean', 'passed']
  const more = rows.slice(SLICES)
  return html`<div><h3>Slices, by ${by}</h3>${table(head, rows.slice(0, SLICES), `Slices of ${suite}`)}${more.length > 0 && html`<details><summary>${counted(more.length, 'more slice')}</summary>${table(head, more, `More slices of ${suite}`)}</details>`}</div>`
}

/** A slice in words; undefined for one that means nothing. */
function sliceText(name: string, view: SuiteView, presentation: Presentation | undefined): string | undefined {
  const at = name.indexOf('=')
  const [tag, value] = [name.slice(0, at), name.slice(at + 1)]
  if (tag === 'task') return `task: ${presentation?.tasks.find(({ task }) => task === value)?.title ?? value}`
  return view.sliceName ? view.sliceName(tag, value) : `${tag}: ${value}`
}

/** A name that may be broken after its slashes. */
function breakable(name: string): Content {
  return name.split('/').map((part, at) => [at > 0 && html`/<wbr>`, part])
}

function causes({ suite, records, run }: SuiteSectionInput): Markup | undefined {
  const found = causesOf(records, run)
  if (found.length === 0) return undefined
  const noun = records.some(({ trial }) => trial > 0) ? 'trial' : 'item'
  const count = (skipped: boolean) => sum(found.filter(({ status }) => (status === 'skipped') === skipped).map(({ records: own }) => own))
  const [without, skipped] = [count(false), count(true)]
  const title = [without > 0 && `Without a score: ${counted(without, noun)}`, skipped > 0 && `Not run: ${counted(skipped, noun)}`]
  return html`<div><h3>${title.filter(Boolean).join('. ')}</h3><ul class="causes">${found
    .slice(0, CAUSES)
    .map(
      ({ cause, status, records: own, example }) =>
        html`<li><a href="${itemLink(example, { state: status })}">${counted(own, noun)}, ${status}</a>: ${cutText(cause)}</li>`,
    )}</ul>${found.length > CAUSES && html`<p><a href="${hashOf({ suite, state: WITHOUT_SCORE })}">${counted(found.length - CAUSES, 'more cause')}</a></p>`}</div>`
}

function metrics({ suite, scores, base, presentation }: SuiteSectionInput): Markup {
  const hasFloors = Object.values(scores.metrics).some(({ floor }) => floor !== undefined)
  const rows = Object.entries(scores.metrics).map(([key, { value, n, ci95, floor }]) => [
    html`${metricLabel(key, scores.metrics)}${metricLabel(key, scores.metrics) !== key && html` <span class="quiet">${key}</span>`}`,
    value.toFixed(3),
    ...(hasFloors ? [floor?.toFixed(3) ?? ''] : []),
    ci95 ? ci95.map((end) => end.toFixed(3)).join(' to ') : '',
    n.toLocaleString('en'),
    ...(base ? [base[key]?.value.toFixed(3) ?? '–'] : []),
  ])
  return table(
    ['metric', 'value', ...(hasFloors ? ['floor'] : []), '95 % interval', `${itemName(presentation)}s`, ...(base ? ['baseline'] : [])],
    rows,
    `Metrics of ${suite}`,
  )
}

/** Bars of a suite without pictures of its own. */
const MOST_BARS = 24

function metricBars({ metrics }: SuiteScores, { range: scale, digits }: Headline, { base }: PictureInput): Markup | undefined {
  const ends = Object.values(metrics).flatMap(({ value, ci95 }) => [value, ...(ci95 ?? [])])
  // An axis is needed where no scale is known, too.
  const range = scale ?? ([Math.min(0, ...ends), Math.max(1, ...ends)] as const)
  const isWithin = (value = Number.NaN) => value >= range[0] && value <= range[1]
  const keys = ownMetrics(metrics).filter((key) => isWithin(metrics[key]?.value))
  const bars = (keys.length > 0 ? keys : ['pass_rate']).flatMap((key) => barOf(key, metrics[key]?.label ?? key, { metrics, base }))
  const more = bars.length > MOST_BARS ? ` The first ${MOST_BARS} of ${bars.length}.` : ''
  return barChart({
    title: 'Metrics',
    caption: `With 95 % intervals where they are known.${more}`,
    bars: bars.slice(0, MOST_BARS),
    domain: range,
    digits,
  })
}

const WIDTH = 240
const HEIGHT = 18

/** What a bar is drawn from. */
type BarMetric = Pick<Metric, 'value' | 'floor'> & { readonly ci95: readonly [number, number] | null }

/** A value with its interval on the range it can have; an upright stroke is the baseline, what is below the floor is shaded. */
export function intervalBar({ value, ci95, floor }: BarMetric, base: number | undefined, range: readonly [number, number]): Markup {
  const x = scaleLinear(range, [4, WIDTH - 4]).clamp(true)
  const middle = HEIGHT / 2
  const [low, high] = ci95 ?? [value, value]
  const text = `${value.toFixed(3)}${ci95 ? `, interval ${low.toFixed(3)} to ${high.toFixed(3)}` : ''} on ${range[0]} to ${range[1]}${floor === undefined ? '' : `, floor ${floor.toFixed(3)}`}${base === undefined ? '' : `, baseline ${base.toFixed(3)}`}`
  return html`<svg class="interval" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${text}">${line(4, middle, WIDTH - 4, middle, 'track')}
${floor !== undefined && html`<rect class="floor" x="4" y="${middle - 4}" width="${px(Math.max(1, x(floor) - 4))}" height="8"/>`}<g class="s0">${ci95 && html`<rect class="span" x="${px(x(low))}" y="${middle - 4}" width="${px(Math.max(1, x(high) - x(low)))}" height="8"/>`}<rect class="mark" x="${px(x(value) - 1.5)}" y="${middle - 7}" width="3" height="14"/></g>
${base !== undefined && line(x(base), 1, x(base), HEIGHT - 1, 'base')}</svg>`
}
