import { withoutCommands } from './runnerCommands.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this removes
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2028\u2029\u2066-\u2069]/g

/**
 * Text of any origin made fit for one line of a terminal: line breaks become ⏎, other control characters (escape
 * sequences, bidirectional overrides) become their code, so that a model's output cannot repaint the screen. In GitHub Actions
 * it is no command to the runner either.
 */
export function singleLine(text: string): string {
  const line = text
    .replace(/\r?\n/g, '⏎')
    .replace(UNSAFE, (character) => `\\x${(character.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`)
  return withoutCommands(line)
}
