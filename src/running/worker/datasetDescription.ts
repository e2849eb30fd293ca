import type { BlindSolving } from '../../core/base/data/blindSolving.ts'

/** A label of items and the value of each item. */
export interface DescribedLabel {
  readonly label: string
  /** The values. An item has one, several or none; `undefined` counts as none. */
  readonly of: readonly (string | number | undefined)[]
  /** Order of the values in the card. Default `frequency`, the most frequent first. */
  readonly order?: 'frequency' | 'appearance' | 'sorted' | undefined
}

/** Texts of one kind, whose lengths the card sums up. */
export interface DescribedTexts {
  /** Name of the kind, for instance `query`. */
  readonly texts: string
  /** The texts; `undefined` stands for an item without one. */
  readonly of: readonly (string | undefined)[]
}

/** How often items were solved blind, and what the items are grouped by. */
export interface DescribedBlind {
  /** What was measured of each item; `undefined` where nobody tried it. */
  readonly of: readonly (BlindSolving | undefined)[]
  /** For each grouping the group of each item. The card adds the levels hard and other. */
  readonly slices: readonly (readonly (string | undefined)[])[]
}

/** What a suite says about a dataset. The card's counts and token lengths are computed from it. */
export interface DatasetDescription {
  /** Where the items come from, for instance `bundled`. */
  readonly source: string
  /** Version of the bundled data, where items are bundled. */
  readonly version?: number | undefined
  /** Hash of the items. */
  readonly sha256: string
  /** The task of each item, in the order of the items. The card lists tasks in the order of appearance. */
  readonly tasks: readonly string[]
  /** The card leaves out a label without values. */
  readonly labels: readonly DescribedLabel[]
  readonly lengths: readonly DescribedTexts[]
  /** How often the items were solved blind. The card leaves it out where no item was tried. */
  readonly blind?: DescribedBlind | undefined
  /** Remarks for people. Default: none. */
  readonly notes?: readonly string[] | undefined
}
