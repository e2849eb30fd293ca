import { HoldfastError } from '../core/base/errors.ts'
import { Limiter } from './limiter.ts'

/** Bytes of a megabyte. */
const MEGABYTE = 1_000_000

/** Bytes of a reply that few are longer than. All that are under way may have so many. */
const SHORT = MEGABYTE

/** Longer replies that are read at once; the others wait. Reading one takes three times its length. */
const LONG_AT_ONCE = 2
const long = new Limiter(LONG_AT_ONCE)

/**
 * A reply with its body read, which is held to a size as it is unpacked: an endpoint that never stops sending must not take all memory.
 * Long replies are read a few at a time.
 *
 * @param most megabytes.
 * @throws HoldfastError for a longer one.
 */
export async function boundedReply(response: Response, most: number, host: string): Promise<Response> {
  const reader = response.body?.getReader()
  if (!reader) return response
  const chunks: Uint8Array[] = []
  let bytes = 0
  /** Reads on up to a size; whether the reply has ended. */
  const readTo = async (limit: number): Promise<boolean> => {
    while (bytes <= limit) {
      const { done, value } = await reader.read()
      if (done) return true
      chunks.push(value)
      bytes += value.length
    }
    return false
  }
  const isWhole = (await readTo(Math.min(SHORT, most * MEGABYTE))) || (await long.run(() => readTo(most * MEGABYTE)))
  if (!isWhole) {
    chunks.length = 0
    await reader.cancel().catch(() => undefined)
    throw new HoldfastError(
      'ENDPOINT',
      `Failed to call ${host}: its reply is longer than ${most} MB. Check that the endpoint stops, or set maxReplyMegabytes in the model's entry.`,
    )
  }
  const { status, statusText, headers } = response
  return new Response(Buffer.concat(chunks), { status, statusText, headers })
}
