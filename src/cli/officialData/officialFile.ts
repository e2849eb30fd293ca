/** A public repository at the commit that data is taken from. */
export interface OfficialRepository {
  /** `owner/name` on GitHub. */
  readonly name: string
  /** Other names it goes by, tried where the first is not found. */
  readonly also?: readonly string[] | undefined
  readonly commit: string
}

/** A file as its authors published it. */
export interface UpstreamFile {
  readonly repository: OfficialRepository
  /** Path in the repository. */
  readonly path: string
  /** Size and hash, where a byte-exact copy was at hand when the manifest was written. */
  readonly bytes?: number | undefined
  readonly sha256?: string | undefined
}

/** How a file is made of what was published. */
export interface Conversion {
  /** What it does, for people. */
  readonly says: string
  /** Makes the content from the published files, in the order of {@link OfficialFile.upstream}. */
  convert(upstream: readonly Buffer[]): Buffer
}

/** A file as an adapter reads it. A name that ends in `.gz` is stored zipped; size and hash are those of its content. */
export interface OfficialFile {
  /** Path in the suite's folder. */
  readonly path: string
  readonly bytes: number
  readonly sha256: string
  /** What it is made of; empty where nobody has published it. */
  readonly upstream: readonly UpstreamFile[]
  /** Absent where the one published file is taken as it is. */
  readonly conversion?: Conversion | undefined
  /** What goes without it, where it is not needed or cannot be pulled. */
  readonly without?: string | undefined
}

/** The official data of one suite. */
export interface OfficialSuite {
  readonly suite: string
  /** Whether somebody granted a licence for all of it. */
  readonly licensed: boolean
  /** The licence as found. */
  readonly licence: string
  readonly files: readonly OfficialFile[]
  /** What the adapter or a user might look for and cannot be pulled, with the reason. */
  readonly notPulled: readonly string[]
}

/** Where a published file is under a host or folder laid out like raw.githubusercontent.com, the likeliest place first. */
export function upstreamPaths({ repository, path }: UpstreamFile): string[] {
  return [repository.name, ...(repository.also ?? [])].map((name) => `${name}/${repository.commit}/${path}`)
}
