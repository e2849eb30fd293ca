import type { PythonValue } from './value.ts'

/** Nesting from about which Python 3.11's `json.loads` raises RecursionError, which the scorer takes as "not JSON". */
const MAX_DEPTH = 990
/** Digits over which Python 3.11 refuses to convert text to an integer. */
const MAX_INT_DIGITS = 4300

/**
 * Python's `json.loads`: NaN, Infinity and -Infinity are numbers, integers keep all digits, the last of equal keys wins. Undefined where it
 * raises (syntax, nesting over 990, integers over 4,300 digits).
 * @returns the value wrapped, so that a parsed `null` differs from "not JSON", and whether an object has a key more than once.
 */
export function parsePythonJson(text: string) {
  const reader = new Reader(text)
  try {
    reader.skipSpace()
    const value = reader.read(1)
    reader.skipSpace()
    return reader.at === text.length ? { value, repeatsKey: reader.repeatsKey } : undefined
  } catch (error) {
    if (error === NO_JSON) return undefined
    throw error
  }
}

/** Thrown for what is no JSON. One for all: a hostile reply has 100,000 places where it could begin, and a trace of the stack is dear. */
const NO_JSON = new Error('syntax')

// Ends of runs are searched for: a repeated class can exhaust the stack on 10 MB.
const DIGITS_END = /[^0-9]/g
const FRACTION_START = /\.(?=[0-9])/y
const EXPONENT_START = /[eE][-+]?(?=[0-9])/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: Python's strict mode refuses exactly these
const PLAIN_END = /["\\\x00-\x1f]/g
const WORDS: readonly (readonly [string, PythonValue])[] = [
  ['null', null],
  ['true', true],
  ['false', false],
  ['NaN', { kind: 'float', value: Number.NaN }],
  ['Infinity', { kind: 'float', value: Number.POSITIVE_INFINITY }],
  ['-Infinity', { kind: 'float', value: Number.NEGATIVE_INFINITY }],
]
const ESCAPES: Readonly<Record<string, string>> = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

class Reader {
  at = 0
  repeatsKey = false
  readonly text: string
  constructor(text: string) {
    this.text = text
  }

  skipSpace(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at)
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return
      this.at += 1
    }
  }

  read(depth: number): PythonValue {
    if (depth > MAX_DEPTH) throw NO_JSON
    const first = this.text.charAt(this.at)
    if (first === '"') return this.string()
    if (first === '[') return this.array(depth)
    if (first === '{') return this.object(depth)
    const word = WORDS.find(([name]) => this.text.startsWith(name, this.at))
    if (word) {
      this.at += word[0].length
      return word[1]
    }
    return this.number()
  }

  private number(): PythonValue {
    const start = this.at
    this.take('-')
    const whole = this.take('0') ? '0' : this.until(DIGITS_END)
    if (whole === '') throw NO_JSON
    let isFloat = false
    for (const part of [FRACTION_START, EXPONENT_START]) {
      part.lastIndex = this.at
      const found = part.exec(this.text)
      if (!found) continue
      isFloat = true
      this.at += found[0].length
      this.until(DIGITS_END)
    }
    if (isFloat) return { kind: 'float', value: Number(this.text.slice(start, this.at)) }
    if (whole.length > MAX_INT_DIGITS) throw NO_JSON
    return { kind: 'int', value: BigInt(this.text.slice(start, this.at)) }
  }

  /** Reads to what the expression finds, or to the end. */
  private until(end: RegExp): string {
    end.lastIndex = this.at
    const run = this.text.slice(this.at, end.exec(this.text)?.index)
    this.at += run.length
    return run
  }

  private array(depth: number): PythonValue {
    const items: PythonValue[] = []
    while (this.goesOn(']', items.length === 0)) items.push(this.read(depth + 1))
    return { kind: 'list', items }
  }

  private object(depth: number): PythonValue {
    const entries = new Map<string, PythonValue>()
    while (this.goesOn('}', entries.size === 0)) {
      if (this.text.charAt(this.at) !== '"') throw NO_JSON
      const key = this.string()
      if (entries.has(key)) this.repeatsKey = true
      this.skipSpace()
      this.expect(':')
      this.skipSpace()
      entries.set(key, this.read(depth + 1))
    }
    return { kind: 'dict', entries: [...entries] }
  }

  /** Reads to the next entry of a list or an object, or over its end; whether there is one. */
  private goesOn(end: string, isFirst: boolean): boolean {
    if (isFirst) this.at += 1
    this.skipSpace()
    if (this.take(end)) return false
    if (!isFirst) this.expect(',')
    this.skipSpace()
    return true
  }

  private string(): string {
    this.at += 1
    const parts: string[] = []
    for (;;) {
      parts.push(this.until(PLAIN_END))
      if (this.take('"')) return parts.join('')
      this.expect('\\')
      parts.push(this.escape())
    }
  }

  private escape(): string {
    const kind = this.text.charAt(this.at)
    this.at += 1
    const simple = ESCAPES[kind]
    if (simple !== undefined) return simple
    const hex = this.text.slice(this.at, this.at + 4)
    if (kind !== 'u' || !/^[0-9a-fA-F]{4}$/.test(hex)) throw NO_JSON
    this.at += 4
    return String.fromCharCode(Number.parseInt(hex, 16))
  }

  private take(character: string): boolean {
    if (this.text.charAt(this.at) !== character) return false
    this.at += 1
    return true
  }

  private expect(character: string): void {
    if (!this.take(character)) throw NO_JSON
  }
}
