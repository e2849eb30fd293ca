import { dirname } from 'node:path'
import { gzipSync } from 'node:zlib'
import { dataError, HoldfastError, makeFolder, type OfficialFile, writeWhole } from '../../../kit.ts'
import type { DownloadOptions } from './download.ts'
import type { OfficialSuite } from './officialSuites.ts'
import { type Origin, openOrigin, upstreamPaths } from './origin.ts'
import { checkFile, difference, eachFile, type FileState, type FoundState, verify } from './verify.ts'

/** What became of a file: `none` is one that nobody has published. */
export type PulledFile = FileState<'pulled' | 'there' | 'none' | 'failed'>

/** What to pull. */
export interface PullOptions extends DownloadOptions {
  readonly suites: readonly OfficialSuite[]
  /** Folder that gets one subfolder per suite. */
  readonly to: string
  /** Folder or base URL of a mirror instead of the repositories. */
  readonly from?: string | undefined
  /** Replace files that differ from the official ones. */
  readonly force: boolean
  /** Told what became of a file. */
  readonly onPulled?: ((file: PulledFile) => void) | undefined
}

/**
 * Pulls official data. Each file is downloaded, checked by SHA-256 and then put in its place; files that are there
 * already are left alone. What one file lacks does not keep the others away.
 *
 * @returns what became of each file.
 * @throws HoldfastError when a file there differs (nothing is downloaded then) unless `force` is set, when the origin cannot be
 * reached, and when the folder cannot be written.
 */
export async function pull(options: PullOptions): Promise<PulledFile[]> {
  const origin = openOrigin(options.from, options)
  const there = options.force ? [] : await verify(options.to, options.suites)
  const names = there.flatMap(({ suite, file, state, detail }) => (state === 'changed' ? [`${suite}/${file.path} (${detail})`] : []))
  if (names.length > 0)
    throw dataError(
      `Failed to pull into ${options.to}: ${names.length === 1 ? 'a file there differs' : `${names.length} files there differ`} from the official data: ${names.join(', ')}. Move what you want to keep away, or replace it with --force.`,
    )
  return eachFile(options.to, options.suites, (path, file, suite) => pullFile(path, file, suite, origin), options.onPulled)
}

async function pullFile(path: string, file: OfficialFile, suite: string, origin: Origin): Promise<FoundState<PulledFile['state']>> {
  if ((await checkFile(path, file)).state === 'ok') return { state: 'there' }
  try {
    const bytes = (await origin.finished(suite, file)) ?? (await makeFile(file, origin))
    if (bytes === undefined) return { state: 'none', detail: file.without }
    makeFolder(dirname(path))
    writeWhole(path, bytes)
    return { state: 'pulled' }
  } catch (error) {
    // Where the disk fails the next file would fare no better.
    if (!(error instanceof HoldfastError) || error.code !== 'DATA') throw error
    return { state: 'failed', detail: error.message }
  }
}

/** The bytes of a file, made of what was published; undefined where nothing was. */
async function makeFile(file: OfficialFile, origin: Origin): Promise<Buffer | undefined> {
  if (file.upstream.length === 0) return undefined
  const parts: Buffer[] = []
  for (const published of file.upstream) {
    const bytes = await origin.upstream(published)
    if (bytes === undefined)
      throw dataError(
        `Failed to find ${upstreamPaths(published).join(' or ')} at ${origin.name}: no such file. Name a folder or mirror that has it with --from.`,
      )
    parts.push(bytes)
  }
  const content = file.conversion ? Buffer.from(file.conversion.convert(parts.map(String))) : (parts[0] as Buffer)
  const wrong = difference(content, file)
  if (wrong !== undefined)
    throw dataError(`Failed to make ${file.path} of what was published: ${wrong}. Nothing was put in place; please report it.`)
  return file.path.endsWith('.gz') ? gzipSync(content, { level: 9 }) : content
}
