import { HoldfastError } from '../../core/base/errors.ts'
import { counted } from '../../core/base/text/counted.ts'
import type { ConfiguredItems } from '../../core/config/configuredItems.ts'

/**
 * The items of a suite that the file of HOLDFAST_ITEMS names, in their old order. A file of another suite chooses nothing of this one.
 *
 * @param sha256 hash of the suite's data.
 * @throws HoldfastError where the file is of other data, or names an item that the suite does not have.
 */
export function takeChosen<Entry extends { readonly id: string }>(
  suite: string,
  items: readonly Entry[],
  sha256: string,
  chosen: ConfiguredItems | undefined,
): readonly Entry[] {
  if (chosen === undefined || chosen.suite !== suite) return items
  if (chosen.sha256 !== undefined && chosen.sha256 !== sha256)
    throw new HoldfastError(
      'CONFIG',
      `Failed to take the items of ${chosen.path}: they are of other data of ${suite} (sha256 ${chosen.sha256.slice(0, 12)}, now ${sha256.slice(0, 12)}). Run with the data the file was made from, or make it again.`,
    )
  const wanted = new Set(chosen.items)
  const known = new Set(items.map(({ id }) => id))
  const unknown = [...wanted].filter((id) => !known.has(id))
  if (unknown.length > 0)
    throw new HoldfastError(
      'CONFIG',
      `Failed to take the items of ${chosen.path}: ${suite} has no item ${JSON.stringify(unknown[0])}${unknown.length > 1 ? `, nor ${counted(unknown.length - 1, 'other')} of them` : ''}. Mend the ids, or run with the data and options they are from.`,
    )
  return items.filter(({ id }) => wanted.has(id))
}
