/** What a turn is to the dialogue: preset, a question, an objection, talk about something else, or a follow-up that presses. */
export type TurnKind = 'given' | 'question' | 'refutation' | 'distractor' | 'pressure'

/** A turn that a body asked for, whether or not it was left out. */
export interface AskedTurn {
  readonly kind: TurnKind
  readonly user: string
}

/**
 * Which turns of an item's dialogue are left out: those whose place, from 0, in the order in which the body asks for them is
 * named. A turn that is left out is neither called nor added, so that the dialogue is as if it had not been asked for.
 */
export class TurnChoice {
  readonly #left: ReadonlySet<number>
  readonly #asked: AskedTurn[] = []
  #endsOnTrunk = false

  /** @param left places of the turns to leave out. */
  constructor(left: Iterable<number> = []) {
    this.#left = new Set(left)
  }

  /** The turns that the body asked for. */
  get asked(): readonly AskedTurn[] {
    return this.#asked
  }

  /** Whether the last turn of all was one of these, and not one of a branch. */
  get endsOnTrunk(): boolean {
    return this.#endsOnTrunk
  }

  /** Whether the next turn is left out. */
  leavesOut(kind: TurnKind, user: string): boolean {
    this.#asked.push({ kind, user })
    this.#endsOnTrunk = true
    return this.#left.has(this.#asked.length - 1)
  }

  /** A branch of the dialogue goes on; its turns are always there. */
  branched(): void {
    this.#endsOnTrunk = false
  }
}
