import { counted } from '../core/base/text/counted.ts'
import { differenceStart } from '../core/base/text/differenceStart.ts'
import { singleLine } from '../core/base/text/singleLine.ts'
import type { ItemResult } from '../core/format/itemResult.ts'
import type { SuitePlan } from '../core/format/suitePlan.ts'
import type { BaselineComparison } from '../deciding/baseline/compareWithBaseline.ts'
import { columns, displayWidth, grouped, labelled, truncate } from './layout.ts'

/** Tasks listed, and failures shown in full. */
const TASKS_SHOWN = 11
const FULL_SHOWN = 3
/** What is read beside what: a line's beginning, the other one's, and where that stands. */
const PAIRED = [
  ['  expected  ', '  received  ', 1],
  ['  received  ', '  expected  ', -1],
] as const
/** Causes of errors listed. */
const CAUSES_SHOWN = 3

/**
 * Items that failed: by task with what they lost most on, and a few in full, first those that passed in the baseline.
 *
 * @param comparison against the baseline, where there is one: names items that passed in it.
 */
export function failureLines(
  meta: SuitePlan,
  all: readonly ItemResult[],
  width: number,
  comparison?: BaselineComparison | undefined,
): string[] {
  const regressed = new Set(comparison?.regressed)
  const items = [...all].sort((one, other) => Number(regressed.has(other.record.item)) - Number(regressed.has(one.record.item)))
  const failed = items.filter(({ record }) => record.status === 'failed')
  if (failed.length === 0) return []
  const scored = items.filter(({ record }) => record.status === 'failed' || record.status === 'passed').length
  const tasks = meta.tasks
    .map(({ task }) => summarizeTask(task, items))
    .filter((task) => task.failed.length > 0)
    .sort((one, other) => other.failed.length / other.scored - one.failed.length / one.scored)
  const rows = tasks
    .slice(0, TASKS_SHOWN)
    .map((task) => [
      task.name,
      `${grouped(task.failed.length)}/${grouped(task.scored)}`,
      `${task.worst} ${Math.round(100 * task.share)} %`,
      task.example,
    ])
  const table = columns([['task', 'failed', 'most lost on', 'for instance'], ...rows], new Set([0, 2, 3]))
  return [
    ` Below the threshold: ${grouped(failed.length)} of ${grouped(scored)} scored. They do not decide the exit code.`,
    ...(regressed.size > 0 ? [` ${grouped(comparison?.lost ?? 0)} of them passed in the baseline; those come first.`] : []),
    '',
    ...table.map((line) => truncate(line, width)),
    ...(tasks.length > TASKS_SHOWN ? [` ... ${counted(tasks.length - TASKS_SHOWN, 'more task')}`] : []),
    '',
    ...tasks.slice(0, FULL_SHOWN).flatMap((task) => [...exampleLines(task.failed[0] as ItemResult, width), '']),
  ]
}

interface TaskFailures {
  readonly name: string
  readonly scored: number
  readonly failed: readonly ItemResult[]
  /** Point that cost most, and its share of the task's loss. */
  readonly worst: string
  readonly share: number
  readonly example: string
}

function summarizeTask(name: string, items: readonly ItemResult[]): TaskFailures {
  const own = items.filter(({ record }) => record.task === name)
  const failed = own.filter(({ record }) => record.status === 'failed')
  const losses = new Map<string, number>()
  for (const { lost } of failed) for (const [point, share] of Object.entries(lost)) losses.set(point, (losses.get(point) ?? 0) + share)
  const sorted = [...losses].sort(([, one], [, other]) => other - one)
  const [worst = '', most = 0] = sorted[0] ?? []
  const total = sorted.reduce((sum, [, share]) => sum + share, 0)
  const example = failed.find(({ lost }) => worst in lost)?.record.item ?? ''
  const scored = own.filter(({ record }) => record.status === 'failed' || record.status === 'passed').length
  return { name, scored, failed, worst, share: total === 0 ? 0 : most / total, example }
}

function exampleLines({ record }: ItemResult, width: number): string[] {
  const reason = (record.reason ?? '').split('\n')
  const total = record.scores.total
  const score = total === undefined ? '' : `${total.toFixed(3)}, full 1`
  const title = ` x ${record.item}`
  return [
    title + score.padStart(Math.max(2 + score.length, width - title.length)),
    // The first line repeats the score.
    ...fromDifference(reason.slice(1), width - 2).map((line) => truncate(`  ${singleLine(line)}`, width)),
    truncate(`    open      npx holdfast show latest ${record.item}`, width),
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
    return start === 0 ? line : `${label}${text.startsWith('"') ? '"' : ''}…${text.slice(start)}`
  })
}

/** Counts of items without a score, with the commonest causes of errors. */
export function unscoredLines(items: readonly ItemResult[], limit: number, width: number): string[] {
  const count = (status: string) => items.filter(({ record }) => record.status === status).length
  const causes = new Map<string, number>()
  // Messages that differ in the item alone are one cause, shown as the first item has it.
  const shown = new Map<string, string>()
  for (const { record } of items) {
    const text = record.error ?? (record.status === 'unscored' ? record.reason : undefined)
    if (text === undefined) continue
    const cause = text.replace(record.item, '')
    causes.set(cause, (causes.get(cause) ?? 0) + 1)
    if (!shown.has(cause)) shown.set(cause, text)
  }
  const listed = [...causes].sort(([, one], [, other]) => other - one).map(([cause, times]) => [shown.get(cause) ?? cause, times] as const)
  const skipped = count('skipped')
  const percent = Number((100 * limit).toFixed(2))
  return [
    ` Unscored ${grouped(count('unscored'))}, errors ${grouped(count('error'))} of ${grouped(items.length - skipped)} (limit ${percent} %).${skipped > 0 ? ` Skipped ${grouped(skipped)}.` : ''}`,
    ...listed.slice(0, CAUSES_SHOWN).flatMap(([error, times]) => labelled(`${grouped(times)} x`, singleLine(error), width, 8)),
    ...(listed.length > CAUSES_SHOWN ? [`         ${listed.length - CAUSES_SHOWN} more causes`] : []),
    '',
  ]
}
