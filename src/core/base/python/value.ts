/** A Python value. Numbers keep their kind: the official scorer compares `str(value)`, and `str(1.0)` is not `str(1)`. */
export type PythonValue =
  | null
  | boolean
  | string
  | { readonly kind: 'int'; readonly value: bigint }
  | { readonly kind: 'float'; readonly value: number }
  | { readonly kind: 'ellipsis' }
  | { readonly kind: 'list' | 'tuple' | 'set'; readonly items: readonly PythonValue[] }
  | { readonly kind: 'dict'; readonly entries: readonly (readonly [PythonValue, PythonValue])[] }

/** Whether the value is a Python list. */
export function isList(value: PythonValue): value is { kind: 'list'; items: readonly PythonValue[] } {
  return typeof value === 'object' && value !== null && value.kind === 'list'
}

/** Python's `repr(value)`. */
export function pythonRepr(value: PythonValue): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'string') return reprString(value)
  switch (value.kind) {
    case 'int':
      return value.value.toString()
    case 'float':
      return reprFloat(value.value)
    case 'ellipsis':
      return 'Ellipsis'
    case 'list':
      return `[${value.items.map(pythonRepr).join(', ')}]`
    case 'tuple':
      return value.items.length === 1 ? `(${pythonRepr(value.items[0] ?? null)},)` : `(${value.items.map(pythonRepr).join(', ')})`
    case 'set':
      return value.items.length === 0 ? 'set()' : `{${value.items.map(pythonRepr).join(', ')}}`
    case 'dict':
      return `{${value.entries.map(([key, entry]) => `${pythonRepr(key)}: ${pythonRepr(entry)}`).join(', ')}}`
  }
}

const NAMED_ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const NOT_PRINTABLE = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u

function reprString(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  let body = ''
  for (const character of text) {
    const named = NAMED_ESCAPES[character]
    if (named) body += named
    else if (character === quote) body += `\\${character}`
    else if (NOT_PRINTABLE.test(character)) body += hexEscape(character.codePointAt(0) ?? 0)
    else body += character
  }
  return quote + body + quote
}

function hexEscape(code: number): string {
  if (code <= 0xff) return `\\x${code.toString(16).padStart(2, '0')}`
  if (code <= 0xffff) return `\\u${code.toString(16).padStart(4, '0')}`
  return `\\U${code.toString(16).padStart(8, '0')}`
}

function reprFloat(value: number): string {
  if (Number.isNaN(value)) return 'nan'
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf'
  if (Object.is(value, -0)) return '-0.0'
  if (value === 0) return '0.0'
  // Both languages print the shortest digits that read back; they switch to an exponent at different sizes.
  const [mantissa = '0', exponentText = '0'] = value.toExponential().split('e')
  const exponent = Number(exponentText)
  if (exponent < -4 || exponent >= 16) {
    return `${mantissa}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`
  }
  const plain = Math.abs(value) < 1e21 && Math.abs(value) >= 1e-6 ? String(value) : value.toFixed(20).replace(/0+$/, '')
  return plain.includes('.') ? plain : `${plain}.0`
}
