import { present } from '../core/base/collections.ts'
import { counted } from '../core/base/text/counted.ts'
import type { Display } from '../core/format/display.ts'
import type { Metric, Metrics } from '../core/format/scoresDocument.ts'
import { UNUSABLE_USER, USER_CONTROLS, userKey } from '../core/format/userControl.ts'
import { byKind, JUDGE_RATES, judgeRateText } from '../core/stats/controls/controlRates.ts'
import { FLOOR } from '../deciding/headline.ts'
import { CONTROL_KINDS } from '../judging/controls/knownAnswers.ts'
import type { Fact } from './blocks/block.ts'

/** The rows of a suite's display that have data, notes of its metrics, and what controls told about its judge and its simulated user. */
export function belowTable(
  rows: Display['rows'],
  metrics: Metrics,
  digits: number,
  marks: Readonly<Record<string, string>> = {},
  item = 'item',
  floorText = FLOOR,
): readonly Fact[] {
  const shown = rows.flatMap(({ label, group, keys, note, floor: floorName = floorText, text }): Fact[] => {
    if (text !== undefined) return [[label, text]]
    const own = Object.entries(metrics).filter(([key, metric]) =>
      keys ? keys.includes(key) : group !== undefined && metric.group === group,
    )
    if (own.length === 0 || (isTheWhole(own, group, metrics) && own.every(([key]) => marks[key] === undefined))) return []
    const names = namesOf(own, note)
    const figureOf = (key: string, value: number) =>
      value.toFixed(metrics[key]?.range?.[1] === null && Number.isInteger(value) ? 0 : digits)
    const named = (key: string, value: number) => `${names[key] ?? key}${marks[key] ?? ''} ${figureOf(key, value)}`
    // What all of them rest on is said once, in its unit.
    const [basis, ...otherBases] = new Set(own.map(([, { n }]) => n))
    const isSame = basis !== undefined && otherBases.length === 0
    const figures = own.map(([key, { value, n }]) => named(key, value) + (isSame ? '' : ` (n ${n})`))
    const floors = own.flatMap(([key, { floor }]) => (floor === undefined ? [] : [{ key, floor }]))
    const [level, ...others] = new Set(floors.map(({ floor }) => floor.toFixed(digits)))
    // One floor for all that is shown is said in their own line.
    const isOne = level !== undefined && others.length === 0 && floors.length === own.length
    const rests = isSame && `(${counted(basis, item)}${own.length > 1 ? ' each' : ''})`
    return present<Fact>([
      [label, present([...figures, rests, note, isOne && `(floor ${level})`])],
      floors.length > 0 && !isOne && ['… floor', [...floors.map(({ key, floor }) => named(key, floor)), `(${floorName})`]],
    ])
  })
  const [controls, ofUser] = [controlFigures(metrics), userFigures(metrics)]
  return present<Fact>([
    ...shown,
    ...metricNotes(metrics).map((text) => ['note', text] as const),
    controls.length > 0 && ['judge', `on answers known to be right or wrong: ${controls.join('; ')}`],
    ofUser.length > 0 && ['user', ofUser],
  ])
}

/** Whether a group has one part, whose figures are those that stand without it: all items are of that part. */
function isTheWhole(own: readonly (readonly [string, Metric])[], group: string | undefined, metrics: Metrics): boolean {
  if (group === undefined || new Set(own.map(([, { part }]) => part)).size !== 1) return false
  const whole = Object.values(metrics).filter((metric) => metric.group === undefined)
  return own.every(([, { value, n }]) => whole.some((metric) => metric.value === value && metric.n === n))
}

