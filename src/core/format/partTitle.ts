import { singleLine } from '../base/text/singleLine.ts'

/** Characters of a part that its title shows. */
const SHOWN = 80

/** A text as the title of a case's part: its beginning, on one line. */
export function partTitle(text: string): string {
  const line = singleLine(text.trim())
  const characters = [...line]
  return characters.length <= SHOWN ? line : `${characters.slice(0, SHOWN - 1).join('')}…`
}
