import { type Block, columnsOf, counted, type Face, holdfastCommand, type Phrase, present, sentences, singleLine } from '../../kit.ts'
import type { RunVariation } from './stats/runVariation.ts'
import type { FigureHistory, HistoryAlarm, HistoryMark, RunInHistory, SegmentHistory, SuiteHistory } from './suiteHistory.ts'

const TERMINAL: readonly Face[] = ['terminal']
/** Share of histories, and of alarms, of which a note is wrong, over all metrics of a suite: an alarm is rare, and its note only qualifies it. */
const NOTE_ERROR = { history: 0.01, alarm: 0.05 } as const

/** Runs without all scores, and models, that are named. */
const MOST_NAMED = 5

/** What a history is about, and how it is watched. */
export interface HistoryReport {
  readonly suites: readonly SuiteHistory[]
  readonly passedOver: readonly { readonly name: string; readonly why: string }[]
  /** Share of histories of `per` runs without a change that may give an alarm. */
  readonly rate: number
  readonly per: number
  readonly simulated: boolean
  /** The words of the command that shows it. */
  readonly command?: readonly string[]
}

/**
 * A history: a row for each run with the headline metric, and a row for each other metric.
 *
 * @param last runs of each suite that are listed, the newest.
 */
export function historyBlocks(report: HistoryReport, last: number): Block[] {
  const verdict: Block = { kind: 'text', text: { text: historyVerdict(report), isStrong: true } }
  const { command = ['compare', '--over-time'] } = report
  const simulated = report.suites.flatMap(({ segments }) => segments.flatMap(({ runs }) => runs.map((run) => run.simulated)))
  // Of some of them each says so itself.
  const banner: Block[] = simulated.length > 0 && simulated.every(Boolean) ? [{ kind: 'simulated' }] : []
  return [
    // A terminal shows the end of what is long.
    { ...verdict, on: ['markdown', 'page'] },
    ...banner,
    ...report.suites.map((suite) => suiteSection(suite, last, command)),
    ...sentences([familyText(report), ...report.passedOver.map(({ name, why }) => `passed over: ${name}, ${why}`)]),
    ...[...banner, verdict].map((block) => ({ ...block, on: TERMINAL })),
  ]
}

function suiteSection(suite: SuiteHistory, last: number, command: readonly string[]): Block {
  const [key = ''] = suite.keys
  const range = suite.ranges[key]
  const all = suite.segments.reduce((sum, { runs }) => sum + runs.length, 0)
  let left = last
  const listed = suite.segments.toReversed().flatMap((segment): { segment: SegmentHistory; count: number }[] => {
    const count = Math.min(left, segment.runs.length)
    left -= count
    return count === 0 ? [] : [{ segment, count }]
  })
  return {
    kind: 'section',
    title: `${suite.title ?? suite.suite}: ${metricTitle(suite, key)}${range ? ` (${range.join(' to ')})` : ''}`,
    id: suite.suite,
    isIndented: true,
    blocks: [
      ...sentences([all > last && `${counted(all - last, 'earlier run')}: --last ${all} shows all.`]),
      ...listed.toReversed().flatMap(({ segment, count }) => segmentBlocks(suite, segment, count, command)),
    ],
  }
}

/** @param count runs that are listed, the newest. */
function segmentBlocks(suite: SuiteHistory, segment: SegmentHistory, count: number, command: readonly string[]): Block[] {
  const from = segment.runs.length - count
  const shown = segment.runs.slice(from)
  const alarms = segment.metrics.flatMap((figure) =>
    figure.alarms.map(
      (alarm): Phrase => ({
        text: `ALARM  ${[alarmText(suite, segment, figure, alarm), ...noteTexts(alarm.variation, segment, 'alarm')].join(' ')}`,
        isBad: alarm.worse,
      }),
    ),
  )
  const why: Phrase = { text: `The runs from here on are not compared with those above: ${segment.why}.`, isStrong: true }
  return [
    { kind: 'gap' },
    ...sentences([segment.why !== undefined && why, modelsText(segment, command), repeatsText(segment)]),
    { kind: 'gap' },
    runTable(suite, segment, from),
    ...sentences(shown.flatMap(({ name, ...run }) => markTexts(run).map((mark) => `* ${name}: ${mark}`))),
    { kind: 'list', texts: [...alarms, ...powerTexts(suite, segment)] },
    ...otherMetrics(suite, segment),
  ]
}

