import { join } from 'node:path'
import type { OfficialFile } from '../../../kit.ts'
import { difference, readIfThere, unzipped } from './content.ts'
import type { OfficialSuite } from './officialSuites.ts'

/** What was found of a file. */
export interface CheckedFile {
  readonly suite: string
  readonly path: string
  /** `absent` is a missing file that nobody has published and the suite does without. */
  readonly state: 'ok' | 'changed' | 'missing' | 'absent'
  /** What differs, or what goes without it. */
  readonly detail?: string | undefined
}

/**
 * Checks presence, size and SHA-256 of the suites' files under a folder. Other files there, such as one's own question sets,
 * are passed over.
 *
 * @throws HoldfastError for a file that cannot be read.
 */
export async function verify(folder: string, suites: readonly OfficialSuite[]): Promise<CheckedFile[]> {
  const checked: CheckedFile[] = []
  for (const { suite, files } of suites) {
    for (const file of files) checked.push({ suite, path: file.path, ...(await checkFile(join(folder, suite, file.path), file)) })
  }
  return checked
}

/** Checks one file. */
export async function checkFile(path: string, file: OfficialFile): Promise<Pick<CheckedFile, 'state' | 'detail'>> {
  const bytes = await readIfThere(path)
  if (bytes === undefined) return file.upstream.length === 0 ? { state: 'absent', detail: file.without } : { state: 'missing' }
  const content = unzipped(path, bytes)
  if (content === undefined) return { state: 'changed', detail: 'no whole gzip file' }
  const detail = difference(content, file)
  return detail === undefined ? { state: 'ok' } : { state: 'changed', detail }
}