/** What known answers told about the judge, with intervals. */
function controlFigures(metrics: Metrics): string[] {
  const rates = Object.values(metrics).filter(({ group }) => (JUDGE_RATES as readonly (string | undefined)[]).includes(group))
  const sorted = rates.sort(({ part: one = '' }, { part: other = '' }) => byKind(one, other) || one.localeCompare(other, 'en'))
  return sorted.flatMap((metric) => {
    const { group, part = '' } = metric
    // By kind of criterion; of the kinds of controls only the attempts to talk the judge round. The rest is in scores.json.
    if ((CONTROL_KINDS as readonly string[]).includes(part) && !(group === 'specificity' && part === 'injected')) return []
    return percentFigure(judgeRateText(group ?? '', part), metric)
  })
}

/** What known situations told about whoever played a user, with intervals. */
function userFigures(metrics: Metrics): string[] {
  return [
    ...Object.entries(USER_CONTROLS).flatMap(([control, label]) => percentFigure(label.replace(/^user /, ''), metrics[userKey(control)])),
    ...percentFigure('no usable reply', metrics[UNUSABLE_USER]),
  ]
}

/** A share in percent with its name and interval; nothing of one without. */
function percentFigure(name: string, metric: Metric | undefined): string[] {
  if (!metric?.ci95) return []
  const [low, high] = metric.ci95.map((end) => (100 * end).toFixed(0))
  return [`${name} ${(100 * metric.value).toFixed(1)} % (${low} to ${high}, n ${metric.n})`]
}

/** Names of the metrics of a row: in words where each has some, without what these share, else their keys. */
function namesOf(shown: readonly (readonly [string, Metric])[], note: string | undefined): Record<string, string> {
  // What the note says of all of them need not be said of each.
  const said = note && `: ${note.replace(/^\(|\)$/g, '')}`
  const texts = shown.map(([key, { label }]) =>
    label === undefined || label === key ? undefined : said && label.endsWith(said) ? label.slice(0, -said.length) : label,
  )
  const named = texts.every((text) => text !== undefined)
  const names = named ? withoutCommon(texts as readonly string[]) : []
  return Object.fromEntries(shown.map(([key, { part }], at) => [key, names[at] ?? part ?? key]))
}

/** Words that no name ends with. */
const UNENDING = new Set(['a', 'after', 'an', 'at', 'by', 'for', 'in', 'of', 'on', 'over', 'the', 'to', 'with'])

/** Texts without the words that all of them begin and end with. */
function withoutCommon(texts: readonly string[]): string[] {
  const words = texts.map((text) => text.split(' '))
  const [first = []] = words
  if (words.length < 2) return [...texts]
  const shortest = Math.min(...words.map(({ length }) => length))
  const alike = (at: number) => words.every((own) => own.at(at) === first.at(at))
  let [start, end] = [0, 0]
  while (start < shortest - 1 && alike(start)) start += 1
  while (end < shortest - 1 - start && alike(-1 - end)) end += 1
  // "wordings of the instruction" is not told by "wordings of".
  while (end > 0 && words.some((own) => UNENDING.has(own.at(-1 - end) ?? ''))) end -= 1
  // Where marks part a name, what is left out ends at one: else "mean of the five subsets" would become "five".
  const marked = first.slice(0, start).findLastIndex((word) => /[:,]$/.test(word))
  if (marked >= 0) {
    start = marked + 1
    while (end > 0 && !words.every((own) => /[:,]$/.test(own.at(-1 - end) ?? ''))) end -= 1
  }
  return words.map((own) =>
    own
      .slice(start, own.length - end)
      .join(' ')
      .replace(/[:,]$/, ''),
  )
}

/** Metrics named beside a note. */
const NAMED = 2

/** What the notes of metrics say, each note once with the metrics it is about, those over most items first. */
export function metricNotes(metrics: Metrics): string[] {
  const byNote = new Map<string, string[]>()
  const sorted = Object.entries(metrics).sort(([, one], [, other]) => other.n - one.n)
  for (const [key, { note, label = key }] of sorted) if (note !== undefined) byNote.set(note, [...(byNote.get(note) ?? []), `"${label}"`])
  return [...byNote].map(([note, names]) => {
    const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : ''
    return `${names.slice(0, NAMED).join(', ')}${more}: ${note}`
  })
}
