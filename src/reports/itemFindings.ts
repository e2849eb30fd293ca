import { Port } from '../core/base/port.ts'
import type { ItemRecord } from '../core/format/records.ts'
import type { RunFolder } from '../core/format/runFolder.ts'
import type { ChunkFolder } from './page/chunks.ts'

/** Findings about items of a page, written into chunks as items come. */
export interface PageFindings {
  /** Adds what was found out about an item under a row, and gives the name of its chunk; undefined where nothing was. */
  add(row: number, record: ItemRecord): string | undefined
  /** Writes what is left. */
  close(): void
}

/** What commands found out about items of a run after it, for the places that show the run. */
export interface ItemFindings {
  /** Begins a page. */
  page(folder: RunFolder, data: ChunkFolder): PageFindings
  /** report.md with a part on these items, in the place of an earlier such part. */
  markdown(text: string, folder: RunFolder, records: readonly ItemRecord[]): string
  /** Lines for a terminal about one item. @param isSaid whether it is said already that models are simulated. */
  lines(folder: RunFolder, record: ItemRecord, isSaid: boolean): readonly string[]
}

/** Where findings about items come from. */
export const itemFindings: Port<ItemFindings> = new Port<ItemFindings>()
