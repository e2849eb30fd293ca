import type { DatasetDescription } from './datasetDescription.ts'

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
  /**
   * Describes the dataset for `holdfast data stats`.
   *
   * @param data `bundled`, or the absolute path of a folder of official data.
   * @throws HoldfastError for data that is not there or does not fit.
   */
  card?(data: string): Promise<DatasetDescription>
}
