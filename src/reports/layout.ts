import { styleText } from 'node:util'
import { eastAsianWidth } from 'get-east-asian-width'
import { redactSecrets } from '../core/base/secrets.ts'
import { screenText } from '../core/base/text/screenText.ts'
import { singleLine } from '../core/base/text/singleLine.ts'

/** Widest screen a report is laid out for. */
const WIDEST = 140
/** Widest text beside a label: longer lines are harder to read than wrapped ones. */
const WIDEST_TEXT = 100
/** Width where there is no terminal, and the narrowest everything fits. */
const NARROW = 80

/** Columns of a text that goes to a file or a page: it is read in windows of any width. */
export const FILE_WIDTH = NARROW

/** Columns to lay out for. */
export function screenWidth(stream: NodeJS.WriteStream = process.stdout): number {
  return Math.min(WIDEST, Math.max(NARROW, stream.columns ?? NARROW))
}

/** Columns a text takes on a terminal: two for each wide (Chinese, Japanese, Korean, emoji) character. */
export function displayWidth(text: string): number {
  let width = 0
  for (const character of text) width += eastAsianWidth(character.codePointAt(0) ?? 0)
  return width
}

/** Truncates a line to a width; an ellipsis marks it. */
export function truncate(line: string, width: number): string {
  if (displayWidth(line) <= width) return line
  let kept = ''
  let used = 1
  for (const character of line) {
    used += eastAsianWidth(character.codePointAt(0) ?? 0)
    if (used > width) break
    kept += character
  }
  return `${kept}…`
}

/** Breaks a text at spaces, but not at no-break spaces (printed as plain ones) nor before a percent sign; later lines are indented by `indent`. */
export function wrapWords(text: string, width: number, indent: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/ (?!%)/)) {
    const room = width - (lines.length > 0 ? indent : 0)
    if (line !== '' && displayWidth(line) + 1 + displayWidth(word) > room) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  lines.push(line)
  return lines.map((entry, index) => (index === 0 ? '' : ' '.repeat(indent)) + entry.replace(/^\u00a0+/, '').replaceAll('\u00a0', ' '))
}

/** Longest text among others that stays on one line. */
const UNBROKEN = 54

/** A text whose words {@link wrapWords} keeps on one line, where it is short; of a longer one, the last word with the one before. */
export function unbroken(text: string): string {
  return text.length > UNBROKEN ? text.replace(/ (\S+)$/, '\u00a0$1') : text.replaceAll(' ', '\u00a0')
}

/** A label in its column and a text beside it, wrapped under itself. */
export function labelled(label: string, text: string, width: number, column = 12): string[] {
  const start = Math.max(column, displayWidth(label) + 1)
  const [first = '', ...rest] = wrapWords(text, Math.min(width, WIDEST_TEXT) - start - 1, 0)
  const indent = ' '.repeat(start + 1)
  return [` ${padded(label, start - 1, true)} ${first}`.trimEnd(), ...rest.map((line) => indent + line)]
}

/** Rows of cells in columns: those of `left` aligned left, the others right. */
export function columns(texts: readonly (readonly string[])[], left: ReadonlySet<number> = new Set([0])): string[] {
  // Names of items, tasks and figures may come from data or answers.
  const rows = texts.map((row) => row.map(singleLine))
  const widths = (rows[0] ?? []).map((_, column) => widest(rows, column))
  return rows.map((row) => ` ${row.map((cell, column) => padded(cell, widths[column] ?? 0, left.has(column))).join('  ')}`.trimEnd())
}

/** Columns of the terminal that the widest cell of a column takes. */
function widest(rows: readonly (readonly string[])[], column: number): number {
  return Math.max(0, ...rows.map((row) => displayWidth(row[column] ?? '')))
}

function padded(text: string, width: number, isLeft: boolean): string {
  const spaces = ' '.repeat(Math.max(0, width - displayWidth(text)))
  return isLeft ? text + spaces : spaces + text
}

