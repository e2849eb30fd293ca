/** What is known of a unit before it runs: items that must stay together, or one item. */
export interface EarlyUnit {
  /** Its items' weights in the figure. Over all units they add up to 1. */
  readonly weight: number
  /** The size by which `earlyOrder` drew it among those left; default 1. */
  readonly size?: number | undefined
  /** Lowest and highest value of this unit, where they are closer than those of the rule: of a difference, the scale less the baseline. */
  readonly range?: readonly [number, number] | undefined
  /** What is known of it and goes with its value, for instance the baseline's value. It makes a decision quicker and never less sure. */
  readonly known?: number | undefined
  /** Task or cell: units of one vary about a mean of their own. */
  readonly stratum?: string | undefined
  /**
   * Names by kind of what its items vary together with beyond the unit, each once, as records have their clusters: for the whole run's
   * interval only.
   */
  readonly clusters?: Readonly<Record<string, readonly string[]>> | undefined
}
