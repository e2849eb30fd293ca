import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { HoldfastError, messageOf } from '../base/errors.ts'
import { redactedOutput } from '../base/secrets.ts'
import type { CommandOutput } from '../worker/suiteCommand.ts'

/** Opens the output. Errors of a file come as a HoldfastError. */
export function openOutput(path: string | undefined): CommandOutput {
  if (path === undefined) return { line: (text) => write(process.stdout, redactedOutput(text)), close: async () => undefined }
  const stream = createWriteStream(path)
  const opened = once(stream, 'open')
  // Reported where a line is written or the file closed, not as an event nobody handles.
  stream.on('error', () => undefined)
  opened.catch(() => undefined)
  const failed = (error: unknown) =>
    new HoldfastError('USAGE', `Failed to write ${path}: ${messageOf(error)}. Name a file that can be written.`)
  return {
    async line(text) {
      await opened.catch((error: unknown) => {
        throw failed(error)
      })
      if (stream.errored) throw failed(stream.errored)
      await write(stream, redactedOutput(text))
    },
    async close() {
      stream.end()
      await finished(stream).catch((error: unknown) => {
        throw failed(error)
      })
    },
  }
}

async function write(stream: NodeJS.WritableStream, text: string): Promise<void> {
  if (!stream.write(`${text}\n`)) await once(stream, 'drain')
}
