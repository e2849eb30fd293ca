import type { SheetData } from '../ratingPage.ts'
import { questionId } from './sheetData.ts'

/** The value of its scale that the question at a position was answered with. */
export interface Act {
  readonly at: number
  readonly value: number
}

/** What a rater did so far, and where they are. */
export interface RatingState {
  /** Position of the question that is shown; the number of questions at the end. */
  readonly at: number
  /** In the order in which they were done. */
  readonly acts: readonly Act[]
}

/** Answers by the positions of their questions. */
export type Answers = ReturnType<typeof answersOf>

/** What acts amount to: of two answers to a question the later one. */
export function answersOf(acts: readonly Act[]): ReadonlyMap<number, number> {
  return new Map(acts.map(({ at, value }) => [at, value]))
}

/** Where to go on after a position, of `count` questions: the next one without an answer, also of those before; without one the end. */
export function nextOpen(answers: Answers, from: number, count: number): number {
  const all = Array.from({ length: count }, (_, at) => at)
  return [...all.slice(from + 1), ...all.slice(0, from + 1)].find((at) => !answers.has(at)) ?? count
}

/** Where to begin: at the first question without an answer, else the end. */
export function resume(acts: readonly Act[], count: number): RatingState {
  return { at: nextOpen(answersOf(acts), -1, count), acts }
}

/** Answers the question that is shown and goes on. The answer that it has already is no new act. */
export function answer({ at, acts }: RatingState, value: number, count: number): RatingState {
  const done = answersOf(acts).get(at) === value ? acts : [...acts, { at, value }]
  return { at: nextOpen(answersOf(done), at, count), acts: done }
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

/** A question by its name and hash, and what was said of it: positions would be of other questions once the page is another. */
type SavedAct = readonly [id: string, value: number]

/** Name under which a browser keeps what a rater did: pages from disk may share one storage. */
export function storageKey({ id, rater }: Pick<SheetData, 'id' | 'rater'>): string {
  return `holdfast rating ${JSON.stringify([id, rater])}`
}

/** Acts as a browser keeps them. */
export function savedActs({ questions }: SheetData, acts: readonly Act[]): string {
  const saved = acts.flatMap(({ at, value }): SavedAct[] => (questions[at] ? [[questionId(questions[at]), value]] : []))
  return JSON.stringify({ version: 1, acts: saved })
}

/** Acts that a browser kept, of questions of this sheet; undefined for a text that {@link savedActs} did not write. */
export function restoredActs({ questions }: SheetData, text: string): Act[] | undefined {
  const positions = new Map(questions.map((question, at) => [questionId(question), at]))
  return savedList(text)?.flatMap(([id, value]): Act[] => {
    const at = positions.get(id)
    return at !== undefined && questions[at]?.scale.some((point) => point.value === value) ? [{ at, value }] : []
  })
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
  return Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && Number.isFinite(value[1])
}
