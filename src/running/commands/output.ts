import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { finished } from 'node:stream/promises'
import { type HoldfastError, messageOf, usageError } from '../../core/base/errors.ts'
import { writeWhole } from '../../core/base/files/writeWhole.ts'
import { redacted, redactSecrets } from '../../core/base/secrets.ts'
import { note } from '../../core/base/text/note.ts'
import { screenJson, screenText } from '../../core/base/text/screenText.ts'
import { holdfastCommand } from '../../core/base/text/shellWord.ts'
import { typedPath } from '../../core/base/typedFolder.ts'
import type { Block } from '../../reports/blocks/block.ts'
import { csvBlocks } from '../../reports/blocks/csvBlocks.ts'
import { markdownBlocks } from '../../reports/blocks/markdownBlocks.ts'
import { terminalBlocks } from '../../reports/blocks/terminalBlocks.ts'
import { FILE_WIDTH, Screen, screenWidth } from '../../reports/layout.ts'
import { blocksPage } from '../../reports/page/pageDocument.ts'
import type { CommandFlags } from './commandOptions.ts'

/** Where a command's result goes: the file of `--out`, else stdout. */
export type CommandOutput = ReturnType<typeof withLines>

/** Opens the output. Errors of a file come as a HoldfastError. */
export function openOutput(path: string | undefined): CommandOutput {
  const toScreen = (text: string) => write(process.stdout, text)
  if (path === undefined) return withLines(toScreen, async () => undefined)
  const stream = createWriteStream(path)
  const opened = once(stream, 'open')
  // Reported where a line is written or the file closed, not as an event nobody handles.
  stream.on('error', () => undefined)
  opened.catch(() => undefined)
  const failed = (error: unknown) => unwritten(path, `${messageOf(error)}. Name a file that can be written.`)
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

/** A result in the forms that it has. */
export interface CommandResult {
  /** What `--json` prints. */
  readonly json: unknown
  /** What people read, on a screen or as markdown. */
  readonly blocks: readonly Block[]
  /** The page, as the text of one file, where it has more than the blocks. */
  readonly page?: (() => string) | undefined
}

/**
 * Prints a result in the form that is asked for, by an option or by how the file of `--out` ends.
 *
 * @param pagePath where a page goes by default; undefined for a command without one.
 */
export async function printForms(
  { json, blocks, page }: CommandResult,
  flags: Pick<CommandFlags, 'json' | 'markdown' | 'page' | 'out'>,
  pagePath?: string,
): Promise<void> {
  const { out } = flags
  const form = formOf(flags)
  if (form === 'csv') {
    const lines = csvBlocks(blocks)
    if (lines.length === 0) throw unwritten(out, 'this has no table. Name a file that ends in .json or .txt.')
    await printResult(out, lines)
  } else if (form === 'page') {
    const advice = out === undefined ? 'Leave out --page.' : 'Name a file that ends in .md, .csv, .json or .txt.'
    if (pagePath === undefined) throw unwritten(out ?? 'the page', `there is no page of this. ${advice}`)
    // A folder that was named is there, or mistyped.
    if (out === undefined) mkdirSync(dirname(pagePath), { recursive: true })
    writeWhole(out ?? pagePath, page?.() ?? blocksPage(basename(pagePath, '.html'), blocks))
    await openPage(out ?? pagePath)
  } else if (form === 'json') await printResult(out, { json })
  else if (form === 'markdown') await printResult(out, markdownBlocks(blocks))
  else await printResult(out, terminalBlocks(blocks, out === undefined ? screenWidth() : FILE_WIDTH))
}

/** The form that is asked for; undefined for lines. @throws HoldfastError for several. */
function formOf({ json, markdown, page, out = '' }: Pick<CommandFlags, 'json' | 'markdown' | 'page' | 'out'>) {
  if ([json, markdown, page].filter(Boolean).length > 1)
    throw usageError('Failed to print: --json, --markdown and --page are three forms. Choose one.')
  if (page || out.endsWith('.html')) return 'page'
  if (json || out.endsWith('.json')) return 'json'
  if (out.endsWith('.csv')) return 'csv'
  const exported = holdfastCommand('export', 'latest', '--out', out)
  if (out.endsWith('.parquet'))
    throw unwritten(out, `items alone are written as Parquet. Run ${exported}, or name a file that ends in .csv.`)
  return markdown || out.endsWith('.md') ? 'markdown' : undefined
}

function unwritten(path: string | undefined, why: string): HoldfastError {
  return usageError(`Failed to write ${path}: ${why}`)
}

/** Writes a whole result: lines, or one JSON document. */
export async function printResult(path: string | undefined, result: readonly string[] | { readonly json: unknown }): Promise<void> {
  const output = openOutput(path)
  if ('json' in result) await output.json(result.json, 2)
  else for (const line of result) await output.line(line)
  await output.close()
}

/** Prints the path of a page and opens it in the browser; where there is no desktop, as in CI, it prints the path alone. */
export async function openPage(path: string): Promise<void> {
  await printResult(undefined, [typedPath(path)])
  const opener = openerOf(process.stdout.isTTY, process)
  if (!opener) return
  // No shell, which would read characters of the path.
  const child = spawn(opener, [resolve(path)], { detached: true, stdio: 'ignore' })
  // The path is printed, so nothing is lost.
  child.once('error', ({ message }) => note(`No browser opened: ${message}. Open the file above.`))
  child.unref()
}

/** The program that opens a file as the desktop would; undefined where nobody sits before one: in CI, over SSH, in a pipe. */
export function openerOf(isTTY: boolean, { platform, env }: Pick<NodeJS.Process, 'platform' | 'env'>): string | undefined {
  if (!isTTY || env.CI) return undefined
  const own: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer.exe' }
  return own[platform] ?? (env.DISPLAY || env.WAYLAND_DISPLAY ? 'xdg-open' : undefined)
}

function withLines(write: (text: string) => Promise<void>, close: () => Promise<void>) {
  return {
    /** Writes lines for people, fit for a terminal; waits where the reader is slower. */
    line: (text: string) => write(screenText(redactSecrets(text))),
    /** Writes a value as JSON: in one line, or with `indent` columns a level. */
    json: (value: unknown, indent?: number) => write(screenJson(redacted(value), indent)),
    close,
  }
}

async function write(stream: NodeJS.WritableStream, text: string): Promise<void> {
  if (!stream.write(`${text}\n`)) await once(stream, 'drain')
}

/** Seconds after which a log is told how far a command is. */
const LOG_SECONDS = 10

/** How far a command is. */
export type CommandProgress = ReturnType<typeof commandProgress>

/** Asks about all of some things at once, so that Vitest starts once, and tells how many have answered. @returns the answers, in order. */
export async function askEach<Thing, Answer>(says: string, things: readonly Thing[], ask: (thing: Thing) => Promise<Answer>) {
  const progress = commandProgress()
  let done = 0
  const tell = () => progress.step(`${says}, ${done} of ${things.length} done`, done, things.length)
  tell()
  const asking = things.map(async (thing) => {
    const answer = await ask(thing)
    done += 1
    tell()
    return answer
  })
  return Promise.all(asking).finally(() => progress.end())
}

/** Tells on stderr how far a command is; what it prints to stdout stays as it is. */
export function commandProgress(stream: NodeJS.WriteStream = process.stderr, now: () => number = () => performance.now()) {
  const screen = new Screen(stream, Boolean(stream.isTTY) && !process.env.CI)
  const startedAt = now()
  let tenths = 0
  return {
    /** A step begins. On a terminal its line is rewritten in place; a log has a line every 10 % of many steps, once it takes long. */
    step(text: string, done?: number, total?: number) {
      const share = done === undefined || !total ? undefined : done / total
      const line = ` ${share === undefined ? '' : `${Math.floor(100 * share)} %  `}${text}`
      if (screen.live) screen.status(line)
      if (screen.live || share === undefined || (total ?? 0) < 10 || now() - startedAt < 1000 * LOG_SECONDS) return
      const reached = Math.floor(10 * share)
      if (reached > tenths) screen.print(line)
      tenths = Math.max(tenths, reached)
    },
    /** Removes the line: what the command prints comes next. */
    end: () => screen.endStatus(),
  }
}
