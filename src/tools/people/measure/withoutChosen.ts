import type { Label } from '../labels/label.ts'
import type { LabelKey } from '../labels/labelKey.ts'
import { boundKey } from './judgedSource.ts'

/**
 * Labels and keys without those of items that were chosen and not drawn: such items are the doubtful ones, and say nothing of how a
 * judge does on the others.
 *
 * @returns `left`: how many labels are left out.
 */
export function withoutChosen(labels: readonly Label[], keys: readonly LabelKey[]) {
  const drawn = keys.filter(({ of }) => of === undefined)
  const known = new Set(drawn.map(boundKey))
  const chosen = new Set(keys.filter(({ of }) => of !== undefined).map(boundKey))
  const kept = labels.filter((label) => !chosen.has(boundKey(label)) || known.has(boundKey(label)))
  return { labels: kept, keys: drawn, left: labels.length - kept.length }
}
