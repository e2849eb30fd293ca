import type { Way } from '../format/gates.ts'
import { normalCdf, Z, Z_FOUR_OF_FIVE } from './normal.ts'

/** A rule, and how far the figure that it is about varies. */
export interface RuleDesign {
  readonly way: Way
  /** How much worse than the truth the bound is, on the metric's scale: of `maxDrop` the drop that it allows, where the truth is no change. */
  readonly room: number
  /** Standard error of the figure, or of the change. */
  readonly se: number
  /** How far its 95 % interval reaches to the better side. Default: 1.96 standard errors. */
  readonly reach?: number | undefined
}

/** By how much worse than the truth a figure must be for its rule to be red: broken, or of `strict` rules not held. */
function redFrom({ way, room, se, reach = Z * se }: RuleDesign): number {
  if (way === 'value') return room
  if (way === 'worse') return Math.max(room, reach)
  return way === 'lenient' ? room + reach : room - reach
}

/** By how many of its errors the figure lies from where its rule turns red, 0 or more. */
export function errorsOff(design: RuleDesign): number {
  return design.se > 0 ? Math.abs(redFrom(design)) / design.se : 0
}

/** Chance, 0 to 1, that a rule is red although nothing changed, by the normal approximation. */
export function redByChance(design: RuleDesign): number {
  const from = redFrom(design)
  return design.se > 0 ? normalCdf(-from / design.se) : Number(from < 0)
}

/** By how much worse the model must truly be for the rule to be red in 4 of 5 runs; 0 where it is red as often anyway. */
export function shownWorsening(design: RuleDesign): number {
  return Math.max(0, redFrom(design) + Z_FOUR_OF_FIVE * design.se)
}

/**
 * {@link shownWorsening} of a figure over `n` items on a scale of this `width`: answers that get worse vary more, of yes and no by about
 * half of what the drop does itself, and where no pair differs by all of it. Undefined where nothing varies and there is no scale.
 */
export function shownChange(design: RuleDesign, width: number | undefined, n: number): number | undefined {
  const { se, reach = Z * se } = design
  if (width === undefined) return se > 0 ? shownWorsening(design) : undefined
  if (!(se > 0)) return shownWorsening({ ...design, se: Math.sqrt((reach * Math.max(0, width - reach)) / n) })
  const first = Math.min(width, shownWorsening(design))
  const grown = Math.sqrt(1 + (first * (width - first)) / (2 * n * se ** 2))
  return shownWorsening({ ...design, se: se * grown, reach: reach * grown })
}

/** Chance, 0 to 1, that any of several rules is red: of independent ones. Of figures that rise and fall together it is lower. */
export function anyByChance(chances: readonly number[]): number {
  return 1 - chances.reduce((none, chance) => none * (1 - chance), 1)
}

/** Items that tell a figure from a bound at `distance` over 0 in 4 of 5 runs, by the 95 % interval that `items` have now. */
export function itemsAtDistance(distance: number, ci95: readonly [number, number], items: number): number {
  return items * (((Z + Z_FOUR_OF_FIVE) * errorOf(ci95)) / distance) ** 2
}

/** Items by which a true worsening of `allowed` and `beyond` (over 0) breaks a `worse` rule in 4 of 5 runs. */
export function itemsForWorse(allowed: number, beyond: number, ci95: readonly [number, number], items: number): number {
  const past = items * ((Z_FOUR_OF_FIVE * errorOf(ci95)) / beyond) ** 2
  return Math.max(past, itemsAtDistance(allowed + beyond, ci95, items))
}

/** The standard error that an interval stands for. */
export function errorOf([low, high]: readonly [number, number]): number {
  return (high - low) / 2 / Z
}