/** The newest runs with the headline metric. */
function runTable(suite: SuiteHistory, segment: SegmentHistory, from: number): Block {
  const [key = ''] = suite.keys
  const digits = digitsOf(suite, key)
  const [headline] = segment.metrics
  const shown = segment.runs.slice(from)
  // Runs of one day are told apart by the time.
  const toMinutes = new Set(shown.map(({ startedAt }) => startedAt.slice(0, 10))).size < shown.length
  const notes = (run: number): string[] =>
    (headline?.alarms ?? []).flatMap((alarm) => [...(alarm.at === run ? [verbOf(alarm)] : []), ...(alarm.seen === run ? ['ALARM'] : [])])
  const rows = shown.map(({ name, startedAt, figures, mark, ...run }, index) => {
    const { value, n, ci95 } = figures[key] ?? {}
    return [
      startedAt.slice(0, toMinutes ? 16 : 10).replace('T', ' '),
      name,
      value === undefined ? 'no value' : value.toFixed(digits),
      n === undefined ? '' : String(n),
      ci95 ? ci95.map((end) => end.toFixed(digits)).join(' to ') : '–',
      present([...notes(from + index), run.simulated && 'simulated', markTexts(run).length > 0 && '*', mark]).join(' '),
    ]
  })
  const columns = [...columnsOf(['date', 'run', 'value', 'n', '95 % interval'], 2), { head: '' }]
  return { kind: 'table', label: 'Runs', columns, rows, givingWay: [{ column: 1, least: 12 }], isTight: true }
}

/** The other metrics that are watched, a row each: first and newest value, how far they go, and how near an alarm is. */
function otherMetrics(suite: SuiteHistory, { runs, metrics }: SegmentHistory): Block[] {
  if (runs.length < 2) return []
  const rows = metrics.slice(1).flatMap(({ key, alarms, noise }) => {
    const digits = digitsOf(suite, key)
    const values = runs.flatMap(({ figures }) => figures[key]?.value ?? [])
    const [first, now] = [values[0], values.at(-1)]
    if (first === undefined || now === undefined) return []
    const told = alarms.length > 0 ? `${alarms.length} ALARM${alarms.length > 1 ? 'S' : ''}` : '–'
    const change = [first.toFixed(digits), now.toFixed(digits), signed(now - first, digits)]
    return [[metricTitle(suite, key), ...change, noise === null ? '–' : noise.toFixed(digits), told]]
  })
  if (rows.length === 0) return []
  const columns = [...columnsOf(['also watched', 'first', 'newest', 'change', 'run to run']), { head: 'alarms' }]
  return [{ kind: 'table', label: 'Other metrics', columns, rows, givingWay: [{ column: 0, least: 16 }] }]
}

function metricTitle({ labels }: SuiteHistory, key: string): string {
  return labels[key] ?? key
}

/** Decimals for a metric's scale. */
function digitsOf({ ranges }: SuiteHistory, key: string): number {
  const [low, high] = ranges[key] ?? [0, 1]
  return high - low > 10 ? 2 : 3
}

function signed(value: number, digits: number): string {
  return (value > 0 ? '+' : '') + value.toFixed(digits)
}

/** What is to be known of a run, in words: what is not as before, and why the metric shown has no value. */
function markTexts({ marks, noValue }: Pick<RunInHistory, 'marks' | 'noValue'>): string[] {
  return [...marks.map(markText), ...(noValue === undefined ? [] : [singleLine(`no value: ${noValue}`)])]
}

function markText({ kind, from, to }: HistoryMark): string {
  const what = {
    asked: 'another model was asked',
    served: 'another model answered',
    fingerprint: 'another build answered',
    version: 'another version of Holdfast',
  }
  return singleLine(`${what[kind]}: ${from} before, now ${to}`)
}

function alarmText(suite: SuiteHistory, segment: SegmentHistory, { key }: FigureHistory, alarm: HistoryAlarm): string {
  const digits = digitsOf(suite, key)
  const name = (run: number) => singleLine(segment.runs[run]?.name ?? '')
  const [from, to] = alarm.interval
  const where = from === to ? `with ${name(alarm.at)}` : `with ${name(alarm.at)} (95 %: from ${name(from)} to ${name(to)})`
  const seen = `${where}; seen with ${name(alarm.seen)}.`
  return alarm.told
    ? `${metricTitle(suite, key)} ${alarm.side} by ${Math.abs(alarm.change).toFixed(digits)} ${seen}`
    : `${metricTitle(suite, key)} changed ${seen} Items answer otherwise than before, more than chance allows. That its level moved is not told (${signed(alarm.change, digits)}).`
}

