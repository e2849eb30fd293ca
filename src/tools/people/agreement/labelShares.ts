import type { ItemRecord } from '../../../kit.ts'

/** What a labelled record says of a metric. */
export interface LabelledItem {
  readonly record: ItemRecord
  /** The chance it had of being labelled; undefined for the same chance for all. */
  readonly probability: number | undefined
  /** What the metric changes by with the record relabelled. */
  readonly change: number
  /** What the metric owes to the record as the judge has it: the mean over all records is 0. */
  readonly influence: number
}

/** What labels make of a metric. */
export interface LabelShares {
  /** What the metric is moved by. */
  readonly correction: number
  /** How much of the judge's figure counts, 0 to 1: 1 where it follows people, 0 where labels alone are better. */
  readonly judgeWeight: number
  /** What the corrected metric owes to the labels of some records, beside the judge's part. */
  share(members: ReadonlySet<ItemRecord>): number
  /** Variance that comes from labelling these records and not others. */
  readonly variance: number
  /** Variance of errors that were not seen, but may be there. */
  readonly assumed: number
  /** Its degrees of freedom, 1 or more. */
  readonly df: number
}

/** Labelled records from which a task counts by itself; fewer are put together with those of other tasks. */
const LEAST_OF_TASK = 2

/**
 * The correction of a metric by labelled records. Within a task (those with fewer than two labelled records being put together) each
 * stands for as many records as the inverse of its chance says, in all as many as the task has.
 *
 * @param scored all records that could be labelled.
 * @param farthest what one record could change at the most: the size of an error that was not seen.
 */
export function labelShares(items: readonly LabelledItem[], scored: readonly ItemRecord[], farthest: number): LabelShares {
  const classes = classesOf(items, scored)
  const judgeWeight = weightOfJudge(items, classes)
  const restOf = ({ change, influence }: LabelledItem) => change + (1 - judgeWeight) * influence
  const shares = new Map<ItemRecord, number>()
  let [correction, variance] = [0, 0]
  for (const { members, records } of classes) {
    const total = sum(members.map(inverse))
    const scale = records / total
    const centre = sum(members.map((item) => inverse(item) * restOf(item))) / total
    correction += records * centre
    const freedom = members.length / Math.max(1, members.length - 1)
    for (const item of members) {
      const off = scale * inverse(item) * (restOf(item) - centre)
      shares.set(item.record, off * Math.sqrt(freedom))
      const notDrawn = Math.max(0, 1 - 1 / (scale * inverse(item)))
      variance += notDrawn * freedom * off ** 2
    }
  }
  const seen = Math.max(0, ...items.map(({ change }) => Math.abs(change))) || farthest
  const notLabelled = Math.max(0, 1 - items.length / scored.length)
  // Agresti and Coull's two of each kind, for errors that can go either way: of few disagreements a variance is a poor guess.
  const assumed = notLabelled * 2 * ((scored.length * seen) / (items.length + 4)) ** 2
  return {
    correction,
    judgeWeight,
    share: (members) => {
      let share = 0
      for (const record of members) share += shares.get(record) ?? 0
      return share
    },
    variance,
    assumed,
    df: Math.max(1, items.length - classes.length),
  }
}

interface LabelClass {
  readonly members: readonly LabelledItem[]
  /** Records that the members stand for. */
  readonly records: number
}

function classesOf(items: readonly LabelledItem[], scored: readonly ItemRecord[]): LabelClass[] {
  const tasks = new Map<string, { members: LabelledItem[]; records: number }>()
  for (const { task } of scored) {
    const known = tasks.get(task)
    if (known) known.records += 1
    else tasks.set(task, { members: [], records: 1 })
  }
  for (const item of items) tasks.get(item.record.task)?.members.push(item)
  const all = [...tasks.values()]
  const several = all.filter(({ members }) => members.length >= LEAST_OF_TASK)
  const few = all.filter(({ members }) => members.length < LEAST_OF_TASK)
  const together = { members: few.flatMap(({ members }) => members), records: sum(few.map(({ records }) => records)) }
  if (together.records === 0) return several
  if (together.members.length >= LEAST_OF_TASK) return [...several, together]
  // Too few to speak for their tasks: those of all tasks speak for all.
  return [{ members: [...items], records: scored.length }]
}

/** How well the judge's influences foretell people's: the slope of the second on the first within classes, 0 to 1. */
function weightOfJudge(items: readonly LabelledItem[], classes: readonly LabelClass[]): number {
  let [square, product] = [0, 0]
  for (const { members } of classes) {
    const total = sum(members.map(inverse))
    const centre = (of: (item: LabelledItem) => number) => sum(members.map((item) => inverse(item) * of(item))) / total
    const judge = centre(({ influence }) => influence)
    const people = centre(({ influence, change }) => influence + change)
    for (const item of members) {
      square += inverse(item) * (item.influence - judge) ** 2
      product += inverse(item) * (item.influence - judge) * (item.influence + item.change - people)
    }
  }
  return square > 0 ? Math.max(0, Math.min(1, product / square)) : items.length > 0 ? 1 : 0
}

function inverse({ probability = 1 }: LabelledItem): number {
  return 1 / probability
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
