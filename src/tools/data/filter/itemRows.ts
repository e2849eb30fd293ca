import { groupBy, type ItemRecord, isScored, mean } from '../../../kit.ts'

/** An item with the scores of all models. */
export interface ItemRow {
  readonly item: string
  readonly task: string
  /** By model: the mean over its trials, null where none was scored, undefined where the model has no record of the item. */
  readonly scores: readonly (number | null | undefined)[]
  /** By model: whether more than half of its scored trials passed. */
  readonly solved: readonly boolean[]
}

/** The items of several runs of one suite, by their ids. Those that were skipped by a decision are passed over. */
export function itemRows(runs: readonly (readonly ItemRecord[])[]): ItemRow[] {
  const byRun = runs.map((records) =>
    groupBy(
      records.filter(({ status }) => status !== 'skipped'),
      ({ item }) => item,
    ),
  )
  const items = [...new Set(byRun.flatMap((own) => [...own.keys()]))].sort()
  return items.map((item) => {
    const trials = byRun.map((own) => own.get(item))
    return {
      item,
      task: trials.find(Boolean)?.[0]?.task ?? '',
      scores: trials.map((own) => own && scoreOf(own)),
      solved: trials.map((own = []) => 2 * own.filter(({ status }) => status === 'passed').length > own.filter(isScored).length),
    }
  })
}

function scoreOf(trials: readonly ItemRecord[]): number | null {
  const scores = trials.filter(isScored).flatMap(({ scores: { total } }) => total ?? [])
  return scores.length === 0 ? null : mean(scores)
}