/** What an alarm says of the metric. */
function verbOf({ told, side }: HistoryAlarm): string {
  return told ? side : 'changed'
}

/** What speaks against what is promised of alarms, as far as the runs tell it. */
function noteTexts(variation: RunVariation | undefined, { metrics }: SegmentHistory, of: keyof typeof NOTE_ERROR): string[] {
  if (!variation) return ['The runs before it are too few to tell whether something, such as load, moves whole runs.']
  const { ratio, movedP, correlation, rememberedP } = variation
  const most = NOTE_ERROR[of] / 2 / metrics.length
  return present([
    movedP < most && `Something, such as load, moves whole runs: they vary ${ratio.toFixed(1)} times as much as their items explain.`,
    rememberedP < most &&
      `Items remember the run before (correlation ${correlation.toFixed(2)}): one that flips and stays counts as a change.`,
    Math.min(movedP, rememberedP) < most && 'Alarms are then more frequent than promised.',
  ])
}

/** What is promised of the alarms. */
function familyText({ suites, rate, per }: HistoryReport): string {
  const figures = suites.reduce((sum, { keys }) => sum + keys.length, 0)
  const half = figures > suites.length ? ' Half of that is for the headline of each suite. With --metric one metric is watched alone.' : ''
  return `Alarms watch ${counted(figures, 'metric')} of ${counted(suites.length, 'suite')} for falls and rises. Without a change at most ${Number((100 * rate).toPrecision(3))} % of histories of ${counted(per, 'run')} give any alarm.${half}`
}

/** What is compared, and of the present level in how many runs a drop is seen. */
function powerTexts(suite: SuiteHistory, segment: SegmentHistory): string[] {
  const { items, kind, units, runs, metrics } = segment
  const [key = ''] = suite.keys
  const noise = metrics[0]?.noise ?? null
  const compared = `${counted(items, 'item')} compared${kind === 'item' ? '' : ` in ${counted(units, 'cluster')} (${kind})`}`
  if (runs.length < 2) return ['One run, with none to compare it with.']
  return present([
    noise === null
      ? `${compared}.`
      : `${compared}. From run to run ${metricTitle(suite, key)} varies by ${noise.toFixed(digitsOf(suite, key))} (standard deviation) where nothing changes.`,
    filledText(segment),
    segment === suite.segments.at(-1) && movedText(suite, segment),
    segment === suite.segments.at(-1) && seenText(suite, segment),
    ...spreadTexts(suite, segment),
  ])
}

/** That runs of several models are compared, and how those of the newest are watched alone. */
function modelsText({ models }: SegmentHistory, command: readonly string[]): Phrase | undefined {
  const [newest = ''] = models
  if (models.length < 2) return undefined
  const named = `${models.slice(0, MOST_NAMED).map(singleLine).join(', ')}${models.length > MOST_NAMED ? ', …' : ''}`
  const text = `These runs are of ${models.length} models: ${named}. A change may be one from model to model. Of the newest one alone: ${holdfastCommand(...command, '--model', newest)}`
  return { text, isStrong: true }
}

/** Runs that are none of those compared: they say nothing of how answers vary. */
function repeatsText({ repeats }: SegmentHistory): string | undefined {
  if (repeats.length === 0) return undefined
  const named = `${repeats.slice(-MOST_NAMED).map(singleLine).join(', ')}${repeats.length > MOST_NAMED ? ', …' : ''}`
  return `${counted(repeats.length, 'run')} left out, since all answers came from the cache or a recording: ${named}.`
}

/** Runs that lack items, which they are not compared by. */
function filledText({ runs, items }: SegmentHistory): string | undefined {
  const lacking = runs.filter(({ filled }) => filled > 0)
  if (lacking.length === 0) return undefined
  const told = lacking.slice(-MOST_NAMED).map(({ name, filled }) => `${singleLine(name)} ${filled}`)
  const more = lacking.length > told.length ? `, and ${counted(lacking.length - told.length, 'earlier run')}` : ''
  return `Of ${counted(items, 'item')} these runs lack a score: ${told.join(', ')}${more}. Alarms take such an item as in the run before.`
}

