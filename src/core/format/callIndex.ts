import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { LARGEST_TEXT } from '../base/data/utf8.ts'
import { type CallRecord, callRecord, trialKey } from './records.ts'

/** Where the lines of an item's calls are. */
interface Span {
  readonly from: number
  readonly bytes: number
}

const NEWLINE = 0x0a

/** Bytes read at once. */
const BLOCK = 1 << 18

/**
 * The calls of a run by item, read from disk when asked for: calls of one item lie scattered among those of all that ran
 * at once, and together they may be larger than memory. Lines that are not calls (a run that was killed ends in half a
 * line) are passed over.
 */
export class CallIndex {
  readonly #path: string
  #file: number | undefined
  /** Bytes from the beginning whose lines are known. */
  #end = 0
  readonly #spans = new Map<string, Span[]>()

  /** @param path a calls.jsonl, which need not be there. */
  constructor(path: string) {
    this.#path = path
  }

  /** Reads on to the end of what is written. */
  update(): void {
    if (this.#file === undefined && !existsSync(this.#path)) return
    this.#file ??= openSync(this.#path, 'r')
    for (const { text, from, bytes } of spannedLines(this.#file, this.#end)) {
      const key = keyOfLine(text)
      // A line without its end may be half of one: if it is not whole, it is read again.
      if (key === undefined) continue
      this.#end = from + bytes
      const spans = this.#spans.get(key) ?? []
      spans.push({ from, bytes })
      this.#spans.set(key, spans)
    }
  }

  /** The calls of an item's trial, in the order they ended. */
  callsOf(suite: string, item: string, trial: number): CallRecord[] {
    const spans = this.#spans.get(trialKey({ suite, item, trial })) ?? []
    return spans.flatMap((span) => callRecord.safeParse(JSON.parse(this.#read(span))).data ?? [])
  }

  #read({ from, bytes }: Span): string {
    const buffer = Buffer.allocUnsafe(bytes)
    return buffer.toString('utf8', 0, readSync(this.#file as number, buffer, 0, bytes, from))
  }

  /** Closes the file. */
  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }
}

/** Whose call a line is; whether it is a call at all is seen when it is read for good. */
function keyOfLine(text: string): string | undefined {
  try {
    const { suite, item, trial = 0 } = JSON.parse(text)
    return trialKey({ suite, item, trial })
  } catch {
    return undefined
  }
}

/** Lines of a file from a place on, the last perhaps without its end. */
function* spannedLines(file: number, begin: number): Generator<Span & { readonly text: string }> {
  let rest: Buffer[] = []
  let length = 0
  let from = begin
  for (let at = begin; ; ) {
    const buffer = Buffer.allocUnsafe(BLOCK)
    const part = buffer.subarray(0, readSync(file, buffer, 0, BLOCK, at))
    if (part.length === 0) break
    at += part.length
    let start = 0
    for (let end = part.indexOf(NEWLINE); end !== -1; end = part.indexOf(NEWLINE, start)) {
      const line = Buffer.concat([...rest, part.subarray(start, end)])
      yield { text: line.toString('utf8'), from, bytes: line.length }
      from += line.length + 1
      rest = []
      length = 0
      start = end + 1
    }
    if (start === part.length) continue
    rest.push(part.subarray(start))
    length += part.length - start
    // No call is so long, and no memory holds what another's folder may hold.
    if (length > LARGEST_TEXT) return
  }
  const line = Buffer.concat(rest)
  if (line.length > 0) yield { text: line.toString('utf8'), from, bytes: line.length }
}
