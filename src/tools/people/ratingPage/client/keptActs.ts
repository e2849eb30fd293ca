import type { Act } from '../shared/ratingState.ts'
import { type RestoredActs, restoredActs, savedActs, storageKey } from '../shared/savedActs.ts'
import type { SheetData } from '../shared/sheetData.ts'

const GO_ON = 'You can go on: your answers are in this window only. Export them before you close it.'

/** What a rater did, kept in the browser under the sheet. Without storage the page goes on, and says so. */
export class KeptActs {
  readonly key: string
  readonly #sheet: SheetData
  /** What went wrong, in words; empty where all is kept. */
  problem = ''

  constructor(sheet: SheetData) {
    this.#sheet = sheet
    this.key = storageKey(sheet)
  }

  /** What was kept before; nothing where there is none. */
  load(): RestoredActs {
    const nothing = { acts: [], strange: 0 }
    try {
      const text = localStorage.getItem(this.key)
      const restored = text === null ? nothing : restoredActs(this.#sheet, text)
      if (!restored) this.problem = 'Failed to read what this browser kept of these questions: it is damaged. You begin anew.'
      return restored ?? nothing
    } catch {
      this.problem = `Failed to keep your answers: this browser refuses to store anything for this page. ${GO_ON}`
      return nothing
    }
  }

  /** Keeps acts in place of those before. */
  save(acts: readonly Act[]): void {
    try {
      localStorage.setItem(this.key, savedActs(this.#sheet, acts))
      this.problem = ''
    } catch (error) {
      const isFull = error instanceof DOMException && error.name === 'QuotaExceededError'
      const reason = isFull ? 'the storage of this browser is full' : 'this browser refuses to store anything for this page'
      this.problem = `Failed to keep your answers: ${reason}. ${GO_ON}`
    }
  }

  /** Whether closing the window would lose something. */
  get isLosing(): boolean {
    return this.problem.endsWith(GO_ON)
  }
}
