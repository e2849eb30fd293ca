import type { ItemRecord } from '../../core/format/records.ts'
import type { RunFolder } from '../../core/format/runFolder.ts'
import type { PageItems } from '../../reports/page/pageItems.ts'
import type { PageOptions } from '../../reports/page/writePage.ts'
import type { SuiteView, SuiteViews } from '../../reports/suiteView.ts'
import { loadSuiteViews } from '../catalogue.ts'

/** Items written at once. */
const BATCH = 64

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
  readonly #loaded = new Map<string, SuiteView>()
  readonly #views: SuiteViews = (suite) => this.#loaded.get(suite) ?? {}

  /** @param early false where an item's row depends on other items, or on those of an earlier part of the run. */
  constructor(folder: RunFolder, early: boolean) {
    this.#folder = folder
    this.#early = early
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
    const { PageItems } = await import('../../reports/page/pageItems.ts')
    await this.#loadViews(batch.map(({ suite }) => suite))
    const items = (await before) ?? (await PageItems.begin(this.#folder, this.#views))
    items.add(batch)
    return items
  }

  async #loadViews(suites: readonly string[]): Promise<void> {
    const unknown = [...new Set(suites)].filter((suite) => !this.#loaded.has(suite))
    const views = await loadSuiteViews(unknown)
    for (const suite of unknown) this.#loaded.set(suite, views(suite))
  }

  /** Writes the page of the run that ended. */
  async finish(options: Omit<PageOptions, 'views'>, suites: readonly string[]): Promise<void> {
    if (this.#early) this.#write()
    // Another run in watch mode has the items of this one too, and begins anew.
    this.#early = false
    const items = await this.#items
    this.#items = undefined
    const { writePage } = await import('../../reports/page/writePage.ts')
    await this.#loadViews(suites)
    await writePage(this.#folder, { ...options, items, views: this.#views })
  }
}
