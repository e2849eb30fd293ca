import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type BatchSettings, dataError, LineAppender, redactSecrets } from '../../kit.ts'

interface OpenFile {
  readonly lines: LineAppender
  readonly name: string
  requests: number
  bytes: number
  /** When the last request is in it. */
  written: Promise<void>
}

type Group = { readonly slug: string; readonly files: OpenFile[] }

/** Bytes of a megabyte, as the limit of the API counts it. */
const MEGABYTE = 1_000_000

/** The files of one wave: a file has requests of one model, and no more than the API takes. */
export class WaveFiles {
  readonly wave: number
  readonly #folder: string
  readonly #groups = new Map<string, Group>()

  /** Removes files of the same wave as it was written before anything came of it. */
  constructor(folder: string, wave: number) {
    this.#folder = folder
    this.wave = wave
    const old = existsSync(folder) ? readdirSync(folder).filter((file) => file.startsWith(`wave-${wave}-`)) : []
    for (const file of old) rmSync(join(folder, file))
  }

  /** The names of the files. */
  get names(): string[] {
    return this.#files.map(({ name }) => name)
  }

  get #files(): OpenFile[] {
    return [...this.#groups.values()].flatMap(({ files }) => files)
  }

  /**
   * Adds a request, as the Batch API and `vllm run-batch` take it.
   *
   * @returns the name of its file, and a promise for when the request is in it.
   * @throws HoldfastError for a request that is larger than a file may be, or that holds a secret.
   */
  add(custom_id: string, url: string, body: unknown, model: string, limits: BatchSettings) {
    const line = JSON.stringify({ custom_id, method: 'POST', url, body })
    if (redactSecrets(line) !== line)
      throw dataError(
        `Failed to write a request for ${model}: it holds the value of a secret variable, which must not stand in a file. Take it out of the prompt or the parameters.`,
      )
    const bytes = Buffer.byteLength(line) + 1
    if (bytes > limits.maxMegabytes * MEGABYTE)
      throw dataError(
        `Failed to write a request for ${model}: it has ${Math.ceil(bytes / MEGABYTE)} MB, and a file may have ${limits.maxMegabytes}. Leave the item out.`,
      )
    const group = this.#group(model, url)
    let open = group.files.at(-1)
    if (!open || open.requests === limits.maxRequests || open.bytes + bytes > limits.maxMegabytes * MEGABYTE) open = this.#next(group)
    open.requests += 1
    open.bytes += bytes
    open.written = open.lines.append(line)
    return { file: open.name, written: open.written }
  }

  /** Closes the files, once all is in them. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#files.map(({ written }) => written))
    for (const { lines } of this.#files) lines.close()
  }

  #group(model: string, url: string): Group {
    const id = JSON.stringify([model, url])
    const known = this.#groups.get(id)
    if (known) return known
    const plain = model
      .replace(/[^a-zA-Z0-9.-]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60)
    const slugs = [...this.#groups.values()].map((group) => group.slug)
    let slug = plain
    for (let number = 2; slugs.includes(slug); number += 1) slug = `${plain}-${number}`
    const group = { slug, files: [] }
    this.#groups.set(id, group)
    return group
  }

  #next({ slug, files }: Group): OpenFile {
    const name = `wave-${this.wave}-${slug}-${files.length + 1}.jsonl`
    const open = { lines: new LineAppender(join(this.#folder, name)), name, requests: 0, bytes: 0, written: Promise.resolve() }
    files.push(open)
    return open
  }
}
