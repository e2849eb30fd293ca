import { configError } from '../errors.ts'

/** Versions of the bundled data that can be asked for, the newest last. An older one is kept for one release. */
const VERSIONS = ['1', '2'] as const
const NEWEST = 2

/** Version of a bundled data set. */
export type BundledVersion = 1 | 2

/** Whether a setting of the data names the bundled data, of any version, and no folder. */
export function isBundled(data: string): boolean {
  return data === 'bundled' || data.startsWith('bundled@')
}

/** A setting of the bundled data, `bundled` or `bundled@1`, in plain form; it came `from`. Throws HoldfastError for no such version. */
export function readBundled(data: string, from: string): string {
  const version = data === 'bundled' ? String(NEWEST) : data.slice('bundled@'.length)
  if (!(VERSIONS as readonly string[]).includes(version)) {
    throw configError(
      `Failed to read ${from}: the bundled data has no version ${JSON.stringify(version)}. Use bundled@1 for the older items, or bundled for the newest.`,
    )
  }
  return version === String(NEWEST) ? 'bundled' : `bundled@${version}`
}

/** The version of the bundled items in a run by its `data`: official data that lacks files gets `newest` (1: they never changed). */
export function bundledVersion<Newest extends BundledVersion>(data: string, newest: Newest): Newest | 1 {
  return data === 'bundled@1' ? 1 : newest
}
