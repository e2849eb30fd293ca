import { type PythonValue, pythonRepr } from '../../../src/kit.ts'

/** Nesting over which CPython's parser gives up ("too many nested parentheses" is 200). */
const MAX_DEPTH = 200

/**
 * Reads a Python literal: lists, tuples, dicts, sets, strings (adjacent ones joined, with the prefixes u and r), numbers, None,
 * True, False, `...` and a sign. Nothing is evaluated: LIFBench's official scorer runs Python's `eval` on model output (docs/suites/lifbench.md, Q8),
 * which also accepts arithmetic; that is refused here. Strings have no escapes, since the caller has removed every backslash.
 *
 * @returns the value in an array of one, or undefined for anything else.
 */
export function parsePythonLiteral(text: string): readonly [PythonValue] | undefined {
  try {
    return [new LiteralReader(text).whole()]
  } catch (error) {
    if (error === NO_LITERAL) return undefined
    throw error
  }
}

/** Thrown for what is no literal. One for all: a hostile reply has 100,000 places where one could begin, and a trace of the stack is dear. */
const NO_LITERAL = new Error('syntax')

/** The end of a run that a number can be made of. It is searched for, since a repeated class can exhaust the stack on 10 MB of digits. */
const NUMBER_END = /[^0-9A-Za-z_.]/g
/** Longer numbers are refused unread: Python refuses integers of more than 4,300 digits, and floats have no use for them. */
const MAX_NUMBER = 4400
const NUMBER =
  /^(?:0[xX](?:_?[0-9a-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|(?:[0-9](?:_?[0-9])*(?:\.(?:[0-9](?:_?[0-9])*)?)?|\.[0-9](?:_?[0-9])*)(?:[eE][-+]?[0-9](?:_?[0-9])*)?)$/
/** A quotation mark, after a prefix or not. */
const STRING_START = /^[ur]?["']/i
const NAME = /[\p{L}\p{N}_]/u
const WORDS: readonly (readonly [string, PythonValue])[] = [
  ['None', null],
  ['True', true],
  ['False', false],
]

class LiteralReader {
  private at = 0
  private readonly text: string
  constructor(text: string) {
    this.text = text
  }

  private skipSpace(): void {
    while (/[ \t\f\r]/.test(this.text.charAt(this.at))) this.at += 1
  }

  /** The whole text as an expression, where commas alone make a tuple. */
  whole(): PythonValue {
    this.skipSpace()
    if (this.at === this.text.length) throw NO_LITERAL
    return this.tuple('', () => this.read(0))
  }

  private tuple(close: string, next: () => PythonValue): PythonValue {
    const { items, comma } = this.sequence(close, next)
    return items.length === 1 && !comma ? (items[0] ?? null) : { kind: 'tuple', items }
  }

  private read(depth: number): PythonValue {
    const first = this.text.charAt(this.at)
    if (depth >= MAX_DEPTH && '[({'.includes(first) && first !== '') throw NO_LITERAL
    if (depth > 10 * MAX_DEPTH) throw NO_LITERAL
    const next = () => this.read(depth + 1)
    if (first === '[') return { kind: 'list', items: this.sequence(']', next).items }
    if (first === '(') return this.tuple(')', next)
    if (first === '{') return this.braces(next)
    if (this.text.startsWith('...', this.at)) {
      this.at += 3
      return { kind: 'ellipsis' }
    }
    if (STRING_START.test(this.text.slice(this.at, this.at + 2))) return this.strings()
    if (first === '-' || first === '+') return this.signed(first, depth)
    const word = WORDS.find(([name]) => this.text.startsWith(name, this.at))
    if (word) {
      this.at += word[0].length
      if (NAME.test(this.text.charAt(this.at))) throw NO_LITERAL
      return word[1]
    }
    return this.number()
  }

  /** Entries with commas between, up to a bracket or the end of the text; whether a comma stands before that. */
  private sequence<Entry>(close: string, read: () => Entry): { items: Entry[]; comma: boolean } {
    const items: Entry[] = []
    this.at += close.length
    for (let comma = true; ; comma = this.take(',')) {
      this.skipSpace()
      if (close === '' ? this.at === this.text.length : this.take(close)) return { items, comma }
      if (!comma) throw NO_LITERAL
      items.push(read())
      this.skipSpace()
    }
  }

  private braces(next: () => PythonValue): PythonValue {
    const { items } = this.sequence('}', (): readonly [PythonValue, PythonValue?] => {
      const key = next()
      if (!isHashable(key)) throw NO_LITERAL
      this.skipSpace()
      if (!this.take(':')) return [key]
      this.skipSpace()
      return [key, next()]
    })
    const entries = lastOfEqual(items)
    if (items.every((item) => item.length === 2)) return { kind: 'dict', entries: entries as [PythonValue, PythonValue][] }
    if (items.some((item) => item.length === 2)) throw NO_LITERAL
    return { kind: 'set', items: entries.map(([key]) => key) }
  }

  private strings(): string {
    let joined = ''
    for (;;) {
      if (!STRING_START.test(this.text.slice(this.at, this.at + 2))) return joined
      // Without backslashes a prefix changes nothing.
      if (/[ur]/i.test(this.text.charAt(this.at))) this.at += 1
      const quote = this.text.charAt(this.at)
      const end = this.text.indexOf(quote, this.at + 1)
      const body = this.text.slice(this.at + 1, Math.max(0, end))
      if (end === -1 || body.includes('\r') || body.includes('\0')) throw NO_LITERAL
      joined += body
      this.at = end + 1
      this.skipSpace()
    }
  }

  private signed(sign: string, depth: number): PythonValue {
    this.at += 1
    this.skipSpace()
    const value = this.read(depth + 1)
    if (typeof value !== 'object' || value === null) throw NO_LITERAL
    if (value.kind === 'int') return { kind: 'int', value: sign === '-' ? -value.value : value.value }
    if (value.kind === 'float') return { kind: 'float', value: sign === '-' ? -value.value : value.value }
    throw NO_LITERAL
  }

  private number(): PythonValue {
    const token = this.numberToken()
    if (token.length > MAX_NUMBER || !NUMBER.test(token)) throw NO_LITERAL
    this.at += token.length
    const plain = token.replaceAll('_', '')
    if (/^0[xob]/i.test(plain)) return { kind: 'int', value: BigInt(plain.toLowerCase()) }
    if (/[.eE]/.test(plain)) return { kind: 'float', value: Number(plain) }
    if (/^0+[1-9]/.test(plain) || plain.length > 4300) throw NO_LITERAL // 01 is a syntax error in Python 3
    return { kind: 'int', value: BigInt(plain) }
  }

  /** The run at the reader's place, with the sign of an exponent and what follows it. */
  private numberToken(): string {
    const run = (at: number) => {
      NUMBER_END.lastIndex = at
      return this.text.slice(at, NUMBER_END.exec(this.text)?.index)
    }
    const token = run(this.at)
    const sign = this.text.charAt(this.at + token.length)
    const exponent = /^[0-9.][0-9._]*[eE]$/.test(token.slice(0, MAX_NUMBER)) && (sign === '-' || sign === '+')
    return exponent ? token + sign + run(this.at + token.length + 1) : token
  }

  private take(character: string): boolean {
    if (this.text.charAt(this.at) !== character) return false
    this.at += 1
    return true
  }
}

/** Lists, sets and dicts cannot be members of a set or keys of a dict, nor can tuples that hold one. */
function isHashable(value: PythonValue): boolean {
  if (typeof value !== 'object' || value === null || value.kind === 'int' || value.kind === 'float' || value.kind === 'ellipsis')
    return true
  return value.kind === 'tuple' && value.items.every(isHashable)
}

/** Equal for Python: 1, 1.0 and True are one key. */
function keyOf(value: PythonValue): string {
  if (typeof value === 'boolean') return `number ${value ? 1 : 0}`
  if (typeof value === 'object' && value !== null && (value.kind === 'int' || value.kind === 'float'))
    return `number ${Number(value.value)}`
  return `${typeof value} ${pythonRepr(value)}`
}

/** The first of equal keys with the last value, as Python keeps them. */
function lastOfEqual<Value>(entries: readonly (readonly [key: PythonValue, value?: Value])[]): [PythonValue, Value | undefined][] {
  const kept = new Map<string, [PythonValue, Value | undefined]>()
  for (const [key, value] of entries) kept.set(keyOf(key), [kept.get(keyOf(key))?.[0] ?? key, value])
  return [...kept.values()]
}
