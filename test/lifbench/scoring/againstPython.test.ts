import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { pythonFloat } from '../../../src/core/base/python/float.ts'
import { parsePythonJson } from '../../../src/core/base/python/json.ts'
import { strip } from '../../../src/core/base/python/text.ts'
import { pythonRepr } from '../../../src/core/base/python/value.ts'
import { decodeUnicodeEscape, pythonStr, UnicodeEscapeError } from '../../../suites/lifbench/scoring/python.ts'
import { parsePythonLiteral } from '../../../suites/lifbench/scoring/pythonLiteral.ts'
import { isLong } from '../../shared.ts'

/** What Python itself does with each text; null where it raises. A surrogate half is printed as U+FFFF (our documented difference). */
const PROGRAM = `
import ast, json, sys
def halves(text): return ''.join('\\uffff' if 0xd800 <= ord(c) <= 0xdfff else c for c in text)
def plain(value):
    if isinstance(value, (list, tuple, set)): return all(plain(item) for item in value)
    if isinstance(value, dict): return all(plain(key) and plain(item) for key, item in value.items())
    return value is None or isinstance(value, (str, int, float))
def literal(text):
    value = ast.literal_eval(text)
    if not plain(value): raise ValueError('bytes, complex or Ellipsis')
    return str(value)
OPERATIONS = {
    'strip': lambda text: text.strip(),
    'escape': lambda text: halves(text.encode('utf-8').decode('unicode_escape')),
    'float': lambda text: repr(float(text)),
    'json': lambda text: repr(json.loads(text)),
    'literal': literal,
}
def result(name, text):
    try: return OPERATIONS[name](text)
    except Exception: return None
json.dump({name: [result(name, text) for text in texts] for name, texts in json.load(sys.stdin).items()}, sys.stdout)
`

const hasPython = spawnSync('python3', ['--version']).status === 0

/** Characters that Python and Node class alike whatever their Unicode versions. */
const characters = [
  'a',
  'Z',
  '0',
  ' ',
  "'",
  '"',
  '\\',
  '\n',
  '\r',
  '\t',
  '\0',
  '\x1b',
  '\x7f',
  '\xa0',
  '\xad',
  'é',
  '€',
  '中',
  '\u200b',
  '\u2028',
  '\ud83d',
  '😀',
]
const character = fc.constantFrom(...characters)
const spaces = [...'\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2005\u200a\u2028\u2029\u202f\u205f\u3000']
const stripped = fc.string({ unit: fc.constantFrom(...spaces, 'a', '\x1b', '\u180e', '\u200b', '\ufeff', '😀', '\ud83d'), maxLength: 10 })

const floats = fc
  .array(fc.constantFrom(...'0123_.+-eE ３٣𝟛①．', '\x1f', '\x85', '\u3000', 'inf', 'Infinity', 'nan'), { maxLength: 5 })
  .map((parts) => parts.join(''))

/** No N: named characters are a documented difference. */
const escaped = fc.string({
  unit: fc.oneof(
    { weight: 2, arbitrary: fc.constant('\\') },
    fc.constantFrom(...'xuUabfnrtvq0178dDeF\'"\n[]é€😀', '00e9', '0001f600', 'd83d'),
  ),
  maxLength: 14,
})

/** The text itself, or with a piece left out, doubled or put in. */
function damaged(text: fc.Arbitrary<string>, pieces: readonly string[]): fc.Arbitrary<string> {
  const changed = fc.tuple(text, fc.nat(), fc.nat(2), fc.constantFrom('', ...pieces)).map(([whole, at, length, piece]) => {
    const from = at % (whole.length + 1)
    return whole.slice(0, from) + piece + whole.slice(from + length)
  })
  return fc.oneof(text, changed)
}

const jsonPieces = [
  '[',
  ']',
  '{',
  '}',
  ',',
  ':',
  '"',
  '"a"',
  '1',
  '-',
  '0',
  '1.5',
  'e3',
  'NaN',
  '-Infinity',
  'null',
  ' ',
  '\n',
  '\f',
  '\\',
  '\\u00e9',
  '\\ud83d',
]
const json = fc.oneof(
  damaged(fc.json({ stringUnit: character, maxDepth: 3 }), [...jsonPieces, '\ufeff', '\x01', 'é']),
  fc.array(fc.constantFrom(...jsonPieces), { maxLength: 8 }).map((parts) => parts.join('')),
)

const space = fc.constantFrom('', '', ' ', '\t')
const between = (separator: string, entries: fc.Arbitrary<string>) =>
  fc
    .tuple(
      fc.array(
        fc.tuple(space, entries, space).map((parts) => parts.join('')),
        { maxLength: 4 },
      ),
      fc.constantFrom('', separator),
    )
    .map(([parts, trailing]) => parts.join(separator) + (parts.length > 0 ? trailing : ''))
