import type { Act, Given } from './ratingState.ts'
import { positionsOf, questionId, type SheetData } from './sheetData.ts'

/** What a browser kept of a sheet. */
export interface RestoredActs {
  readonly acts: readonly Act[]
  /** Answers that were kept and are of no question of this sheet. */
  readonly strange: number
}

/** A question by its name and hash, and what was said of it: positions would be of other questions once the page is another. */
type SavedGiven = readonly [id: string, value: number | null]

/** Name under which a browser keeps what a rater did: pages from disk may share one storage. */
export function storageKey({ id, rater }: Pick<SheetData, 'id' | 'rater'>): string {
  return `holdfast rating ${JSON.stringify([id, rater])}`
}

/** Acts as a browser keeps them. */
export function savedActs({ questions }: SheetData, acts: readonly Act[]): string {
  const saved = acts.map((act) => act.flatMap(({ at, value }): SavedGiven[] => (questions[at] ? [[questionId(questions[at]), value]] : [])))
  return JSON.stringify({ version: 1, acts: saved })
}

/** Acts that a browser kept; undefined for a text that {@link savedActs} did not write. */
export function restoredActs(sheet: SheetData, text: string): RestoredActs | undefined {
  const saved = savedList(text)
  if (!saved) return undefined
  const positions = positionsOf(sheet.questions)
  const restored = saved.map((act) => act.flatMap((given) => restoredGiven(sheet, positions, given)))
  return { acts: restored.filter((act) => act.length > 0), strange: saved.flat().length - restored.flat().length }
}

function restoredGiven({ questions }: SheetData, positions: ReadonlyMap<string, number>, [id, value]: SavedGiven): Given[] {
  const at = positions.get(id)
  const isPoint = at !== undefined && (value === null || questions[at]?.scale.some((point) => point.value === value))
  return isPoint ? [{ at, value }] : []
}

function savedList(text: string): readonly (readonly SavedGiven[])[] | undefined {
  try {
    const { version, acts } = JSON.parse(text)
    return version === 1 && isListOf(acts, (act) => isListOf(act, isSavedGiven)) ? acts : undefined
  } catch {
    return undefined
  }
}

function isListOf(value: unknown, isEntry: (entry: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isEntry)
}

function isSavedGiven(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && (value[1] === null || Number.isFinite(value[1]))
}
