import type { BlindSolving } from '../../core/base/data/blindSolving.ts'

/** A public repository at the commit that data is taken from. */
export interface OfficialRepository {
  /** `owner/name` on GitHub. */
  readonly name: string
  /** Other names of the repository. They are tried where the first is not found. */
  readonly also?: readonly string[] | undefined
  readonly commit: string
}

/** A file as its authors published it. */
export interface UpstreamFile {
  readonly repository: OfficialRepository
  /** Path in the repository. */
  readonly path: string
  /** Size and hash. They are absent where no byte-exact copy was at hand to take them from. */
  readonly bytes?: number | undefined
  readonly sha256?: string | undefined
}

/** How a file is made of what was published. */
export interface Conversion {
  /** What the conversion does, for people. */
  readonly says: string
  /** Makes the text of the file from those of the published files, in the order of {@link OfficialFile.upstream}. */
  convert(upstream: readonly string[]): string
}

/** A file as a suite reads it. A name that ends in `.gz` is stored zipped; size and hash are those of its content. */
export interface OfficialFile {
  /** Path in the suite's folder. */
  readonly path: string
  readonly bytes: number
  readonly sha256: string
  /** The published files it is made of. The list is empty where nobody has published it. */
  readonly upstream: readonly UpstreamFile[]
  /** Absent where the one published file is taken as it is. */
  readonly conversion?: Conversion | undefined
  /** What happens without the file, where the suite does not need it or it cannot be pulled. */
  readonly without?: string | undefined
}

/** The official data of a suite: what `holdfast data` lists, pulls, verifies and describes. */
export interface OfficialData {
  /** Whether somebody granted a licence for all of it. */
  readonly licensed: boolean
  /** The licence as found. Without one: what was found instead. The command then says first that nobody granted a licence. */
  readonly licence: string
  /** The files, under the folder that has the suite's name. */
  readonly files: readonly OfficialFile[]
  /** What a user might look for and cannot be pulled, with the reason. */
  readonly notPulled: readonly string[]
  /** Describes the data (`bundled`, or an absolute folder) for `holdfast data stats`. @throws HoldfastError for data that does not fit. */
  card?(data: string): Promise<DatasetDescription>
}

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

/** An official file that is one published file as it is. @param path in the suite's folder; one that ends in `.gz` is stored zipped. */
export function copied(path: string, upstream: UpstreamFile & { readonly bytes: number; readonly sha256: string }): OfficialFile {
  return { path, bytes: upstream.bytes, sha256: upstream.sha256, upstream: [upstream] }
}
