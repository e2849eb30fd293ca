import { singleLine, UNSAFE } from './singleLine.ts'

/** A text as one word of a command for a shell. What a screen would not show as it is stands as an escape, which bash and zsh read. */
export function shellWord(text: string): string {
  if (/^[\w./@%+:,-]+$/.test(text)) return text
  if (singleLine(text) === text) return `'${text.replaceAll("'", "'\\''")}'`
  return `$'${text.replace(/[\\']/g, '\\$&').replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)}'`
}

/** Shows the calls of an item, in a message that is kept in its record: what names the run is known to who reads it alone. */
export const CALLS_OF_ITEM = 'npx holdfast show <run> <item> --calls'

/** A message with its {@link CALLS_OF_ITEM} as it is to be pasted. @param run as commands take it. */
export function withCallsOf(text: string, run: string, item: string): string {
  return text.replaceAll(CALLS_OF_ITEM, () => `${holdfastCommand('show')} ${run} ${shellWord(item)} --calls`)
}

/** A command of Holdfast to be pasted, each text one word of it. Not to be cut to a width: a part of it is another command. */
export function holdfastCommand(...words: readonly string[]): string {
  return ['npx holdfast', ...words.map(shellWord)].join(' ')
}
