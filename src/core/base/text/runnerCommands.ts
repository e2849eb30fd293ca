/** Characters that are not seen, and that may count for nothing where the runner compares texts. */
const UNSEEN = '\\p{Cf}\\p{Default_Ignorable_Code_Point}'
const SPACE = ' \\t\\v\\f\\u001c-\\u001f\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000'
/** `##[command]`, anywhere in a line. */
const OLD_FORM = new RegExp(`#([${UNSEEN}]*)#(?=[${UNSEEN}]*\\[)`, 'gu')
/** `::command::`, at the beginning of a line but for white space. */
const NEW_FORM = new RegExp(`^[${SPACE}${UNSEEN}]*:[${UNSEEN}]*:`, 'gmu')

/**
 * A text that is printed, in which GitHub's runner finds no command. The runner reads what a step prints, and obeys whoever wrote
 * it. In GitHub Actions a character of each command's beginning is shown as its code; elsewhere the text stays as it is.
 */
export function withoutCommands(text: string): string {
  if (process.env.GITHUB_ACTIONS !== 'true') return text
  return text.replace(OLD_FORM, '#$1\\x23').replace(NEW_FORM, (begun) => `${begun.slice(0, -1)}\\x3a`)
}
