import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { HoldfastError, messageOf } from '../../core/base/errors.ts'
import { redacted, redactSecrets } from '../../core/base/secrets.ts'
import { screenJson, screenText } from '../../core/base/text/screenText.ts'
import type { Block } from '../../reports/blocks/block.ts'
import { markdownBlocks } from '../../reports/blocks/markdownBlocks.ts'
import { terminalBlocks } from '../../reports/blocks/terminalBlocks.ts'
import { FILE_WIDTH, screenWidth } from '../../reports/layout.ts'
import type { CommandOutput } from '../worker/suiteCommand.ts'

/** Opens the output. Errors of a file come as a HoldfastError. */
export function openOutput(path: string | undefined): CommandOutput {
  if (path === undefined)
    return withLines(
      (text) => write(process.stdout, text),
      async () => undefined,
    )
  const stream = createWriteStream(path)
  const opened = once(stream, 'open')
  // Reported where a line is written or the file closed, not as an event nobody handles.
  stream.on('error', () => undefined)
  opened.catch(() => undefined)
  const failed = (error: unknown) =>
    new HoldfastError('USAGE', `Failed to write ${path}: ${messageOf(error)}. Name a file that can be written.`)
  const writeLine = async (text: string) => {
    await opened.catch((error: unknown) => {
      throw failed(error)
    })
    if (stream.errored) throw failed(stream.errored)
    await write(stream, text)
  }
  return withLines(writeLine, async () => {
    stream.end()
    await finished(stream).catch((error: unknown) => {
      throw failed(error)
    })
  })
}

/** Writes a result that has several forms: JSON, markdown (as to a file that ends with .md), or lines for a screen. */
export async function printBlocks(
  value: unknown,
  blocks: readonly Block[],
  { json, markdown, out }: { readonly json?: boolean; readonly markdown?: boolean; readonly out?: string },
): Promise<void> {
  if (json) return printResult(out, { json: value })
  const isMarkdown = markdown || out?.endsWith('.md')
  await printResult(out, isMarkdown ? markdownBlocks(blocks) : terminalBlocks(blocks, out === undefined ? screenWidth() : FILE_WIDTH))
}

/** Writes a whole result: lines, or one JSON document. A suite's command opens what the command line lends to it. */
export async function printResult(
  path: string | undefined,
  result: readonly string[] | { readonly json: unknown },
  open: typeof openOutput = openOutput,
): Promise<void> {
  const output = open(path)
  if ('json' in result) await output.json(result.json, 2)
  else for (const line of result) await output.line(line)
  await output.close()
}

function withLines(write: (text: string) => Promise<void>, close: () => Promise<void>): CommandOutput {
  return {
    line: (text) => write(screenText(redactSecrets(text))),
    json: (value, indent) => write(screenJson(redacted(value), indent)),
    close,
  }
}

async function write(stream: NodeJS.WritableStream, text: string): Promise<void> {
  if (!stream.write(`${text}\n`)) await once(stream, 'drain')
}
