import { hashFraction } from '../../src/kit.ts'

/** One entry of a dialogue. A slot is where the answer to the last query may be objected to. */
export type Step =
  | { readonly kind: 'query'; readonly text: string }
  | { readonly kind: 'irrelevant'; readonly text: string; readonly reference: string }
  | { readonly kind: 'slot' }

/** What a user says about the answer to a query. */
export interface Feedback<Demand = unknown> {
  /** Number of the query, from 0. */
  readonly query: number
  readonly text: string
  readonly demand: Demand
  /** Whether a new answer to that query does what was demanded. */
  check(answer: string): boolean
  /** The same by the strict check, of an answer without what it repeats (docs/suites/refutebench1.md, R5). */
  strict(answer: string): boolean
}

/** What an answer to a later query is held against. */
export interface Expectation<Demand = unknown> extends Pick<Feedback, 'check' | 'strict'> {
  /** The feedbacks it comes from. */
  readonly feedbacks: readonly Feedback<Demand>[]
  /** What is demanded here, for people. */
  readonly demanded: string
}

/** Why there is no feedback in a slot: nothing is left to demand, or the answer has all that could be demanded already. */
export type NoFeedback = 'nothing' | 'conflict'

/** What happens in a dialogue, and what simulated models say in it. Pure. */
export interface Script<Demand = unknown> {
  readonly system: string
  readonly steps: readonly Step[]
  /** At most so many feedbacks: slots that the data have something to demand in. */
  readonly feedbacks: number
  /** The feedback on the answer to a query. */
  object(query: number, answer: string, made: readonly Feedback<Demand>[]): Feedback<Demand> | NoFeedback
  /** What the answer to a query is held against: of the feedbacks given, those that came before it and apply to it. */
  expected(query: number, made: readonly Feedback<Demand>[]): readonly Expectation<Demand>[]
  /** A right answer to a query that follows some of the feedbacks. */
  reply(query: number, kept: readonly Feedback<Demand>[]): string
}

/** Draws what is demanded where there is a choice. */
export type Draw = ReturnType<typeof drawFor>

/**
 * Choices by run seed and row instead of chance (docs/suites/refutebench1.md, R2, Q3): every choice has a place in an order, and
 * the first one that is left is taken, so that models whose answers leave different choices still get the same demand where they can.
 */
export function drawFor(runSeed: number, row: string) {
  return {
    /** One of the choices, never of none. */
    pick(slot: string | number, choices: readonly string[]) {
      const placed = choices.map((choice) => ({ choice, at: hashFraction('refutebench1', runSeed, row, slot, choice) }))
      return placed.reduce((first, other) => (other.at < first.at ? other : first)).choice
    },
  }
}
