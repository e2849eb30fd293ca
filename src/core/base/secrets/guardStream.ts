import { redactSecrets } from '../secrets.ts'

/** A stream that a process prints to. */
interface Printed {
  write(chunk: never, ...rest: never[]): boolean
}

const guarded = new WeakSet<Printed>()

/** Takes registered secrets out of what is written to a stream from now on, of those chunks that `isMeant` (default: all). */
export function guardStream(stream: Printed, isMeant: (chunk: unknown) => boolean = () => true): void {
  if (guarded.has(stream)) return
  guarded.add(stream)
  const write = stream.write as (chunk: unknown, ...rest: unknown[]) => boolean
  const guard = (chunk: unknown, ...rest: unknown[]) => write.call(stream, isMeant(chunk) ? withoutSecrets(chunk) : chunk, ...rest)
  Object.assign(stream, { write: guard })
}

function withoutSecrets(chunk: unknown): unknown {
  if (typeof chunk === 'string') return redactSecrets(chunk)
  if (!(chunk instanceof Uint8Array)) return chunk
  const text = Buffer.from(chunk).toString('utf8')
  const clean = redactSecrets(text)
  // What is no text comes out as it was.
  return clean === text ? chunk : Buffer.from(clean)
}
