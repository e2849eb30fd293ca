import { rename, rm } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { HoldfastError, makeFolder, type OfficialFile, type UpstreamFile, withoutCredentials } from '../../../kit.ts'
import { type DownloadOptions, download } from './download.ts'
import { contentDifference, difference, readIfThere, sha256 } from './verify.ts'

/** Where files come from. Each answer is undefined where it has no such file. */
export interface Origin {
  /** For people. */
  readonly name: string
  /** The file as an adapter reads it, where the origin may hold such files; its content has the size and hash. */
  finished(suite: string, file: OfficialFile): Promise<Buffer | undefined>
  /** A file as published; its bytes have size and hash, where these are known. */
  upstream(file: UpstreamFile): Promise<Buffer | undefined>
}

/** Where the published files are. */
const GITHUB = 'https://raw.githubusercontent.com'

/**
 * The origin that `--from` names: a folder, the base URL of a mirror, or, without it, the repositories themselves. Folder and
 * mirror hold `<suite>/<file>` as adapters read it, or `<owner>/<name>/<commit>/<path>` as published.
 *
 * @param staging folder for what is being downloaded.
 * @throws HoldfastError (bad usage) for a URL that is none.
 */
export function openOrigin(from: string | undefined, staging: string, options: DownloadOptions): Origin {
  if (from !== undefined && !/^https?:/i.test(from)) {
    if (/^[a-z][a-z\d+.-]+:\/\//i.test(from)) {
      throw new HoldfastError('USAGE', `Failed to pull from ${JSON.stringify(from)}: only http and https. Name a folder or a base URL.`)
    }
    return folderOrigin(resolve(from))
  }
  const base = (from ?? GITHUB).replace(/\/+$/, '')
  if (!URL.canParse(base)) {
    throw new HoldfastError('USAGE', `Failed to pull from ${JSON.stringify(from)}: not a URL. Name a folder or a base URL.`)
  }
  const get = (path: string, check: Check, most: number | undefined) =>
    fetchChecked(`${base}/${path.split('/').map(encodeURIComponent).join('/')}`, staging, check, { ...options, most })
  return {
    name: withoutCredentials(base),
    finished: async (suite, file) =>
      from === undefined ? undefined : get(`${suite}/${file.path}`, (bytes) => contentDifference(bytes, file), mostBytes(file)),
    upstream: (file) => firstOf(upstreamPaths(file), (path) => get(path, (bytes) => difference(bytes, file), file.bytes)),
  }
}

function folderOrigin(folder: string): Origin {
  const get = async (path: string, check: Check) => {
    const bytes = await readIfThere(join(folder, path))
    const wrong = bytes && check(bytes)
    if (wrong) throw wrongBytes(join(folder, path), wrong, 'Give the official file.')
    return bytes
  }
  return {
    name: folder,
    finished: (suite, file) => get(join(suite, file.path), (bytes) => contentDifference(bytes, file)),
    upstream: (file) => firstOf(upstreamPaths(file), (path) => get(path, (bytes) => difference(bytes, file))),
  }
}

/** Most bytes of a file: zipped, it may be larger than its content by a little. */
function mostBytes({ bytes }: OfficialFile): number {
  return bytes + Math.ceil(bytes / 1000) + 1024
}

/** How often bytes that came in pieces and are wrong are fetched again from the start. */
const RESTARTS = 2

/** Says what is wrong with bytes. */
type Check = (bytes: Buffer) => string | undefined

/** Downloads and checks; wrong bytes that came in pieces are fetched once more in one. */
async function fetchChecked(url: string, staging: string, check: Check, options: DownloadOptions): Promise<Buffer | undefined> {
  const whole = join(staging, `${sha256(Buffer.from(url)).slice(0, 12)}-${basename(url)}`)
  const part = `${whole}.part`
  const kept = await readIfThere(whole)
  if (kept && check(kept) === undefined) return kept
  makeFolder(staging)
  for (let restarts = 0; ; restarts += 1) {
    const answer = await download(url, part, options)
    if (!answer) return undefined
    const bytes = (await readIfThere(part)) ?? Buffer.alloc(0)
    const wrong = check(bytes)
    if (wrong === undefined) {
      // Other files may be made of it too: it stays until the pull is through.
      await rename(part, whole)
      return bytes
    }
    await rm(part, { force: true })
    if (!answer.resumed || restarts >= RESTARTS)
      throw wrongBytes(withoutCredentials(url), wrong, 'Nothing was put in place. Name another mirror with --from, or try later.')
    options.onNote?.('the pieces do not make the official file; starting over')
  }
}

function wrongBytes(where: string, wrong: string, advice: string): HoldfastError {
  return new HoldfastError('DATA', `Failed to take ${where}: it is not the official file (${wrong}). ${advice}`)
}

async function firstOf<T>(paths: readonly string[], get: (path: string) => Promise<T | undefined>): Promise<T | undefined> {
  for (const path of paths) {
    const found = await get(path)
    if (found !== undefined) return found
  }
  return undefined
}

/** Where a published file is under a host or folder laid out like raw.githubusercontent.com, the likeliest place first. */
export function upstreamPaths({ repository, path }: UpstreamFile): string[] {
  return [repository.name, ...(repository.also ?? [])].map((name) => `${name}/${repository.commit}/${path}`)
}
