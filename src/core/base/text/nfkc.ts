/** What attaches to the character before it; the half-width sound marks become such in NFKC. */
const MARK = '[\\p{M}\\uff9e\\uff9f]'
/** Marks in a row. Putting them in order takes time that grows with the square of their number. */
const MOST = 64
const LONG_RUN = new RegExp(`${MARK}{${MOST + 1}}`, 'u')
const PIECE = new RegExp(`(?:(?!${MARK})[^])+${MARK}{0,${MOST}}|${MARK}{1,${MOST}}`, 'gu')

/** The text in the form NFKC, in linear time: over 64 marks on one character, which no writing has, are ordered in groups of 64. */
export function nfkc(text: string): string {
  if (!/[^\0-\x7f]/.test(text)) return text
  if (!LONG_RUN.test(text)) return text.normalize('NFKC')
  return (text.match(PIECE) ?? []).map((piece) => piece.normalize('NFKC')).join('')
}
