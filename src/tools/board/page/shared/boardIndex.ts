/** What the script of a board's page knows: the items that separate the models, by suite. */
export interface BoardIndex {
  /** In the order in which they were named. */
  readonly runs: readonly BoardIndexRun[]
  readonly suites: readonly BoardIndexSuite[]
}

/** A run in the list. */
export interface BoardIndexRun {
  /** A letter or two that stands for the model in narrow places. */
  readonly key: string
  readonly label: string
  /** Address of the run's own page, from the board's; null where it has none. */
  readonly page: string | null
}

/** A suite in the list. */
export interface BoardIndexSuite {
  readonly suite: string
  readonly title: string
  /** Positions of its runs in {@link BoardIndex.runs}, from the best to the worst. */
  readonly runs: readonly number[]
  /** Items that all runs have scored, and of these those in which all have the same score. */
  readonly shared: number
  readonly alike: number
  /** Decimals that its scores are shown with. */
  readonly digits: number
  /** Names of tasks and tags, as `task=OR` and `length=4k`. */
  readonly slices: readonly string[]
  /** From the items that carry the ranking to those that say the opposite. */
  readonly rows: readonly BoardIndexRow[]
}

/** An item in the list. */
export interface BoardIndexRow {
  readonly id: string
  /** Positions of its slices; the task is the first. */
  readonly slices: readonly number[]
  /** Corrected item-total correlation; null where it is not known. */
  readonly r: number | null
  /** Its 95 % interval; null where it is not known. */
  readonly ci95: readonly [number, number] | null
  /** By run, in the order of the suite's runs. */
  readonly scores: readonly number[]
}
