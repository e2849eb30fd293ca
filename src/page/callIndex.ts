import { closeSync, createReadStream, existsSync, openSync, readSync } from 'node:fs'
import { type CallRecord, callRecord } from '../run/records.ts'

/** Where the lines of an item's calls are. */
interface Span {
  readonly from: number
  readonly bytes: number
}

const NEWLINE = 0x0a

/** Bytes read at once: items are asked for in about the order in which they ended, and so lie near each other. */
const BLOCK = 1 << 18

/**
 * The calls of a run by item, read from disk when asked for: calls of one item lie scattered among those of all that ran
 * at once, and together they may be larger than memory. Lines that are not calls (a run that was killed ends in half a
 * line) are passed over.
 */
export class CallIndex {
  readonly #file: number
  readonly #spans: ReadonlyMap<string, readonly Span[]>
  /** The part of the file that was read last. */
  #block = { from: 0, bytes: Buffer.alloc(0) }

  private constructor(file: number, spans: ReadonlyMap<string, readonly Span[]>) {
    this.#file = file
    this.#spans = spans
  }

  /** Indexes a calls.jsonl; undefined where there is none. */
  static async open(path: string): Promise<CallIndex | undefined> {
    if (!existsSync(path)) return undefined
    const spans = new Map<string, Span[]>()
    for await (const { text, from, bytes } of spannedLines(path)) {
      const key = keyOfLine(text)
      if (key === undefined) continue
      const known = spans.get(key)
      if (known) known.push({ from, bytes })
      else spans.set(key, [{ from, bytes }])
    }
    return new CallIndex(openSync(path, 'r'), spans)
  }

  /** The calls of an item's trial, in the order they ended. */
  callsOf(suite: string, item: string, trial: number): CallRecord[] {
    return (this.#spans.get(keyOf(suite, item, trial)) ?? []).flatMap(
      (span) => callRecord.safeParse(JSON.parse(this.#read(span))).data ?? [],
    )
  }

  #read({ from, bytes }: Span): string {
    const block = this.#block
    if (from < block.from || from + bytes > block.from + block.bytes.length) {
      const buffer = Buffer.allocUnsafe(Math.max(BLOCK, bytes))
      this.#block = { from, bytes: buffer.subarray(0, readSync(this.#file, buffer, 0, buffer.length, from)) }
    }
    const start = from - this.#block.from
    return this.#block.bytes.toString('utf8', start, start + bytes)
  }

  /** Closes the file. */
  close(): void {
    closeSync(this.#file)
  }
}

function keyOf(suite: string, item: string, trial: number): string {
  return JSON.stringify([suite, item, trial])
}

/** Whose call a line is; whether it is a call at all is seen when it is read for good. */
function keyOfLine(text: string): string | undefined {
  try {
    const { suite, item, trial = 0 } = JSON.parse(text)
    return keyOf(suite, item, trial)
  } catch {
    return undefined
  }
}

async function* spannedLines(path: string): AsyncGenerator<Span & { readonly text: string }> {
  let rest: Buffer[] = []
  let from = 0
  for await (const part of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    let start = 0
    for (let end = part.indexOf(NEWLINE); end !== -1; end = part.indexOf(NEWLINE, start)) {
      const line = Buffer.concat([...rest, part.subarray(start, end)])
      yield { text: line.toString('utf8'), from, bytes: line.length }
      from += line.length + 1
      rest = []
      start = end + 1
    }
    if (start < part.length) rest.push(part.subarray(start))
  }
  const line = Buffer.concat(rest)
  if (line.length > 0) yield { text: line.toString('utf8'), from, bytes: line.length }
}
