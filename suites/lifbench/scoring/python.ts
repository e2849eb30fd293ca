import { type PythonValue, pythonRepr } from '../../../src/kit.ts'

const SIMPLE: Readonly<Record<string, string>> = {
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\n': '',
}
const HEX_DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 }
const NON_ASCII = /[\u0080-\uffff]/

/** A malformed escape, where Python raises UnicodeDecodeError. */
export class UnicodeEscapeError extends Error {}

/**
 * Decodes the UTF-8 bytes of `text` as Python's `unicode_escape` codec does: each byte over 0x7f becomes one
 * Latin-1 character (so é turns into Ã©), backslash escapes are resolved, unknown ones stay.
 *
 * Differences, each where Python has no answer to port: a surrogate half from `\u` becomes U+FFFF, since in Python it
 * never joins its neighbour to an astral character and so matches nothing; `\N{name}` stays as it is (no name table).
 *
 * @param onMalformed `throw` raises {@link UnicodeEscapeError} as Python does; `literal` keeps the malformed escape as text.
 */
export function decodeUnicodeEscape(text: string, onMalformed: 'throw' | 'literal'): string {
  const bytes = NON_ASCII.test(text) ? Buffer.from(text, 'utf8').toString('latin1') : text
  if (!bytes.includes('\\')) return bytes
  const parts: string[] = []
  let from = 0
  for (let at = bytes.indexOf('\\'); at !== -1; at = bytes.indexOf('\\', from)) {
    parts.push(bytes.slice(from, at))
    const found = readEscape(bytes, at)
    if (!found && onMalformed === 'throw') throw new UnicodeEscapeError(`malformed escape at ${at}`)
    parts.push(found ? found.text : '\\')
    from = found ? found.end : at + 1
  }
  parts.push(bytes.slice(from))
  return parts.join('')
}

/** The escape whose backslash is at `at`: its value and where it ends; nothing if it is malformed. */
function readEscape(bytes: string, at: number): { text: string; end: number } | undefined {
  const kind = bytes.charAt(at + 1)
  if (kind === '') return undefined
  const simple = SIMPLE[kind]
  if (simple !== undefined) return { text: simple, end: at + 2 }
  const octal = /^[0-7]{1,3}/.exec(bytes.slice(at + 1, at + 4))
  if (octal) return { text: String.fromCharCode(Number.parseInt(octal[0], 8)), end: at + 1 + octal[0].length }
  const digits = HEX_DIGITS[kind]
  if (digits !== undefined) {
    const hex = bytes.slice(at + 2, at + 2 + digits)
    const code = hex.length === digits && /^[0-9a-fA-F]+$/.test(hex) ? Number.parseInt(hex, 16) : Number.NaN
    if (!(code <= 0x10ffff)) return undefined
    const surrogate = code >= 0xd800 && code <= 0xdfff
    return { text: surrogate ? '\uffff' : String.fromCodePoint(code), end: at + 2 + digits }
  }
  if (kind === 'N') {
    const name = /^\{[^}]+\}/.exec(bytes.slice(at + 2, at + 130))
    return name ? { text: `\\N${name[0]}`, end: at + 2 + name[0].length } : undefined
  }
  return { text: `\\${kind}`, end: at + 2 }
}

/** Python's `str(value)`: a string is itself, all else is its `repr`. */
export function pythonStr(value: PythonValue): string {
  return typeof value === 'string' ? value : pythonRepr(value)
}
