import { present } from '../core/base/collections.ts'
import { counted } from '../core/base/text/counted.ts'
import { differenceStart } from '../core/base/text/differenceStart.ts'
import { holdfastCommand } from '../core/base/text/shellWord.ts'
import { excerpt, shortened, singleLine } from '../core/base/text/singleLine.ts'
import type { ItemRecord } from '../core/format/records.ts'
import type { SuiteScores } from '../core/format/scoresDocument.ts'
import { isScored } from '../core/stats/summary/combineTrials.ts'
import type { BaselineComparison } from '../deciding/baseline/compareWithBaseline.ts'
import { type Block, type Fact, sentences, withoutEmpty } from './blocks/block.ts'
import { displayWidth, grouped, truncate } from './layout.ts'
import { ALL_POINTS, causesOf, failureGroups, lostPoints } from './page/failureGroups.ts'

/** How many groups of failures, failures in full, and causes are shown, and how much of a text. */
const [GROUPS, IN_FULL, CAUSES, SHOWN] = [8, 3, 3, 200]
/** What is read beside what: a line's beginning, the other one's, and where that stands. */
const PAIRED = [
  ['  expected  ', '  received  ', 1],
  ['  received  ', '  expected  ', -1],
] as const

/** Items of a suite that passed in the baseline and no longer do, and how many there are. */
export type Regressions = Pick<BaselineComparison, 'regressed' | 'lost'>

/**
 * Items of a suite that failed, by what they lost; on a terminal some in full. Those that passed in the baseline come first.
 * @param run as commands take it; without one no command is said.
 */
export function failureBlocks(
  records: readonly ItemRecord[],
  { regressed, lost }: Regressions = { regressed: [], lost: 0 },
  run?: string,
): Block[] {
  const scored = records.filter(isScored)
  const isRegressed = ({ item }: ItemRecord) => regressed.includes(item)
  const all = scored.filter(({ status }) => status === 'failed')
  const failed = [...all.filter(isRegressed), ...all.filter((record) => !isRegressed(record))]
  if (failed.length === 0) return []
  const groups = failureGroups(failed)
  const unnamed = failed.filter((record) => lostPoints(record).length === 0)
  // One of each group before a second of any.
  const examples = [0, 1, 2].flatMap((at) => groups.flatMap((group) => group.examples[at]?.record ?? []))
  const candidates = [...examples, ...unnamed]
  const inFull = [...new Set([...candidates.filter(isRegressed), ...candidates])].slice(0, IN_FULL)
  const hasTasks = new Set(scored.map(({ task }) => task)).size > 1
  const rows = groups
    .slice(0, GROUPS)
    .map(({ name, items, tasks: [[task, own] = ['', 0], ...more], examples: some }) => [
      name,
      grouped(items),
      hasTasks ? `${task} ${grouped(own)}${more.length > 0 ? `, ${counted(more.length, 'more task')}` : ''}` : '',
      some[0]?.record.item ?? '',
      some.map(({ record, why }) => exampleText(record, name === ALL_POINTS ? record.reason : why)).join('; '),
    ])
  const instances = (['terminal', 'markdown'] as const).map((face) => ({ head: 'for instance', on: [face] }))
  const columns = [{ head: 'lost, by cost' }, { head: 'items', isFigure: true }, { head: 'of task' }, ...instances]
  const givingWay = [0, 3].map((column) => ({ column, least: 16 }))
  return [
    ...sentences([
      `Below the threshold: ${grouped(failed.length)} of ${grouped(scored.length)} scored. They do not decide the exit code.`,
      lost > 0 && `${grouped(lost)} of them passed in the baseline; those come first.`,
    ]),
    ...(rows.length > 0 ? [withoutEmpty({ kind: 'table', label: 'Failures', columns, rows, givingWay })] : []),
    { kind: 'list', texts: unnamed.slice(0, GROUPS).map((record) => exampleText(record, record.reason)), on: ['markdown'] },
    { kind: 'lines', lines: (width) => ['', ...inFull.flatMap((record) => [...exampleLines(record, width, run), ''])] },
  ]
}

/** An item with why it failed. A text that is too long is cut before a face escapes it. */
function exampleText({ item }: ItemRecord, why = ''): string {
  return [item, shortened(why, SHOWN)].filter(Boolean).join(': ')
}

function exampleLines({ item, reason = '', scores: { total } }: ItemRecord, width: number, run: string | undefined): string[] {
  const title = ` x ${singleLine(item)}`
  const score = total === undefined ? '' : `${total.toFixed(3)}, full 1`
  return [
    title + score.padStart(Math.max(2 + score.length, width - title.length)),
    // The first line repeats the score.
    ...fromDifference(reason.split('\n').slice(1), width - 2).map((line) =>
      truncate(`${line.startsWith(' ') ? '  ' : '    '}${singleLine(line)}`, width),
    ),
    // Not cut: a part of it would be another command.
    ...(run === undefined ? [] : [`    open      ${holdfastCommand('show', run, item)}`]),
  ]
}

/** Lines of a message in which an expected text and a received one begin where they first differ, if that would be cut off. */
function fromDifference(lines: readonly string[], width: number): string[] {
  return lines.map((line, at) => {
    const [label, pair] = PAIRED.flatMap(([own, other, step]) => {
      const beside = lines[at + step]
      return line.startsWith(own) && beside?.startsWith(other) ? [own, beside.slice(other.length)] : []
    })
    if (label === undefined || pair === undefined) return line
    const text = line.slice(label.length)
    // A Chinese character takes two columns.
    const columns = displayWidth(text) / Math.max(1, text.length)
    const start = differenceStart(text, pair, Math.floor((width - label.length - 2) / columns))
    return start === 0 ? line : `${label}${text.startsWith('"') ? '"' : ''}…${excerpt(text, start)}`
  })
}

/**
 * How many items of a suite have no score, with the commonest causes.
 *
 * @param limit share of them that a run may have, 0 to 1.
 * @param run as commands take it.
 */
export function unscoredBlocks(
  scores: Pick<SuiteScores, 'items' | 'unscored' | 'error' | 'skipped'>,
  records: readonly ItemRecord[],
  limit: number,
  run?: string,
): Block[] {
  const { items, unscored, error, skipped } = scores
  const of = `${grouped(items - skipped)}${limit < 1 ? ` (limit ${Number((100 * limit).toFixed(2))} %)` : ''}`
  const trials = records.filter(({ status }) => status !== 'skipped')
  const inState = (state: ItemRecord['status']) => grouped(trials.filter(({ status }) => status === state).length)
  const isSeveral = trials.some(({ trial }) => trial > 0)
  const ofTrials = isSeveral ? ` In ${grouped(trials.length)} trials unscored ${inState('unscored')}, errors ${inState('error')}.` : ''
  return [
    ...sentences([
      `Unscored ${grouped(unscored)}, errors ${grouped(error)} of ${of}.${ofTrials}${skipped > 0 ? ` Skipped ${grouped(skipped)}.` : ''}`,
    ]),
    { kind: 'facts', column: 8, facts: causeFacts(records, run) },
    { kind: 'gap' },
  ]
}

/** Why items have no score, the commonest causes first. @param run as commands take it. */
export function causeFacts(records: readonly ItemRecord[], run?: string): Fact[] {
  const causes = causesOf(
    records.filter(({ status }) => status !== 'skipped'),
    run,
  )
  const rest = causes.length - CAUSES
  return present<Fact>([
    ...causes.slice(0, CAUSES).map(({ cause, records: own }): Fact => [`${grouped(own)} x`, cause]),
    rest > 0 && ['', counted(rest, 'more cause')],
  ])
}
