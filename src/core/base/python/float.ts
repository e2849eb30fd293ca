import { strip } from './text.ts'

const DIGITS = '[0-9]+(?:_[0-9]+)*'
const DECIMAL = new RegExp(`^[+-]?(?:${DIGITS}(?:\\.(?:${DIGITS})?)?|\\.${DIGITS})(?:e[+-]?${DIGITS})?$`, 'i')
const SPECIAL = /^([+-]?)(?:inf(?:inity)?|(nan))$/i

/** A number as Python's `float()` reads it: white space around, any script's digits, underscores, infinities, NaN. Null where it raises. */
export function pythonFloat(text: string): number | null {
  // These are white space for strip(), and not for float().
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those very characters
  if (/[\u001c-\u001f]/.test(text)) return null
  const written = asciiDigits(strip(text))
  if (DECIMAL.test(written)) return Number(written.replaceAll('_', ''))
  const special = SPECIAL.exec(written)
  if (!special) return null
  return special[2] ? Number.NaN : special[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
}

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
