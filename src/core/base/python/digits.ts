/** A text with its decimal digits, of whatever script, as ASCII ones: what Python's `int()` and `float()` read. */
export function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, digit)
}

/** Digits of a script stand next to one another, from 0 to 9. */
function digit(character: string): string {
  const code = character.normalize('NFKC').codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return String(value)
}
