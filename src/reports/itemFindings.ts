import { Port } from '../core/base/port.ts'
import type { ItemRecord } from '../core/format/records.ts'
import type { RunFolder } from '../core/format/runFolder.ts'

/**
 * What commands found out about an item after its run, as lines for a terminal and for the item's page; none where nothing was.
 * `isSaid`: whether it is said already that models are simulated.
 */
export type ItemFindings = (
  folder: RunFolder,
  record: ItemRecord,
  place: { readonly isSaid: boolean; readonly width: number },
) => readonly string[]

/** Where findings about items come from. */
export const itemFindings: Port<ItemFindings> = new Port<ItemFindings>()
