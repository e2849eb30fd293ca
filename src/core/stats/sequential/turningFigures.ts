/** How a rule is decided: by the number, or by the interval of all items (docs/contracts.md, section 2). */
export type Way = 'value' | 'worse' | 'lenient' | 'strict'

/** Figures, of which more is better, at which a verdict turns: `broken` below the one, `held` from the other on, and between `undecided`. */
export interface TurningFigures {
  /** Minus infinity where no figure breaks the rule. */
  readonly broken: number
  /** Infinity where no figure keeps it. */
  readonly held: number
}

/** What a rule asks of a figure. */
export interface TurningRule {
  readonly decide: Way
  /** The least figure that keeps the rule. Of `worse`: of a change, 0 or less. */
  readonly bound: number
  /** Lowest and highest figure that there can be. */
  readonly ends: readonly [low: number, high: number]
}

/**
 * The figures at which the verdict of a run turns. @param intervalAt the run's own interval, if its figure were this one: its ends rise
 * with the figure. Null for none: then nothing turns but what the number decides.
 */
export function turningFigures(
  { decide, bound, ends }: TurningRule,
  intervalAt: (figure: number) => readonly [low: number, high: number] | null,
): TurningFigures {
  if (decide === 'value') return { broken: bound, held: bound }
  const upperReaches = (least: number) => firstWhere(ends, (figure) => (intervalAt(figure)?.[1] ?? Number.POSITIVE_INFINITY) >= least)
  // Further than allowed, and the interval of the change does not hold zero.
  if (decide === 'worse') return { broken: Math.min(bound, upperReaches(0)), held: bound }
  const lowerReaches = firstWhere(ends, (figure) => (intervalAt(figure)?.[0] ?? Number.NEGATIVE_INFINITY) >= bound)
  return { broken: upperReaches(bound), held: lowerReaches }
}

/** Steps of the search: it ends within a millionth of the scale. */
const STEPS = 20

/** The first figure of which something is true that stays true beyond it: minus infinity where it is of all, infinity where of none. */
function firstWhere([low, high]: readonly [number, number], isTrue: (figure: number) => boolean): number {
  // At an end of the scale nothing varies, which is for the interval of runs that do not vary alone.
  const inside = (high - low) * 1e-9
  let [below, from] = [low + inside, high - inside]
  if (isTrue(below)) return Number.NEGATIVE_INFINITY
  if (!isTrue(from)) return Number.POSITIVE_INFINITY
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (below + from) / 2
    if (isTrue(middle)) from = middle
    else below = middle
  }
  return from
}
