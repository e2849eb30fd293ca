import { createHash } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { z } from 'zod'
import { dataError, makeOwnFolder, type RunFolder, readJson, redactedRecord, writeWhole } from '../../kit.ts'
import { type ShrunkCase, shrunkCase, type TurnInfluence, turnInfluence } from './shrunkCase.ts'

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
  const words =
    text
      .slice(0, 4 * KEPT)
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  const kept = words.join('-').slice(0, KEPT).replace(/-$/, '')
  // As JSON, in which halves of characters are told apart as well.
  return `${kept || 'item'}-${createHash('sha256').update(JSON.stringify(text)).digest('hex').slice(0, DIGITS)}`
}

/** What is found out about an item, by the kind of its file. */
export type Found = { readonly shrunk: ShrunkCase; readonly influence: TurnInfluence }

const SCHEMAS: { readonly [Kind in keyof Found]: z.ZodType<Found[Kind]> } = { shrunk: shrunkCase, influence: turnInfluence }

/** Where what was found out about an item is written: `shrunk/<suite>/<item>.json` or `influence/…`, the names made safe. */
export function casePath<Kind extends keyof Found>(folder: Pick<RunFolder, Kind>, kind: Kind, suite: string, item: string): string {
  return join(folder[kind], fileNameOf(suite), `${fileNameOf(item)}.json`)
}

/**
 * Writes what was found out about an item, without secrets, over an earlier file.
 *
 * @returns the file.
 * @throws HoldfastError where it cannot be written.
 */
export function writeCase<Kind extends keyof Found>(folder: Pick<RunFolder, Kind>, kind: Kind, found: Found[Kind]): string {
  const path = casePath(folder, kind, found.suite, found.item)
  makeOwnFolder(folder[kind])
  makeOwnFolder(dirname(path))
  writeWhole(path, `${JSON.stringify(redactedRecord(found), null, 2)}\n`)
  return path
}

/**
 * What was found out about an item, without secrets; undefined where nothing was written.
 *
 * @throws HoldfastError for a file that cannot be read, is of another item, or is a link.
 */
export function readCase<Kind extends keyof Found>(folder: Pick<RunFolder, Kind>, kind: Kind, suite: string, item: string) {
  const path = casePath(folder, kind, suite, item)
  const [outer, inner, file] = [folder[kind], dirname(path), path].map((one) => lstatSync(one, { throwIfNoEntry: false }))
  if (!outer || !inner || !file) return undefined
  const refused = (reason: string) => dataError(`Failed to read ${path}: ${reason}. Remove it, or write it again.`)
  // The run may be another's: a link could lead to any file of whoever reads it.
  if (!outer.isDirectory() || !inner.isDirectory() || !file.isFile()) throw refused(`${basename(path)} or its folder is a link or no file`)
  const found = readJson(path, SCHEMAS[kind])
  if (found.suite !== suite || found.item !== item) throw refused(`it is of ${found.suite}, item ${found.item}`)
  return redactedRecord(found)
}

/**
 * Where the test of a smallest case stands beside it. Not by the ending that Vitest collects: it is there to fail, and would with
 * every run of a project whose runs lie within it.
 */
export function shrunkTestPath(shrunk: string): string {
  return shrunk.replace(/\.json$/, '.case.ts')
}
