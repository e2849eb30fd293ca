import { join, resolve } from 'node:path'
import { dataError, type OfficialFile, type UpstreamFile, usageError, withoutCredentials } from '../../../kit.ts'
import { type DownloadOptions, download } from './download.ts'
import { contentDifference, difference, readIfThere } from './verify.ts'

/** Where files come from. Each answer is undefined where it has no such file. */
export type Origin = ReturnType<typeof openOrigin>

/** Where the published files are. */
const GITHUB = 'https://raw.githubusercontent.com'

/**
 * The origin that `--from` names: a folder, the base URL of a mirror, or, without it, the repositories themselves. Folder and
 * mirror hold `<suite>/<file>` as adapters read it, or `<owner>/<name>/<commit>/<path>` as published.
 *
 * @throws HoldfastError (bad usage) for a URL that is none.
 */
export function openOrigin(from: string | undefined, options: DownloadOptions) {
  const isFolder = from !== undefined && !/^https?:/i.test(from)
  const base = isFolder ? resolve(from) : (from ?? GITHUB).replace(/\/+$/, '')
  const unusable = (reason: string) => usageError(`Failed to pull from ${JSON.stringify(from)}: ${reason}.`)
  if (isFolder && /^[a-z][a-z\d+.-]+:\/\//i.test(from)) throw unusable('only http and https. Name a folder or a base URL')
  if (!isFolder && !URL.canParse(base)) throw unusable('not a URL. Name a folder or a base URL')
  // Several files are made of one: each is downloaded once.
  const known = new Map<string, Buffer | undefined>()
  const get = async (path: string, most: number | undefined, wrongIn: (bytes: Buffer) => string | undefined) => {
    const place = isFolder ? join(base, path) : `${base}/${path.split('/').map(encodeURIComponent).join('/')}`
    const bytes = known.has(place) ? known.get(place) : await (isFolder ? readIfThere(place) : download(place, { ...options, most }))
    const wrong = bytes && wrongIn(bytes)
    if (!wrong) {
      known.set(place, bytes)
      return bytes
    }
    const advice = isFolder ? 'Give the official file.' : 'Nothing was put in place. Name another mirror with --from, or try later.'
    throw dataError(`Failed to take ${withoutCredentials(place)}: it is not the official file (${wrong}). ${advice}`)
  }
  return {
    /** For people. */
    name: withoutCredentials(base),
    /** The file as an adapter reads it, where the origin may hold such files; its content has the size and hash. */
    finished: async (suite: string, file: OfficialFile) =>
      from === undefined
        ? undefined
        : // Zipped, it may be larger than its content by a little.
          get(`${suite}/${file.path}`, file.bytes + Math.ceil(file.bytes / 1000) + 1024, (bytes) => contentDifference(bytes, file)),
    /** A file as published; its bytes have size and hash, where these are known. */
    async upstream(file: UpstreamFile) {
      for (const path of upstreamPaths(file)) {
        const found = await get(path, file.bytes, (bytes) => difference(bytes, file))
        if (found !== undefined) return found
      }
      return undefined
    },
  }
}

/** Where a published file is under a host or folder laid out like raw.githubusercontent.com, the likeliest place first. */
export function upstreamPaths({ repository, path }: UpstreamFile): string[] {
  return [repository.name, ...(repository.also ?? [])].map((name) => `${name}/${repository.commit}/${path}`)
}
