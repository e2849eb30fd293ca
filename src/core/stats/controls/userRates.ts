import type { ItemRecord } from '../../format/records.ts'
import { UNUSABLE_USER, USER_CONTROLS, type UserControl, userKey } from '../../format/userControl.ts'
import { clusteredShare, type PartOfShare } from '../clusteredRate.ts'
import { isScored } from '../summary/combineTrials.ts'
import { type Figure, type FigureDescription, metric } from '../summary/metric.ts'

/**
 * How often whoever played a user did what it had to in a situation where that is known: `user.<control>`, from the counts
 * `user_right.<control>` and `user_wrong.<control>` of records; and `user.unusable`, the share of situations to which it gave no
 * usable reply, from `user_unusable` and `user_situations`. All are 0 to 1, over moves or situations of an item's mean trial.
 * Situations of one item are of one profile or few: the interval takes items, or the clusters that they declare, for what varies.
 */
export function userRates(records: readonly ItemRecord[]): Record<string, Figure> {
  const byItem = new Map<string, ItemRecord[]>()
  for (const record of records) {
    if (!isScored(record) || !Object.keys(record.scores).some((key) => key.startsWith('user_'))) continue
    const known = byItem.get(record.item)
    if (known) known.push(record)
    else byItem.set(record.item, [record])
  }
  const parts = new Map<string, Map<ItemRecord, PartOfShare>>()
  for (const trials of byItem.values()) {
    for (const [key, part] of partsOf(trials)) {
      const own = parts.get(key) ?? new Map<ItemRecord, PartOfShare>()
      parts.set(key, own.set(trials[0] as ItemRecord, part))
    }
  }
  return Object.fromEntries([...parts].map(([key, own]) => [key, shareOf(own, DESCRIBED.get(key))]))
}

/** The figures that there may be, by key. */
const DESCRIBED = new Map<string, FigureDescription>([
  ...(Object.keys(USER_CONTROLS) as UserControl[]).map((control) => [userKey(control), { label: USER_CONTROLS[control] }] as const),
  [UNUSABLE_USER, { label: 'situations without a usable reply of the user', better: 'lower' }] as const,
])

function shareOf(parts: ReadonlyMap<ItemRecord, PartOfShare>, described: FigureDescription | undefined): Figure {
  let [right, of] = [0, 0]
  for (const part of parts.values()) {
    right += part.right
    of += part.of
  }
  return {
    ...metric(right / of, { n: Math.round(of), range: [0, 1], compared: false, ...described }),
    ci95: clusteredShare([...parts.keys()], (record) => parts.get(record)),
  }
}

/** What the trials of an item hold on average. A count that a trial has not is 0 there. */
function partsOf(trials: readonly ItemRecord[]): Map<string, PartOfShare> {
  const parts = new Map<string, PartOfShare>()
  const add = (key: string, right: number, of: number) => {
    const { right: wasRight, of: was } = parts.get(key) ?? { right: 0, of: 0 }
    parts.set(key, { right: wasRight + right / trials.length, of: was + of / trials.length })
  }
  for (const { scores } of trials) {
    for (const [key, count] of Object.entries(scores)) {
      const [, outcome, control] = /^user_(right|wrong)\.(.+)$/.exec(key) ?? []
      if (outcome !== undefined) add(userKey(control ?? ''), outcome === 'right' ? count : 0, count)
    }
    if (scores.user_situations !== undefined) add(UNUSABLE_USER, scores.user_unusable ?? 0, scores.user_situations)
  }
  return parts
}
