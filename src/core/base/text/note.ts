import { redactSecrets } from '../secrets.ts'
import { screenText } from './screenText.ts'

/** Writes lines for people to stderr, where no result goes: without secrets, and fit for a terminal. */
export function note(...lines: readonly string[]): void {
  if (lines.length === 0) return
  process.stderr.write(`${lines.map((line) => screenText(redactSecrets(line))).join('\n')}\n`)
}
