import type { OfficialFile, UpstreamFile } from './officialData.ts'

/**
 * An official file that is one published file, taken as it is.
 *
 * @param path in the suite's folder. A name that ends in `.gz` is zipped when it is stored.
 */
export function copied(path: string, upstream: UpstreamFile & { readonly bytes: number; readonly sha256: string }): OfficialFile {
  return { path, bytes: upstream.bytes, sha256: upstream.sha256, upstream: [upstream] }
}