const quoted = fc
  .tuple(
    fc.constantFrom("'", '"'),
    fc.string({ unit: fc.constantFrom(...characters.filter((one) => !/['"\\\n\r\0\p{Cs}]/u.test(one))), maxLength: 6 }),
  )
  .map(([quote, body]) => quote + body + quote)
const number = fc.oneof(
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.constantFrom('0x1F', '0o17', '0b11', '1_000', '00', '01', '1.', '.5', '1e5', '2.50', '-0.0', '+3', '12345678901234567890'),
)
const literalText = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.oneof(
      quoted,
      fc.tuple(quoted, quoted).map((parts) => parts.join(' ')),
      number,
      fc.constantFrom('None', 'True', 'False'),
    ),
    between(',', tie('value')).map((items) => `[${items}]`),
    between(',', tie('value')).map((items) => `(${items})`),
    // One entry: the order of a set, and equal members, are another matter.
    quoted.map((item) => `{${item}}`),
    fc.tuple(quoted, tie('value')).map(([key, entry]) => `{${key}: ${entry}}`),
  ),
})).value
/**
 * Python cannot encode surrogate halves for its parser. ast.literal_eval refuses two signs in a row, which eval takes, and
 * knows triple quotes. What becomes of several members of a set is tested in pythonLiteral.test.ts.
 */
const hasHalves = (text: string) => /\p{Cs}/u.test(text)
const literal = damaged(literalText, ['[', ']', '(', ')', '{', '}', ',', ':', '"', "'", ' ', '-', '0', '1', '_', '.', 'None']).filter(
  (text) => !hasHalves(text) && !/[-+]\s*[-+]|"""|'''|\{[^{}:]*,/.test(text),
)

describe.skipIf(!hasPython)('the same texts given to python3 (skipped without python3)', () => {
  const sample = (texts: fc.Arbitrary<string>, seed: number) => fc.sample(texts, { seed, numRuns: isLong ? 20_000 : 800 })
  const texts = {
    strip: sample(stripped, 1),
    escape: sample(escaped, 2),
    float: sample(floats, 5),
    json: sample(json, 3).filter((text) => !hasHalves(text)),
    literal: sample(literal, 4),
  }
  let python: Record<keyof typeof texts, (string | null)[]>

  beforeAll(() => {
    // JSON.stringify escapes surrogate halves, so that they survive the pipe.
    const input = JSON.stringify(texts)
    const { stdout, stderr, status } = spawnSync('python3', ['-W', 'ignore', '-c', PROGRAM], {
      input,
      maxBuffer: 2 ** 28,
      timeout: 500_000,
    })
    expect(stderr.toString()).toBe('')
    expect(status).toBe(0)
    python = JSON.parse(stdout.toString())
  })

  /** Texts on which the two differ. */
  const differences = (name: keyof typeof texts, ours: (text: string) => string | null) =>
    texts[name].flatMap((text, at) => (ours(text) === python[name][at] ? [] : [{ text, python: python[name][at], ours: ours(text) }]))
  const raised = (name: keyof typeof texts) => python[name].filter((result) => result === null).length / python[name].length

  test('strip removes what str.strip removes', () => expect(differences('strip', strip)).toEqual([]))

  test('decodeUnicodeEscape gives what the unicode_escape codec gives, and throws where it raises', () => {
    const decode = (text: string) => {
      try {
        return decodeUnicodeEscape(text, 'throw')
      } catch (error) {
        if (error instanceof UnicodeEscapeError) return null
        throw error
      }
    }
    expect(differences('escape', decode)).toEqual([])
  })

  test('pythonFloat reads what float() reads', () => {
    const read = (text: string) => {
      const value = pythonFloat(text)
      return value === null ? null : pythonRepr({ kind: 'float', value })
    }
    expect(differences('float', read)).toEqual([])
  })

  test('parsePythonJson reads what json.loads reads, and pythonRepr prints it alike', () => {
    const read = (text: string) => {
      const parsed = parsePythonJson(text)
      return parsed ? pythonRepr(parsed.value) : null
    }
    expect(differences('json', read)).toEqual([])
  })

  test('parsePythonLiteral reads what ast.literal_eval reads, and pythonStr prints it alike', () => {
    const read = (text: string) => {
      const parsed = parsePythonLiteral(text)
      return parsed ? pythonStr(parsed[0]) : null
    }
    expect(differences('literal', read)).toEqual([])
  })

  test('the samples hold texts that Python takes and texts that it refuses', () => {
    for (const name of ['escape', 'float', 'json', 'literal'] as const) {
      expect(raised(name), name).toBeGreaterThan(0.1)
      expect(raised(name), name).toBeLessThan(0.9)
    }
  })
})
