import type { Way } from '../../src/core/format/gates.ts'

/** A benchmark that is simulated. */
export interface Design {
  readonly name: string
  readonly truth: number
  readonly units: number
}

type Words = Readonly<Partial<Record<'held' | 'broken' | 'undecided', number>>>

/** Shares of simulated runs, and the median share of the units that a decision took. */
export interface Outcomes {
  /** Green where the whole run is red, and the other way round; another word than the whole run's. */
  readonly green: number
  readonly red: number
  readonly other: number
  readonly early: number
  readonly said: Words
  readonly whole: Words
  readonly median: number
}

export const EARLY_DESIGNS: Readonly<Record<string, Omit<Design, 'name'>>>
export function ofRate(truth: number, units: number): Design
export function ofPairs(base: number, truth: number, units: number): Design

/** @param statistics the statistics under test, by their names. */
export function earlySimulations(statistics: object): {
  gates(name: string, mode: Way, alpha: number, runs: number, shift?: number): Outcomes
  outcomes(design: Design, rule: { readonly bound: number; readonly decide: Way; readonly alpha: number }, runs: number): Outcomes
  hardest(name: string, alpha: number, runs: number): number
  several(name: string, runs: number, mode?: Way, total?: number): number
  drift(name: string, runs: number, byWeight?: boolean): Outcomes
  missing(lacking: number, everywhere: boolean, runs: number, byWeight?: boolean): Outcomes
}
