import type { PythonValue } from './value.ts'

/** Nesting over which CPython's parser gives up ("too many nested parentheses" is 200). */
const MAX_DEPTH = 200

/**
 * Reads a Python literal: lists, tuples, dicts, sets, strings (adjacent ones joined), numbers, None, True, False and a
 * sign. Nothing is evaluated: the official scorer runs Python's `eval` on model output (spec quirk 8), which also accepts
 * arithmetic; that is refused here. Strings have no escapes, since the caller has removed every backslash.
 *
 * @returns the value in an array of one, or undefined for anything else.
 */
export function parsePythonLiteral(text: string): readonly [PythonValue] | undefined {
  const reader = new LiteralReader(text)
  try {
    reader.skipSpace()
    const value = reader.read(0)
    reader.skipSpace()
    return reader.at === text.length ? [value] : undefined
  } catch (error) {
    if (error instanceof LiteralSyntaxError) return undefined
    throw error
  }
}

class LiteralSyntaxError extends Error {}

const NUMBER =
  /0[xX](?:_?[0-9a-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|(?:[0-9](?:_?[0-9])*)?\.?(?:[0-9](?:_?[0-9])*)?(?:[eE][-+]?[0-9](?:_?[0-9])*)?/y
const NAME = /[\p{L}\p{N}_]/u
const WORDS: readonly (readonly [string, PythonValue])[] = [
  ['None', null],
  ['True', true],
  ['False', false],
]

class LiteralReader {
  at = 0
  readonly text: string
  constructor(text: string) {
    this.text = text
  }

  skipSpace(): void {
    while (/[ \t\f]/.test(this.text.charAt(this.at))) this.at += 1
  }

  read(depth: number): PythonValue {
    if (depth > MAX_DEPTH) throw new LiteralSyntaxError()
    const first = this.text.charAt(this.at)
    if (first === '[') return { kind: 'list', items: this.items(']', depth).items }
    if (first === '(') {
      const { items, trailingComma } = this.items(')', depth)
      return items.length === 1 && !trailingComma ? (items[0] ?? null) : { kind: 'tuple', items }
    }
    if (first === '{') return this.braces(depth)
    if (first === '"' || first === "'") return this.strings()
    if (first === '-' || first === '+') return this.signed(first, depth)
    const word = WORDS.find(([name]) => this.text.startsWith(name, this.at))
    if (word) {
      this.at += word[0].length
      if (NAME.test(this.text.charAt(this.at))) throw new LiteralSyntaxError()
      return word[1]
    }
    return this.number()
  }

  private items(close: string, depth: number): { items: PythonValue[]; trailingComma: boolean } {
    const items: PythonValue[] = []
    let trailingComma = false
    this.at += 1
    for (;;) {
      this.skipSpace()
      if (this.take(close)) return { items, trailingComma }
      if (items.length > 0 && !trailingComma) throw new LiteralSyntaxError()
      items.push(this.read(depth + 1))
      this.skipSpace()
      trailingComma = this.take(',')
    }
  }

  private braces(depth: number): PythonValue {
    this.at += 1
    this.skipSpace()
    if (this.take('}')) return { kind: 'dict', entries: [] }
    const entries: [PythonValue, PythonValue][] = []
    const items: PythonValue[] = []
    for (;;) {
      const key = this.read(depth + 1)
      this.skipSpace()
      if (this.take(':')) {
        this.skipSpace()
        entries.push([key, this.read(depth + 1)])
        this.skipSpace()
      } else items.push(key)
      if (entries.length > 0 && items.length > 0) throw new LiteralSyntaxError()
      const comma = this.take(',')
      this.skipSpace()
      if (this.take('}')) return items.length > 0 ? { kind: 'set', items } : { kind: 'dict', entries }
      if (!comma) throw new LiteralSyntaxError()
    }
  }

  private strings(): string {
    let joined = ''
    for (;;) {
      const quote = this.text.charAt(this.at)
      if (quote !== '"' && quote !== "'") return joined
      const end = this.text.indexOf(quote, this.at + 1)
      if (end === -1) throw new LiteralSyntaxError()
      joined += this.text.slice(this.at + 1, end)
      this.at = end + 1
      this.skipSpace()
    }
  }

  private signed(sign: string, depth: number): PythonValue {
    this.at += 1
    this.skipSpace()
    const value = this.read(depth + 1)
    if (typeof value !== 'object' || value === null) throw new LiteralSyntaxError()
    if (value.kind === 'int') return { kind: 'int', value: sign === '-' ? -value.value : value.value }
    if (value.kind === 'float') return { kind: 'float', value: sign === '-' ? -value.value : value.value }
    throw new LiteralSyntaxError()
  }

  private number(): PythonValue {
    NUMBER.lastIndex = this.at
    const digits = NUMBER.exec(this.text)?.[0] ?? ''
    const next = this.text.charAt(this.at + digits.length)
    if (!/[0-9]/.test(digits) || NAME.test(next) || next === '.') throw new LiteralSyntaxError()
    this.at += digits.length
    const plain = digits.replaceAll('_', '')
    if (/^0[xob]/i.test(plain)) return { kind: 'int', value: BigInt(plain.toLowerCase()) }
    if (/[.eE]/.test(plain)) {
      if (!/^(?:[0-9]|\.[0-9])/.test(plain)) throw new LiteralSyntaxError()
      return { kind: 'float', value: Number(plain) }
    }
    if (/^0+[1-9]/.test(plain) || plain.length > 4300) throw new LiteralSyntaxError() // 01 is a syntax error in Python 3
    return { kind: 'int', value: BigInt(plain) }
  }

  private take(character: string): boolean {
    if (this.text.charAt(this.at) !== character) return false
    this.at += 1
    return true
  }
}
