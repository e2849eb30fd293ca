import { redactSecrets } from '../core/base/secrets.ts'
import { screenText } from '../core/base/text/screenText.ts'
import { truncate } from './layout.ts'

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
