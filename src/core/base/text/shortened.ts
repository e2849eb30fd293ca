/** A text of at most so many characters, with … where it is cut, which is never within a character. */
export function shortened(text: string, most: number): string {
  return text.length > most ? `${excerpt(text, 0, most)}…` : text
}

/** A part of a text, as `slice` gives it, without the half of a character at either end. */
export function excerpt(text: string, from: number, to = text.length): string {
  return text.slice(from, to).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
}