/** Why a change that two runs alone tell gave no alarm. */
function movedText(suite: SuiteHistory, { runs, metrics: [headline] }: SegmentHistory): string | undefined {
  if (!headline?.moved) return undefined
  const { key, moved } = headline
  const [before = '', now = ''] = runs.slice(-2).map(({ name }) => name)
  const change = `${Math.abs(moved).toFixed(digitsOf(suite, key))} ${moved < 0 ? 'lower' : 'higher'}`
  return `${metricTitle(suite, key)} is ${change} with ${singleLine(now)} than with ${singleLine(before)}. These two alone may tell it: ${holdfastCommand('compare', before, now)}. It is too little for an alarm, since alarms must be rare over many runs.`
}

function seenText({ keys: [key = ''], lowerIsBetter }: SuiteHistory, { seen }: SegmentHistory): string | undefined {
  if (!seen) return undefined
  const worse = `A ${lowerIsBetter.includes(key) ? 'rise' : 'drop'} of ${Number(seen.drop.toPrecision(3))}`
  return seen.runs === null
    ? `${worse} is not sure to be seen: it takes more runs of this level, or more items.`
    : `${worse} is seen within ${counted(seen.runs, 'run')} with a probability of ${100 * seen.power} %.`
}

/** The same of all runs, by metric. */
function spreadTexts(suite: SuiteHistory, segment: SegmentHistory): string[] {
  return segment.metrics.flatMap(({ key, variation }) => {
    const notes = variation ? noteTexts(variation, segment, 'history') : []
    return notes.length === 0 ? [] : [`${metricTitle(suite, key)}: ${notes.join(' ')}`]
  })
}

/** The alarms that the newest run of a suite gives. */
export function newestAlarms(suite: SuiteHistory): HistoryAlarm[] {
  const last = suite.segments.at(-1)
  return (last?.metrics ?? []).flatMap(({ alarms }) => alarms.filter(({ seen }) => seen === (last?.runs.length ?? 0) - 1))
}

/** One verdict over all suites. */
function historyVerdict({ suites }: HistoryReport): string {
  const told = suites.flatMap((suite) => {
    const newest = newestAlarms(suite)
    if (newest.length === 0) return []
    const said = newest.some(({ worse }) => worse) ? 'is worse' : newest.some(({ told }) => told) ? 'is better' : 'changed'
    return [`${suite.suite} ${said}`]
  })
  const alarms = suites.flatMap(({ segments }) => segments.flatMap(({ metrics }) => metrics.flatMap((own) => own.alarms)))
  const before = alarms.length - suites.flatMap(newestAlarms).length
  const alone = suites.flatMap((suite) => aloneText(suite) ?? [])
  const isAlone = suites.every(({ segments }) => segments.at(-1)?.runs.length === 1)
  const none = isAlone ? 'Nothing is told of the newest run.' : 'No alarm with the newest run.'
  return present([
    told.length > 0 ? `ALARM with the newest run: ${told.join(', ')}.` : none,
    alone.length > 0 && `Not compared with runs before it: ${alone.join('; ')}.`,
    isAlone &&
      suites.some(({ segments }) => segments.length > 1) &&
      'Runs that are named are compared alone: name the newest and one of the same items.',
    ...suites.map(standingText),
    before > 0 && `${counted(before, 'earlier alarm')}.`,
  ]).join(' ')
}

/** That the headline of a suite fell before the newest run, and that no run since tells of a return; undefined where it did not. */
function standingText({ suite, segments }: SuiteHistory): string | undefined {
  const { runs = [], metrics: [headline] = [] } = segments.at(-1) ?? {}
  const last = headline?.alarms.at(-1)
  if (!last?.worse || last.seen === runs.length - 1) return undefined
  return `${suite} is worse since ${singleLine(runs[last.at]?.name ?? '')}, and no alarm since tells of a return. With --fail-on the exit code is 1 with the run of an alarm alone.`
}

/** Why the newest run of a suite is compared with none before it in its headline; undefined where it is. */
function aloneText({ suite, segments }: SuiteHistory): string | undefined {
  const { runs = [], metrics: [headline] = [], why = 'its only run' } = segments.at(-1) ?? {}
  const newest = runs.length - 1
  const after = headline?.alarms.find(({ seen }) => seen === newest - 1)
  if (newest > 0 && !after) return undefined
  const reason = after
    ? `since the watch of its headline begins anew after the alarm with ${singleLine(runs[after.seen]?.name ?? '')}`
    : why
  return `${singleLine(runs[newest]?.name ?? '')} of ${suite}, ${reason}`
}
