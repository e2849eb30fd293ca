/** A metric with its name for people. */
export interface NamedMetric {
  readonly key: string
  readonly label: string
}

/** The metric that a suite is read by first. */
export interface Headline extends NamedMetric {
  /** Lowest and highest value it can have. */
  readonly range: readonly [number, number]
  /** Decimals it is shown with. */
  readonly digits: number
  /** What it counts, in a word or two: `percent`, `rating`, `share`. */
  readonly unit?: string | undefined
}

/** What a suite is, for people who see its name for the first time. */
export interface SuiteAbout {
  /** The benchmark's proper name, for instance `RefuteBench 2.0`. */
  readonly title: string
  /** What it finds out about a model, as a question. */
  readonly question: string
  /** Which values of its headline are good: which way is better, published figures, what a guess gets. One or two sentences. */
  readonly good: string
}

/** How the figures of a suite are laid out in a table, in the terminal and in report.md. */
export interface Display {
  /** Metric in the last row of the table. */
  readonly headline: NamedMetric
  /** Metrics over all items that stand above it, where one is not enough. */
  readonly beside?: readonly NamedMetric[] | undefined
  /** Metric of each task. */
  readonly taskKeys: Readonly<Record<string, string>>
  /** Whether figures are percentages, shown with two decimals; else they are shown with three. */
  readonly percent?: boolean | undefined
  /** Lines below the table: metrics by key, or all of a group. Or a text. */
  readonly rows: readonly DisplayRow[]
  /** Signs to put after the name of a figure, by metric key, for instance † for truncated contexts. */
  readonly marks?: Readonly<Record<string, string>> | undefined
}

/** A line below the table of a suite. */
export interface DisplayRow {
  readonly label: string
  readonly group?: string | undefined
  readonly keys?: readonly string[] | undefined
  readonly note?: string | undefined
  readonly text?: string | undefined
}
