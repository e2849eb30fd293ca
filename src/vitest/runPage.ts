import type { ItemRecord } from '../format/records.ts'
import type { RunFolder } from '../format/runFolder.ts'
import type { PageItems } from '../report/page/pageItems.ts'
import type { PageOptions } from '../report/page/writePage.ts'

/** Items written at once. */
const BATCH = 64

const loadPage = () => import('../report/page/writePage.ts')
const loadItems = () => import('../report/page/pageItems.ts')

/**
 * The page of a run that goes on. Its items are written while models are waited for, so that little is left at the end;
 * whatever fails is told there.
 */
export class RunPage {
  readonly #folder: RunFolder
  /** Whether items are written as they come. */
  #early: boolean
  #pending: ItemRecord[] = []
  #items: Promise<PageItems> | undefined

  /** @param early false where an item's row depends on other items, or on those of an earlier part of the run. */
  constructor(folder: RunFolder, early: boolean) {
    this.#folder = folder
    this.#early = early
  }

  /** Loads what the page takes while there is nothing else to do, instead of at the end, where everyone waits for it. */
  prepare(): void {
    Promise.all([loadPage(), loadItems()])
      .then(([{ preparePage }]) => preparePage())
      .catch(() => undefined)
  }

  /** Adds an item that ended, whose calls are in the journal. */
  add(record: ItemRecord): void {
    if (!this.#early) return
    this.#pending.push(record)
    if (this.#pending.length === BATCH) this.#write()
  }

  #write(): void {
    const batch = this.#pending
    this.#pending = []
    this.#items = this.#append(this.#items, batch)
    this.#items.catch(() => undefined)
  }

  async #append(before: Promise<PageItems> | undefined, batch: readonly ItemRecord[]): Promise<PageItems> {
    const { PageItems } = await loadItems()
    const items = (await before) ?? new PageItems(this.#folder)
    await items.add(batch)
    return items
  }

  /** Writes the page of the run that ended. */
  async finish(options: PageOptions): Promise<void> {
    if (this.#early) this.#write()
    // Another run in watch mode has the items of this one too, and begins anew.
    this.#early = false
    const items = await this.#items
    this.#items = undefined
    const { writePage } = await loadPage()
    await writePage(this.#folder, { ...options, items })
  }
}
