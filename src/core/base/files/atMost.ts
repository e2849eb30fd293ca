/** For a pipeline: passes on what comes, and throws once it is more than so many bytes. */
export function atMost(bytes: number, error: Error): (source: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array> {
  return async function* (source) {
    let left = bytes
    for await (const chunk of source) {
      left -= chunk.length
      if (left < 0) throw error
      yield chunk
    }
  }
}
