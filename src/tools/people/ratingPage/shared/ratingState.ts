/** What was said of the question at a position: a value of its scale, or null where it is left for later. */
export interface Given {
  readonly at: number
  readonly value: number | null
}

/** What is undone at once: an answer, a skip, or all that an imported file gave. Never empty. */
export type Act = readonly Given[]

/** What a rater did so far, and where they are. */
export interface RatingState {
  /** Position of the question that is shown; the number of questions at the end. */
  readonly at: number
  /** In the order in which they were done. */
  readonly acts: readonly Act[]
}

/** How the questions stand, by their positions. A question is answered, skipped or neither. */
export interface Standing {
  readonly values: ReadonlyMap<number, number>
  readonly skipped: ReadonlySet<number>
}

/** What acts amount to: of two answers to a question the later one, and a skip takes no answer back. */
export function standingOf(acts: readonly Act[]): Standing {
  const values = new Map<number, number>()
  const skipped = new Set<number>()
  for (const { at, value } of acts.flat()) {
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
  return goOn(state, isSame ? [] : [{ at: state.at, value }], count)
}

/** Leaves the question that is shown for later and goes on. An answer that it has stays. */
export function skip(state: RatingState, count: number): RatingState {
  const { values, skipped } = standingOf(state.acts)
  const isSettled = values.has(state.at) || skipped.has(state.at)
  return goOn(state, isSettled ? [] : [{ at: state.at, value: null }], count)
}

function goOn({ at, acts }: RatingState, act: Act, count: number): RatingState {
  const done = act.length === 0 ? acts : [...acts, act]
  return { at: nextOpen(standingOf(done), at, count), acts: done }
}

/** Takes the last act back and shows the question that it was about; the same state where there is none. */
export function undo(state: RatingState): RatingState {
  const [first] = state.acts.at(-1) ?? []
  return first ? { at: first.at, acts: state.acts.slice(0, -1) } : state
}

/** Goes some questions on or back, without an answer, at most to the end. */
export function move(state: RatingState, step: number, count: number): RatingState {
  return { ...state, at: Math.min(count, Math.max(0, state.at + step)) }
}
