import { groupBy } from '../../base/collections.ts'
import { mean } from '../../base/mean.ts'
import { ITEM_STATES, type ItemRecord, type ItemState } from '../../format/records.ts'

/** An item over all its trials. */
export interface CombinedItem {
  readonly item: string
  readonly task: string
  readonly tags: ItemRecord['tags']
  /** The commonest state; of equally common ones the worse. */
  readonly status: ItemState
  /** Mean of each score over the scored trials. */
  readonly scores: Readonly<Record<string, number>>
  readonly scored: boolean
}

/** From good to bad, so that a tie goes to the worse. */
const WORSE: readonly ItemState[] = ['passed', 'skipped', 'failed', 'unscored', 'error']

/** One entry per item: metrics count items, not trials (docs/formats.md, section 3). */
export function combineTrials(records: readonly ItemRecord[]): CombinedItem[] {
  if (areSingle(records)) return records.map(combineSingle)
  return [...groupBy(records, ({ item }) => item).values()].map((trials) =>
    trials.length === 1 ? combineSingle(trials[0] as ItemRecord) : combine(trials),
  )
}

/** Whether records are sorted by item and no item comes twice, as a run's are: then there is nothing to look up. */
function areSingle(records: readonly ItemRecord[]): boolean {
  return records.every(({ item }, index) => index === 0 || (records[index - 1] as ItemRecord).item < item)
}

/** Intervals ask for the same records hundreds of times, and what suites know of an item they keep by it. */
const combined = new WeakMap<ItemRecord, CombinedItem>()

function combineSingle(record: ItemRecord): CombinedItem {
  const known = combined.get(record)
  if (known) return known
  const { item, task, tags, status } = record
  const scored = isScored(record)
  const own = { item, task, tags, status, scores: scored ? record.scores : {}, scored }
  combined.set(record, own)
  return own
}

function combine(trials: readonly ItemRecord[]): CombinedItem {
  const [first] = trials as [ItemRecord]
  const scored = trials.filter(isScored)
  const names = new Set(scored.flatMap((trial) => Object.keys(trial.scores)))
  const scores: Record<string, number> = {}
  for (const name of names) scores[name] = mean(scored.map((trial) => trial.scores[name]).filter((score) => score !== undefined))
  return { item: first.item, task: first.task, tags: first.tags, status: majority(trials), scores, scored: scored.length > 0 }
}

/** Whether a record has a score that counts. */
export function isScored(record: Pick<ItemRecord, 'status'>): boolean {
  return record.status === 'passed' || record.status === 'failed'
}

/** The total of a scored item or trial; of one that has none, as where figures are only recorded, whether it passed. */
export function totalOf({ scores, status }: Pick<CombinedItem, 'scores' | 'status'>): number {
  return scores.total ?? (status === 'passed' ? 1 : 0)
}

function majority(trials: readonly ItemRecord[]): ItemState {
  const count = (state: ItemState) => trials.filter((trial) => trial.status === state).length
  return [...ITEM_STATES].sort((one, other) => count(other) - count(one) || WORSE.indexOf(other) - WORSE.indexOf(one))[0] as ItemState
}
