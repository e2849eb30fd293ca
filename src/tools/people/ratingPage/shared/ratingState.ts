import type { SheetData } from '../ratingPage.ts'
import { questionId } from './sheetData.ts'

/** What was said of the question at a position: a value of its scale, or null where it is left for later. */
export interface Act {
  readonly at: number
  readonly value: number | null
}

/** What a rater did so far, and where they are. */
export interface RatingState {
  /** Position of the question that is shown; the number of questions at the end. */
  readonly at: number
  /** In the order in which they were done. */
  readonly acts: readonly Act[]
}

/** How the questions stand, by their positions. A question is answered, skipped or neither. */
export type Standing = ReturnType<typeof standingOf>

/** What acts amount to: of two answers to a question the later one, and a skip takes no answer back. */
export function standingOf(acts: readonly Act[]) {
  const values = new Map<number, number>()
  const skipped = new Set<number>()
  for (const { at, value } of acts) {
    if (value !== null) {
      values.set(at, value)
      skipped.delete(at)
    } else if (!values.has(at)) skipped.add(at)
  }
  return { values, skipped }
}

/**
 * Where to go on after a position, of `count` questions: the next one that is neither answered nor skipped, also of those before;
 * without one the next that was skipped; without that the end.
 */
export function nextOpen({ values, skipped }: Standing, from: number, count: number): number {
  const all = Array.from({ length: count }, (_, at) => at)
  const after = all.slice(from + 1)
  return (
    [...after, ...all.slice(0, from + 1)].find((at) => !values.has(at) && !skipped.has(at)) ?? after.find((at) => skipped.has(at)) ?? count
  )
}

/** Where to begin: at the first question that is open, else the first that was skipped, else the end. */
export function resume(acts: readonly Act[], count: number): RatingState {
  return { at: nextOpen(standingOf(acts), -1, count), acts }
}

/** Answers the question that is shown and goes on. The answer that it has already is no new act. */
export function answer(state: RatingState, value: number, count: number): RatingState {
  const isSame = standingOf(state.acts).values.get(state.at) === value
  return goOn(state, isSame ? undefined : { at: state.at, value }, count)
}

/** Leaves the question that is shown for later and goes on. An answer that it has stays. */
export function skip(state: RatingState, count: number): RatingState {
  const { values, skipped } = standingOf(state.acts)
  const isSettled = values.has(state.at) || skipped.has(state.at)
  return goOn(state, isSettled ? undefined : { at: state.at, value: null }, count)
}

function goOn({ at, acts }: RatingState, act: Act | undefined, count: number): RatingState {
  const done = act ? [...acts, act] : acts
  return { at: nextOpen(standingOf(done), at, count), acts: done }
}

/** Takes the last act back and shows the question that it was about; the same state where there is none. */
export function undo(state: RatingState): RatingState {
  const last = state.acts.at(-1)
  return last ? { at: last.at, acts: state.acts.slice(0, -1) } : state
}

/** Goes some questions on or back, without an answer, at most to the end. */
export function move(state: RatingState, step: number, count: number): RatingState {
  return { ...state, at: Math.min(count, Math.max(0, state.at + step)) }
}

/** What a browser kept of a sheet. */
export type RestoredActs = NonNullable<ReturnType<typeof restoredActs>>

/** A question by its name and hash, and what was said of it: positions would be of other questions once the page is another. */
type SavedAct = readonly [id: string, value: number | null]

/** Name under which a browser keeps what a rater did: pages from disk may share one storage. */
export function storageKey({ id, rater }: Pick<SheetData, 'id' | 'rater'>): string {
  return `holdfast rating ${JSON.stringify([id, rater])}`
}

/** Acts as a browser keeps them. */
export function savedActs({ questions }: SheetData, acts: readonly Act[]): string {
  const saved = acts.flatMap(({ at, value }): SavedAct[] => (questions[at] ? [[questionId(questions[at]), value]] : []))
  return JSON.stringify({ version: 1, acts: saved })
}

/** Acts that a browser kept; undefined for a text that {@link savedActs} did not write. */
export function restoredActs({ questions }: SheetData, text: string) {
  const saved = savedList(text)
  if (!saved) return undefined
  const positions = new Map(questions.map((question, at) => [questionId(question), at]))
  const acts = saved.flatMap(([id, value]): Act[] => {
    const at = positions.get(id)
    const isPoint = at !== undefined && (value === null || questions[at]?.scale.some((point) => point.value === value))
    return isPoint ? [{ at, value }] : []
  })
  // Strange are answers that were kept and are of no question of this sheet.
  return { acts, strange: saved.length - acts.length }
}

function savedList(text: string): readonly SavedAct[] | undefined {
  try {
    const { version, acts } = JSON.parse(text)
    return version === 1 && Array.isArray(acts) && acts.every(isSavedAct) ? acts : undefined
  } catch {
    return undefined
  }
}

function isSavedAct(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && (value[1] === null || Number.isFinite(value[1]))
}
