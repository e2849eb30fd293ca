import { markdownCell } from '../core/base/text/markdownCell.ts'
import type { ItemRecord } from '../core/format/records.ts'
import { grouped } from './layout.ts'
import { lostPoints } from './page/lostPoints.ts'

/** Bullets, and the names of items in one of them. */
const BULLETS = 5
const NAMES = 5
/** How much of a text is shown. */
const SHOWN = 200

/**
 * Failed items as bullets of markdown. Each bullet says once what its items lost and why; items that lost the same for the
 * same reasons share it. Those that passed in the baseline come first.
 *
 * @param regressed ids of the items that passed in the baseline.
 */
export function failedItems(failed: readonly ItemRecord[], regressed: ReadonlySet<string>): string[] {
  const groups = new Map<string, { readonly text: string; readonly isRegressed: boolean; readonly ids: Set<string> }>()
  for (const record of failed) {
    const [text, isRegressed] = [textOf(record), regressed.has(record.item)]
    const key = JSON.stringify([text, isRegressed])
    const group = groups.get(key) ?? { text, isRegressed, ids: new Set() }
    groups.set(key, group)
    group.ids.add(record.item)
  }
  const sorted = [...groups.values()].sort((one, other) => Number(other.isRegressed) - Number(one.isRegressed))
  return sorted
    .slice(0, BULLETS)
    .map(({ text, isRegressed, ids }) => `- ${names([...ids])}${isRegressed ? ' (passed in the baseline)' : ''}: ${markdownCell(text)}`)
}

function names(ids: readonly string[]): string {
  const shown = ids.slice(0, NAMES).map(markdownCell).join(', ')
  return ids.length > NAMES ? `${shown} and ${grouped(ids.length - NAMES)} more` : shown
}

/** What was lost and why; where nobody said why, the whole message, which has what was asked and received. */
function textOf(record: ItemRecord): string {
  const lost = lostPoints(record)
  if (lost.every(({ why }) => why === '')) return (record.reason ?? '').slice(0, SHOWN)
  return lost.map(({ name, why }) => cut(why === '' ? name : `${name}: ${why.replace(/\.$/, '')}`)).join('; ')
}

function cut(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}
