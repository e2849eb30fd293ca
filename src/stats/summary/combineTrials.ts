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
  /** Whether any trial was scored. */
  readonly scored: boolean
}

/** From good to bad, so that a tie goes to the worse. */
const WORSE: readonly ItemState[] = ['passed', 'skipped', 'failed', 'unscored', 'error']

/** One entry per item: metrics count items, not trials (docs/contracts.md, section 3). */
export function combineTrials(records: readonly ItemRecord[]): CombinedItem[] {
  if (areSingle(records)) return records.map(combineAlone)
  const byItem = new Map<string, ItemRecord[]>()
  for (const record of records) {
    const known = byItem.get(record.item)
    if (known) known.push(record)
    else byItem.set(record.item, [record])
  }
  return [...byItem.values()].map(combineOnce)
}

/** Whether records are sorted by item and no item comes twice, as a run's are: then there is nothing to look up. */
export function areSingle(records: readonly ItemRecord[]): boolean {
  return records.every(({ item }, index) => index === 0 || (records[index - 1] as ItemRecord).item < item)
}

function combineAlone(record: ItemRecord): CombinedItem {
  const known = combined.get(record)
  return known?.trials.length === 1 ? known.item : combineOnce([record])
}

/** What was combined before: intervals summarize the same items again and again, each time without some of them. */
const combined = new WeakMap<ItemRecord, { readonly trials: readonly ItemRecord[]; readonly item: CombinedItem }>()

function combineOnce(trials: readonly ItemRecord[]): CombinedItem {
  const [first] = trials as [ItemRecord]
  const known = combined.get(first)
  if (known && known.trials.length === trials.length && known.trials.every((trial, index) => trial === trials[index])) return known.item
  const item = combine(trials)
  combined.set(first, { trials, item })
  return item
}

function combine(trials: readonly ItemRecord[]): CombinedItem {
  const [first] = trials as [ItemRecord]
  // The rule: nothing to average, nothing to vote on.
  if (trials.length === 1) {
    const { item, task, tags, status } = first
    return { item, task, tags, status, scores: isScored(first) ? first.scores : {}, scored: isScored(first) }
  }
  const scored = trials.filter(isScored)
  const names = new Set(scored.flatMap((trial) => Object.keys(trial.scores)))
  const scores: Record<string, number> = {}
  for (const name of names) scores[name] = mean(scored.map((trial) => trial.scores[name]).filter((score) => score !== undefined))
  return { item: first.item, task: first.task, tags: first.tags, status: majority(trials), scores, scored: scored.length > 0 }
}

/** Whether a record has a score that counts. */
export function isScored(record: ItemRecord): boolean {
  return record.status === 'passed' || record.status === 'failed'
}

function majority(trials: readonly ItemRecord[]): ItemState {
  const count = (state: ItemState) => trials.filter((trial) => trial.status === state).length
  return [...ITEM_STATES].sort((one, other) => count(other) - count(one) || WORSE.indexOf(other) - WORSE.indexOf(one))[0] as ItemState
}
