import { createHash } from 'node:crypto'

/** Characters kept of a name that cannot be a file's, so that people find it. */
const KEPT = 40
/** Digits of the SHA-256 that tells names apart. */
const DIGITS = 20

/** Names that are files' on every system; those that look like one of ours with a hash are not among them. */
const PLAIN = /^(?!.*-[0-9a-f]{20}$)[a-z0-9][a-z0-9_-]{0,79}$/
/** Names of devices on Windows. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/

/**
 * A file name for any text, without an ending: the text itself where that is safe on every system, else what is safe of it and
 * a hash. Two texts have two names, also where a file system does not tell `a` from `A`; no name leads to another folder.
 */
export function fileNameOf(text: string): string {
  if (PLAIN.test(text) && !DEVICE.test(text)) return text
  const kept = text
    .slice(0, 4 * KEPT)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, KEPT)
    .replace(/-$/, '')
  // As JSON, in which halves of characters are told apart as well.
  return `${kept || 'item'}-${createHash('sha256').update(JSON.stringify(text)).digest('hex').slice(0, DIGITS)}`
}
