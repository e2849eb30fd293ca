import { groupBy, sum } from '../../core/base/collections.ts'
import { escaped } from '../../core/base/text/escaped.ts'
import { withCallsOf } from '../../core/base/text/shellWord.ts'
import type { ItemRecord } from '../../core/format/records.ts'
import { readLost, reasonParts } from './shared/reasonParts.ts'

/** What a message says where no point was kept. */
export const ALL_POINTS = 'all points'

/** The points that a failed item lost, from the `lost` rows of its message, the largest first. @param nameOf a point's name in words. */
export function lostPoints(
  { status, reason = '' }: Pick<ItemRecord, 'status' | 'reason'>,
  nameOf: (point: string) => string = (point) => point,
) {
  if (status !== 'failed') return []
  const rows = reasonParts(reason).flatMap((part) => part.rows.filter(({ label }) => label === 'lost'))
  return rows
    .map(({ lines: [first = '', ...more] }) => {
      const { name, points, why } = readLost(first)
      // Of the item's points, 0 to 1, where the message has it.
      const share = points ? points.lost / points.of : name === ALL_POINTS ? 1 : null
      return { name: nameOf(name), share, why: joined([why, ...more.map((line) => line.trim())]) }
    })
    .sort((one, other) => (other.share ?? 1) - (one.share ?? 1))
}

/** Evidence of several lines as one; that a point is `not met` needs no saying where it is said why. */
function joined([first = '', ...more]: readonly string[]): string {
  const lines = more.length > 0 && first === 'not met' ? more : [first, ...more]
  return lines
    .filter((line) => line !== '')
    .map((line, index, all) => (index === all.length - 1 ? line : `${line}${/[.!?]$/.test(line) ? ' ' : '; '}`))
    .join('')
}

/** An item of a group, with why it lost the group's point. */
type Member = { readonly record: ItemRecord; readonly why: string }

/** Examples shown of each group. */
const EXAMPLES = 3

/** Failed items grouped by the points they lost, an item in each group it belongs to; the costliest group first. */
export function failureGroups(records: readonly ItemRecord[], nameOf?: (point: string) => string) {
  const lost = records.flatMap((record) => lostPoints(record, nameOf).map((point) => ({ ...point, record })))
  return [...groupBy(lost, ({ name }) => name)]
    .map(([name, points]) => {
      // Each item once, by the first of its trials.
      const own = [...groupBy(points, ({ record }) => record.item).values()].flatMap(([first]) => first ?? [])
      const byTask = [...groupBy(own, ({ record }) => record.task)].map(([task, some]) => [task, some.length] as const)
      return {
        name,
        items: own.length,
        /** Sum of what its items lost at this point, in items. */
        loss: sum(points.map(({ share, record }) => share ?? 1 - (record.scores.total ?? 0))),
        /** How many of them are of each task, the most first. */
        tasks: byTask.sort(([, one], [, other]) => other - one),
        examples: examplesOf(own),
      }
    })
    .sort((one, other) => other.loss - one.loss)
}

/** The worst first, one of each task before a second of any. */
function examplesOf(members: readonly Member[]) {
  const seen = new Map<string, number>()
  const ranked = worstFirst(members, ({ record }) => record).map((member) => {
    const before = seen.get(member.record.task) ?? 0
    seen.set(member.record.task, before + 1)
    return { member, before }
  })
  return ranked
    .sort((one, other) => one.before - other.before)
    .slice(0, EXAMPLES)
    .map(({ member }) => member)
}

/** Entries by the total of their records, the lowest first; those without one stand in front. */
export function worstFirst<Entry>(entries: readonly Entry[], recordOf: (entry: Entry) => ItemRecord): Entry[] {
  const total = (entry: Entry) => recordOf(entry).scores.total ?? Number.NEGATIVE_INFINITY
  return entries.toSorted((one, other) => (total(one) < total(other) ? -1 : Number(total(one) > total(other))))
}

/**
 * Records without a score by their cause, the commonest first. Messages that differ in the item alone, which they name first, are one.
 *
 * @param run as commands take it.
 */
export function causesOf(records: readonly ItemRecord[], run = 'latest') {
  const lost = records.filter(({ status }) => status !== 'passed' && status !== 'failed')
  return [...groupBy(lost, ({ error, reason, item }) => (error ?? reason ?? 'no reason given').replace(itemName(item), '$1…'))]
    .flatMap(([cause, own]) =>
      own.slice(0, 1).map((example) => {
        return { cause: withCallsOf(cause, run, example.item), status: example.status, records: own.length, example }
      }),
    )
    .sort((one, other) => other.records - one.records)
}

/** An id where a message names its item: a short one stands within words, too. */
function itemName(id: string): RegExp {
  const after = id.length > 3 ? '(?![\\p{L}\\p{N}])' : '(?=[:,;")\']|$)'
  return new RegExp(`(^|[\\s"'(])${escaped(id)}${after}`, 'u')
}
