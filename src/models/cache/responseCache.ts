import { hash } from 'node:crypto'
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { readdir, rm, rmdir, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { orUndefined } from '../../core/base/errors.ts'
import { makeOwnFolder } from '../../core/base/files/makeFolder.ts'
import { wallClock } from '../../core/base/ownGlobals.ts'
import { redacted } from '../../core/base/secrets.ts'
import type { Answer, CallKey } from '../transport.ts'

const entry = z.object({
  /** SHA-256 of the answer as JSON: a damaged file must not pass for an answer. */
  sha256: z.string(),
  /** When it was answered, in milliseconds since 1970: a file's own time is that of its last use. */
  at: z.number(),
  answer: z.object({
    content: z.string(),
    finish: z.string().optional(),
    usage: z.object({ promptTokens: z.number(), completionTokens: z.number() }).optional(),
  }),
})

/** What tells two requests apart. */
export interface CacheKey extends Pick<CallKey, 'trial' | 'ask' | 'vote'> {
  /** Model and where it runs. */
  readonly endpoint: string
  readonly body: unknown
}

/** Size a cache is cut to when it is over its bound, so that the next answer does not put it over again. */
const LOW_WATER = 0.9
/** Most of the bound that one process writes between two looks at the whole size: no process knows what others write. */
const LOOK_EVERY = 0.05

/** This machine, as part of a file's name. */
const HOST = hostname()
  .replace(/[^\w-]/g, '_')
  .slice(0, 60)

/** Age of an entry's last use from which another is noted, which is a write: when exactly it was used in between is no matter. */
const TOUCH_AFTER_MS = 600_000

/**
 * Answers by what was asked: plain files, one an answer, safe for several processes. They are small, and read and written at
 * once: measured, a small file takes 45 µs that way and 160 µs of processor time by promises.
 *
 * When all that was put is settled, the cache of a process that has looked at its size is within its bound; each further process
 * that writes at the same time, and one that has not looked yet, may put it over by a twentieth.
 */
export class ResponseCache {
  readonly #folder: string
  readonly #mostBytes: number
  /** Bytes that may be written before the next look. The first one comes at a random point: else short runs would never look. */
  #room: number
  #looking: Promise<void> | undefined

  /** @param mostBytes size beyond which the least recently used answers go. */
  constructor(folder: string, mostBytes: number) {
    this.#folder = folder
    this.#mostBytes = mostBytes
    this.#room = Math.random() * LOOK_EVERY * mostBytes
  }

  /** The path where the answer to a request is, or would be: worth keeping, since the request may be long. */
  placeOf({ endpoint, body, trial, ask, vote }: CacheKey): string {
    const name = hash('sha256', JSON.stringify([endpoint, body, trial, ask, vote]))
    return join(this.#folder, name.slice(0, 2), `${name.slice(2)}.json`)
  }

  /** The stored answer; a damaged one is removed and asked again. @param since the answer must be as young, in milliseconds since 1970. */
  get(path: string, since = 0): Answer | undefined {
    // Cheaper than the error of a file that is not there, which is the rule.
    const facts = orUndefined(() => statSync(path, { throwIfNoEntry: false }))
    const text = facts && orUndefined(() => readFileSync(path, 'utf8'))
    if (!facts || text === undefined) return undefined
    const { answer, sha256, at = 0 } = orUndefined(() => entry.parse(JSON.parse(text))) ?? {}
    if (!answer || digest(answer) !== sha256) {
      orUndefined(() => rmSync(path, { force: true }))
      return undefined
    }
    if (at < since) return undefined
    // The least recently used go first when the cache is full. A reader without the right to touch is served all the same.
    const now = new Date(wallClock())
    if (now.getTime() - facts.mtimeMs > TOUCH_AFTER_MS) orUndefined(() => utimesSync(path, now, now))
    return { ...answer, cached: true, cachedAt: at }
  }

  /** Stores an answer: written aside and renamed, so that nobody reads half of it. A full disk loses the copy, not the answer. */
  async put(path: string, { content, finish, usage }: Answer): Promise<void> {
    const answer = { content, finish, usage }
    // An answer that echoes a secret would have to be stored without it: not the same answer.
    if (redacted(answer) !== answer) return
    // Several machines may share the folder, and number their processes alike.
    const aside = `${path}.${HOST}-${process.pid}-${Math.random().toString(36).slice(2)}`
    const text = JSON.stringify({ sha256: digest(answer), at: wallClock(), answer })
    try {
      makeOwnFolder(dirname(path))
      writeFileSync(aside, text)
      renameSync(aside, path)
      await this.#keepBound(Buffer.byteLength(text))
    } catch {
      orUndefined(() => rmSync(aside, { force: true }))
    }
  }

  /** Looks at the whole size when what was written since might have put it over the bound. */
  async #keepBound(written: number): Promise<void> {
    this.#room -= written
    while (this.#room < 0) {
      this.#looking ??= this.#look().finally(() => {
        this.#looking = undefined
      })
      await this.#looking
    }
  }

  async #look(): Promise<void> {
    // What is written meanwhile may be counted twice, but not left out.
    this.#room = 0
    let { bytes } = await cacheSize(this.#folder)
    if (bytes > this.#mostBytes) bytes = (await pruneCache(this.#folder, LOW_WATER * this.#mostBytes)).bytes
    this.#room += Math.min(LOOK_EVERY * this.#mostBytes, this.#mostBytes - bytes)
  }
}

function digest({ content, finish, usage }: Answer): string {
  return hash('sha256', JSON.stringify([content, finish ?? null, usage ? [usage.promptTokens, usage.completionTokens] : null]))
}

/** Size of a cache. */
export type CacheSize = { readonly entries: number; readonly bytes: number }

/** Counts what a cache holds. */
export function cacheSize(folder: string): Promise<CacheSize> {
  return pruneCache(folder, Number.POSITIVE_INFINITY)
}

/** Removes the least recently used answers until the cache holds at most so many bytes. */
export async function pruneCache(folder: string, mostBytes: number): Promise<CacheSize> {
  const files = (await cacheFiles(folder)).sort((one, other) => one.usedAt - other.usedAt)
  let bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  let entries = files.length
  for (const file of files) {
    if (bytes <= mostBytes) break
    await rm(file.path, { force: true })
    bytes -= file.bytes
    entries -= 1
  }
  return { entries, bytes }
}

/** Removes all answers, and the folder unless it holds something else; gives what there was. */
export async function clearCache(folder: string): Promise<CacheSize> {
  const before = await cacheSize(folder)
  await pruneCache(folder, 0)
  for (const path of [...(await shardsOf(folder)), folder]) await rmdir(path).catch(() => undefined)
  return before
}

async function shardsOf(folder: string): Promise<string[]> {
  const found = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return found.filter((entry) => entry.isDirectory() && /^[0-9a-f]{2}$/.test(entry.name)).map(({ name }) => join(folder, name))
}

/** Our files, and those that a killed process left half-written: a folder named by mistake must not lose anything else. */
async function cacheFiles(folder: string) {
  const files: { readonly path: string; readonly bytes: number; readonly usedAt: number }[] = []
  for (const shard of await shardsOf(folder)) {
    for (const name of await readdir(shard).catch(() => [])) {
      const path = join(shard, name)
      const facts = /^[0-9a-f]{62}\.json(\.|$)/.test(name) ? await stat(path).catch(() => undefined) : undefined
      if (facts?.isFile()) files.push({ path, bytes: facts.size, usedAt: facts.mtimeMs })
    }
  }
  return files
}
