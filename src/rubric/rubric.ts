import { HoldfastError } from '../errors.ts'

/** One thing an answer is scored on. */
export interface Point {
  /** Key in `scores`. */
  readonly name: string
  /** For people; the name where it says enough. */
  readonly title?: string
  /** Weight in the total, over 0. */
  readonly weight: number
}

/** Scores of one answer: each point from 0 to 1 of its weight, and their weighted total from 0 to 1. */
export interface Grade {
  readonly points: Readonly<Record<string, number>>
  readonly total: number
}

/** Why an answer got its scores. */
export interface Explanation {
  readonly asked?: string | undefined
  readonly expected?: string | undefined
  readonly received?: string | undefined
  /** What is wrong, by point name. */
  readonly evidence?: Readonly<Record<string, string>> | undefined
}

/** How an answer is scored by a program: points with weights, a function that grades, and one that explains a loss. */
export interface Rubric {
  readonly points: readonly Point[]
  /** Total from which the answer passes. Default 1. */
  readonly threshold?: number
  /** Pure; never throws on any text. */
  grade(text: string): Grade
  /** Called only for an answer below the threshold. */
  explain?(text: string, grade: Grade): Explanation
}

/** Whether an answer meets a criterion: a pattern it must match, or a function that says so or gives a share from 0 to 1. */
export type Check = RegExp | ((text: string) => boolean | number)

/** A criterion of a rubric. */
export interface Criterion {
  readonly name: string
  readonly weight: number
  readonly check: Check
}

/**
 * A criterion that a program can check.
 *
 * @throws HoldfastError for a weight that is not over 0.
 * @example criterion('names 7 and 13', { weight: 0.3, check: /7\b.*\b13/s })
 */
export function criterion(name: string, { weight = 1, check }: { weight?: number; check: Check }): Criterion {
  if (!(weight > 0))
    throw new HoldfastError('USAGE', `Failed to make the criterion ${JSON.stringify(name)}: its weight is ${weight}. Give one over 0.`)
  return { name, weight, check }
}

/**
 * A rubric of criteria; its total is the share of weight that is met.
 *
 * @throws HoldfastError for no criteria or two of one name.
 */
export function rubric(criteria: readonly Criterion[], { threshold = 1 }: { threshold?: number } = {}): Rubric {
  const names = criteria.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined)
    throw new HoldfastError('USAGE', `Failed to make a rubric: two criteria are named ${JSON.stringify(twice)}. Rename one.`)
  const weights = criteria.reduce((sum, { weight }) => sum + weight, 0)
  if (weights === 0) throw new HoldfastError('USAGE', 'Failed to make a rubric: it has no criteria. Give at least one.')
  return {
    points: criteria.map(({ name, weight }) => ({ name, weight })),
    threshold,
    grade(text) {
      const points = Object.fromEntries(criteria.map(({ name, check }) => [name, applyCheck(check, text)]))
      return { points, total: criteria.reduce((sum, { name, weight }) => sum + weight * (points[name] ?? 0), 0) / weights }
    },
    explain: (text) => ({
      received: text,
      evidence: Object.fromEntries(
        criteria.map(({ name, check }) => [name, check instanceof RegExp ? `does not match ${check}` : 'not met']),
      ),
    }),
  }
}

function applyCheck(check: Check, text: string): number {
  if (check instanceof RegExp) return new RegExp(check.source, check.flags.replace(/[gy]/g, '')).test(text) ? 1 : 0
  const result = check(text)
  if (typeof result === 'boolean') return result ? 1 : 0
  if (result >= 0 && result <= 1) return result
  throw new HoldfastError('USAGE', `Failed to apply a criterion: its check returned ${result}. Return a boolean or a number from 0 to 1.`)
}
