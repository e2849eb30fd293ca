import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { parseJson } from '../base/data/parseJson.ts'
import { LARGEST_TEXT } from '../base/data/utf8.ts'
import { orUndefined } from '../base/errors.ts'
import { type CallRecord, callRecord, trialKey } from './records.ts'

/** Where the lines of an item's calls are. */
type Span = { readonly from: number; readonly bytes: number }

const NEWLINE = 0x0a

/** Bytes read at once. */
const BLOCK = 1 << 18

/** The calls of a run by item, read from disk when asked for: all may be larger than memory. Lines that are no calls are passed over. */
export class CallIndex {
  #file: number | undefined
  readonly #spans = new Map<string, Span[]>()

  /** Reads a calls.jsonl, which need not be there, to its end. */
  constructor(path: string) {
    if (!existsSync(path)) return
    this.#file = openSync(path, 'r')
    for (const { text, ...span } of spannedLines(this.#file)) {
      const key = keyOfLine(text)
      if (key === undefined) continue
      const spans = this.#spans.get(key) ?? []
      spans.push(span)
      this.#spans.set(key, spans)
    }
  }

  callsOf(suite: string, item: string, trial: number): CallRecord[] {
    const spans = this.#spans.get(trialKey({ suite, item, trial })) ?? []
    return spans.flatMap((span) => callRecord.safeParse(parseJson(this.#read(span))).data ?? [])
  }

  #read({ from, bytes }: Span): string {
    const buffer = Buffer.allocUnsafe(bytes)
    return buffer.toString('utf8', 0, readSync(this.#file as number, buffer, 0, bytes, from))
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }
}

/** Whose call a line is; whether it is a call at all is seen when it is read for good. */
function keyOfLine(text: string): string | undefined {
  return orUndefined(() => trialKey({ trial: 0, ...(parseJson(text) as Omit<Parameters<typeof trialKey>[0], 'trial'>) }))
}

/** Lines of a file, the last perhaps without its end. */
function* spannedLines(file: number): Generator<Span & { readonly text: string }> {
  let from = 0
  let rest = Buffer.alloc(0)
  for (;;) {
    // More and more of a long line, so that little of it is copied again.
    const block = Buffer.allocUnsafe(Math.max(BLOCK, rest.length))
    const read = readSync(file, block, 0, block.length, from + rest.length)
    if (read === 0) break
    rest = Buffer.concat([rest, block.subarray(0, read)])
    for (let end = rest.indexOf(NEWLINE); end !== -1; end = rest.indexOf(NEWLINE)) {
      yield { text: rest.toString('utf8', 0, end), from, bytes: end }
      from += end + 1
      rest = rest.subarray(end + 1)
    }
    // No call is so long, and no memory holds what another's folder may hold.
    if (rest.length > LARGEST_TEXT) return
  }
  if (rest.length > 0) yield { text: rest.toString('utf8'), from, bytes: rest.length }
}
