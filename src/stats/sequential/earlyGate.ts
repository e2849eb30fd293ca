/** One rule of a gate, told before the first call, whose outcome a run may know before its last item. */
export interface EarlyGateOptions {
  /** What each unit of the order adds to the whole run's figure: its items' weights, which add up to 1 over all units. */
  readonly units: readonly { readonly weight: number }[]
  /** Lowest and highest value of an item: of the metric's scale, or of a difference of two such values for `maxDrop`. */
  readonly range: readonly [number, number]
  readonly bound: number
  /** `atLeast`: figures of the bound and more keep the rule. `atMost`: figures of the bound and less do. */
  readonly keeps: 'atLeast' | 'atMost'
  readonly decide: 'value' | 'lenient' | 'strict'
  /** Chance, 0 to 1, of a decision that the whole run would not make: its part of the error that all rules share. */
  readonly alpha: number
}

/** What is known of a rule after some units. */
export interface EarlyStanding {
  /** What the whole run would say; undefined while that is open. `undecided` of `lenient` and `strict`: whatever comes, its interval will hold the bound. */
  readonly verdict: 'held' | 'broken' | 'undecided' | undefined
  /** Units looked at. */
  readonly units: number
  /** Chance of being wrong, by the evidence so far: anytime p-value of the side that leads, 0 to 1. */
  readonly risk: number
}
