import { nfkc } from '../core/base/text/nfkc.ts'

/** What a reader does not see, and a judge may leave out when it quotes: invisible characters, and the backslashes of escapes. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}\\]/gu

/** A text as a reader sees it: letters of other widths as plain ones, without invisible characters and backslashes. */
export function visible(text: string): string {
  return nfkc(text).replace(UNSEEN, '')
}

/** Whether what a judge is shown holds a `form` of a verdict, loosely, however its letters are disguised (docs/contracts.md, section 1). */
export function imitates(form: RegExp, shown: readonly string[]): boolean {
  return shown.some((text) => form.test(visible(text)))
}

/** What looks like a key of JSON, however it is quoted or escaped. */
export function keyLike(...names: readonly string[]): RegExp {
  return new RegExp(`(?:${names.join('|')})(?:u0022|x22|&quot;|\\W){0,4}:`, 'i')
}
