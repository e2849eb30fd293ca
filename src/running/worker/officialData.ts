import { join } from 'node:path'
import { z } from 'zod'
import type { BlindSolving } from '../../core/base/data/blindSolving.ts'
import { readJson } from '../../core/base/data/readJson.ts'
import { packageRoot } from '../../core/base/packageRoot.ts'

const repository = z.strictObject({
  /** `owner/name` on GitHub. */
  name: z.string(),
  /** Other names of the repository. They are tried where the first is not found. */
  also: z.array(z.string()).optional(),
  /** The commit that data is taken from. */
  commit: z.string(),
})

const upstreamFile = z.strictObject({
  repository,
  /** Path in the repository. */
  path: z.string(),
  /** Size and hash. They are absent where no byte-exact copy was at hand to take them from. */
  bytes: z.number().optional(),
  sha256: z.string().optional(),
})
/** A file as its authors published it. */
export type UpstreamFile = Readonly<z.output<typeof upstreamFile>>

const officialFile = z.strictObject({
  /** Path in the suite's folder. */
  path: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  /** The published files it is made of. The list is empty where nobody has published it. */
  upstream: z.array(upstreamFile),
  /** Name of the {@link Conversion}. Absent where the one published file is taken as it is. */
  conversion: z.string().optional(),
  /** What happens without the file, where the suite does not need it or it cannot be pulled. */
  without: z.string().optional(),
})

const officialList = z.strictObject({
  /** Whether somebody granted a licence for all of it. */
  licensed: z.boolean(),
  /** The licence as found. Without one: what was found instead. The command then says first that nobody granted a licence. */
  licence: z.string(),
  /** The files, under the folder that has the suite's name. */
  files: z.array(officialFile),
  /** What a user might look for and cannot be pulled, with the reason. */
  notPulled: z.array(z.string()),
})

/** How a file is made of what was published. */
export interface Conversion {
  /** What the conversion does, for people. */
  readonly says: string
  /** Makes the text of the file from those of the published files, in the order of {@link OfficialFile.upstream}. */
  convert(upstream: readonly string[]): string
}

/** A file as a suite reads it. A name that ends in `.gz` is stored zipped; size and hash are those of its content. */
export interface OfficialFile extends Readonly<Omit<z.output<typeof officialFile>, 'conversion'>> {
  readonly conversion?: Conversion | undefined
}

/** The official data of a suite: what `holdfast data` lists, pulls, verifies and describes. */
export interface OfficialData extends Readonly<Omit<z.output<typeof officialList>, 'files'>> {
  readonly files: readonly OfficialFile[]
  /** Describes the data (`bundled`, or an absolute folder) for `holdfast data show`. @throws HoldfastError for data that does not fit. */
  card?(data: string): Promise<DatasetDescription>
}

type MakeConversion = (from: readonly UpstreamFile[]) => Conversion

/**
 * The official data that `fixtures/<suite>/official.json` lists, read when they are asked for: a run needs none of it.
 * @param conversions those that its files name, each by what the file is made of.
 */
export function officialData(
  suite: string,
  card: NonNullable<OfficialData['card']>,
  conversions: Readonly<Record<string, MakeConversion>> = {},
): () => OfficialData {
  return () => {
    const { files, ...listed } = readJson(join(packageRoot, 'fixtures', suite, 'official.json'), officialList)
    return {
      ...listed,
      card,
      files: files.map(({ conversion, upstream, ...file }) => {
        if (conversion !== undefined) return { ...file, upstream, conversion: (conversions[conversion] as MakeConversion)(upstream) }
        return { ...file, upstream: upstream.map((own) => ({ ...own, bytes: file.bytes, sha256: file.sha256 })) }
      }),
    }
  }
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