/** A whole number with commas. Not by toLocaleString, whose first call takes 30 ms. */
export function grouped(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** Tokens as `110 M` or `0.7 M` or `850`. */
export function roughly(value: number): string {
  if (value >= 1e7) return `${Math.round(value / 1e6)} M`
  if (value >= 1e5) return `${(value / 1e6).toFixed(1)} M`
  if (value >= 1e4) return `${Math.round(value / 1e3)} k`
  return grouped(value)
}

/** Seconds as `12:41` or `1:02:03`. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  const rest = `${String(Math.floor(whole / 60) % 60).padStart(whole >= 3600 ? 2 : 1, '0')}:${String(whole % 60).padStart(2, '0')}`
  return whole >= 3600 ? `${Math.floor(whole / 3600)}:${rest}` : rest
}

/** Colours where the terminal has them; the text says the same without. */
export function paint(format: Parameters<typeof styleText>[0], text: string): string {
  return process.stdout.isTTY && process.stdout.hasColors() ? styleText(format, text) : text
}

/** Scripts whose lines may break between any two characters, with their punctuation and full-width forms. */
const WIDE = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\u3000-\\u303f\\uff00-\\uffef'
/** What may not begin a line. */
const CLOSING = '[，。、；：？！”’）》」』】〉…]*'
/** What stays together on a line: spaces, a character of such a script with what closes it, a word. */
const TOKENS = new RegExp(`\\s+|[${WIDE}]${CLOSING}|[^\\s${WIDE}]+${CLOSING}`, 'gu')

/** Breaks anybody's text into lines: at spaces, between Chinese and Japanese characters, within words too long for a line. Its indentation stays. */
export function wrapText(text: string, width: number): string[] {
  return filledLines(text.match(TOKENS) ?? [], width)
}

/** Lines of a width of a text's pieces, which are its words and the spaces between them: pieces too long for a line are broken. */
function filledLines(pieces: readonly string[], width: number): string[] {
  const lines: string[] = []
  let line = ''
  const end = () => {
    lines.push(line.trimEnd())
    line = ''
  }
  for (const piece of pieces) {
    if (displayWidth(line) + displayWidth(piece) <= width) line += piece
    else if (piece.trim() === '') end()
    else {
      if (line.trim() !== '') end()
      for (const character of piece) {
        if (line !== '' && displayWidth(line) + displayWidth(character) > width) end()
        line += character
      }
    }
  }
  end()
  return lines
}

/** A column that gives way where a table is too wide. */
export interface GivingWay {
  readonly column: number
  /** Columns of the terminal that it keeps. */
  readonly least: number
}

/** Where a cell may be broken: at a space, and after what parts the words of a key, an id or a path. Not within a number: "-0.156" stays whole. */
const BREAKS = /(?<=\s)(?=\S)|(?<=\S)(?=\s)|(?<=\p{L}[._/-])(?=\p{L})/u

/**
 * Rows of cells in columns, never wider than the screen. Columns that give way are broken between words in turn, then the others, the widest
 * first; then words are broken, and the rest is cut.
 */
export function fittedTable(
  texts: readonly (readonly string[])[],
  width: number,
  left: ReadonlySet<number> = new Set([0]),
  givingWay: readonly GivingWay[] = [{ column: 0, least: 12 }],
): string[] {
  const rows = texts.map((row) => row.map(singleLine))
  const widths = (rows[0] ?? []).map((_, column) => widest(rows, column))
  let over = 1 + widths.reduce((sum, own) => sum + own + 2, -2) - width
  const pieces = widths.map((_, column) => Math.max(...rows.map((row) => longestPiece(row[column] ?? ''))))
  const whole = ({ column, least }: GivingWay) => ({ column, least: Math.max(least, pieces[column] ?? 0) })
  const others = [...widths.keys()].sort((one, other) => (widths[other] ?? 0) - (widths[one] ?? 0))
  for (const { column, least } of [...givingWay.map(whole), ...others.map((column) => whole({ column, least: 0 })), ...givingWay]) {
    const own = widths[column] ?? 0
    const given = Math.min(Math.max(0, over), Math.max(0, own - least))
    widths[column] = own - given
    over -= given
  }
  const broken = rows.flatMap((row) => {
    const cells = row.map((cell, column) => filledLines(cell.split(BREAKS), widths[column] ?? 0))
    const lines = Math.max(...cells.map(({ length }) => length))
    return Array.from({ length: lines }, (_, line) => cells.map((cell) => cell[line] ?? ''))
  })
  return columns(broken, left).map((line) => truncate(line, width))
}

/** Columns of the terminal that the longest piece of a text takes that is not broken. */
export function longestPiece(text: string): number {
  return Math.max(
    ...singleLine(text)
      .split(BREAKS)
      .map((piece) => displayWidth(piece.trimEnd())),
  )
}

/** Columns of the terminal that the names of rows have at least, and at most where the table is split. */
const [LEAST_NAMES, MOST_NAMES] = [16, 30]

/** A table in as many parts as the screen needs, each with the names of the rows: no column is cut. Heads are broken between words. */
export function splitTable(rows: readonly (readonly string[])[], width: number): string[][] {
  const [heads = [], ...values] = rows
  const names = Math.min(widest(rows, 0), MOST_NAMES)
  const parts: { readonly column: number; readonly least: number }[][] = []
  let room = 0
  for (const [column, head] of [...heads.entries()].slice(1)) {
    const least = Math.max(widest(values, column), longestPiece(head))
    if (parts.length === 0 || least + 2 > room) {
      parts.push([])
      room = width - 1 - names
    }
    parts.at(-1)?.push({ column, least })
    room -= least + 2
  }
  return parts.map((part) => {
    const shown = rows.map((row) => [row[0] ?? '', ...part.map(({ column }) => row[column] ?? '')])
    const givingWay = part.map(({ least }, at) => ({ column: at + 1, least }))
    return fittedTable(shown, width, new Set([0]), [...givingWay, { column: 0, least: Math.min(names, LEAST_NAMES) }])
  })
}

/** What stands on every screen with figures of simulated models. */
export const SIMULATED = 'SIMULATED: built-in fake models. These figures say nothing about a real one.'

/** The banner for a screen of this width. */
export function bannerLines(width: number): string[] {
  return wrapWords(SIMULATED, width - 1, 0).map((line) => paint('yellow', ` ${line}`))
}

/** Milliseconds between two redraws of the progress line. */
const REDRAW_MS = 100
/** Width of a terminal that does not tell. */
const COLUMNS = 80

/** Writes lines, and on a terminal keeps one line at the bottom that is rewritten in place. */
export class Screen {
  readonly #stream: NodeJS.WriteStream
  /** Whether a line can be rewritten; a log cannot. */
  readonly live: boolean
  #status = ''
  #drawnAt = 0

  constructor(stream: NodeJS.WriteStream, live: boolean) {
    this.#stream = stream
    this.live = live
  }

  /** Writes lines above the status line. */
  print(...lines: readonly string[]): void {
    this.#clear()
    this.#stream.write(lines.map((line) => `${screenText(redactSecrets(line))}\n`).join(''))
    if (this.#status) this.#stream.write(this.#status)
  }

  /** Rewrites the status line, at most ten times a second. */
  status(line: string): void {
    if (!this.live || performance.now() - this.#drawnAt < REDRAW_MS) return
    this.#clear()
    // A line that wraps could not be rewritten.
    this.#status = truncate(redactSecrets(line), (this.#stream.columns || COLUMNS) - 1)
    this.#drawnAt = performance.now()
    this.#stream.write(this.#status)
  }

  /** Removes the status line for good. */
  endStatus(): void {
    this.#clear()
    this.#status = ''
  }

  #clear(): void {
    if (this.#status) this.#stream.write('\r\u001b[2K')
  }
}
