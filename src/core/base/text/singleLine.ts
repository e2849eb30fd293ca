/** What a terminal may act on. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this removes
export const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2028\u2029\u2066-\u2069]/g

/**
 * Any text for one line of a terminal: line breaks become ⏎, control characters their codes, so that it cannot repaint the screen or
 * command GitHub's runner.
 */
export function singleLine(text: string): string {
  const line = text
    .replace(/\r?\n/g, '⏎')
    .replace(UNSAFE, (character) => `\\x${(character.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`)
  return withoutCommands(line)
}

/** Characters that are not seen, and that may count for nothing where the runner compares texts. */
const UNSEEN = '\\p{Cf}\\p{Default_Ignorable_Code_Point}'
const SPACE = ' \\t\\v\\f\\u001c-\\u001f\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000'
/** `##[command]`, anywhere in a line. */
const OLD_FORM = new RegExp(`#([${UNSEEN}]*)#(?=[${UNSEEN}]*\\[)`, 'gu')
/** `::command::`, at the beginning of a line but for white space. */
const NEW_FORM = new RegExp(`^[${SPACE}${UNSEEN}]*:[${UNSEEN}]*:`, 'gmu')

/** A printed text without commands to GitHub's runner, which obeys them whoever wrote it: in Actions their beginnings become codes. */
export function withoutCommands(text: string): string {
  // Scripts of pages use this file too, in a browser.
  const { process } = globalThis as { readonly process?: { readonly env: Readonly<Record<string, string | undefined>> } }
  if (process?.env.GITHUB_ACTIONS !== 'true') return text
  return text.replace(OLD_FORM, '#$1\\x23').replace(NEW_FORM, (begun) => `${begun.slice(0, -1)}\\x3a`)
}

/** A text of at most so many characters, with … where it is cut, which is never within a character. */
export function shortened(text: string, most: number): string {
  return text.length > most ? `${excerpt(text, 0, most)}…` : text
}

/** A part of a text, as `slice` gives it, without the half of a character at either end. */
export function excerpt(text: string, from: number, to = text.length): string {
  return text.slice(from, to).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
}
