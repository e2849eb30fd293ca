import { displayWidth } from './layout.ts'

/** Scripts whose lines may break between any two characters, with their punctuation and full-width forms. */
const WIDE = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\u3000-\\u303f\\uff00-\\uffef'
/** What may not begin a line. */
const CLOSING = '[，。、；：？！”’）》」』】〉…]*'
/** What stays together on a line: spaces, a character of such a script with what closes it, a word. */
const TOKENS = new RegExp(`\\s+|[${WIDE}]${CLOSING}|[^\\s${WIDE}]+${CLOSING}`, 'gu')

/**
 * Breaks a line of anybody's text into lines of a width: at spaces, between Chinese and Japanese characters, and within
 * words that are too long for a line. Nothing is left out but the spaces of a break; a line's own indentation stays.
 */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  const end = () => {
    lines.push(line.trimEnd())
    line = ''
  }
  for (const [token] of text.matchAll(TOKENS)) {
    if (displayWidth(line) + displayWidth(token) <= width) line += token
    else if (token.trim() === '') end()
    else {
      if (line.trim() !== '') end()
      for (const character of token) {
        if (line !== '' && displayWidth(line) + displayWidth(character) > width) end()
        line += character
      }
    }
  }
  end()
  return lines
}
