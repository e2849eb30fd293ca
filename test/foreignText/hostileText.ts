import fc from 'fast-check'

const PROTOTYPE = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf']
const MARKS = '[ ] [[ ]] { } ( ) " \' “ ” \\ ` ``` | * ** # ##[ < > & % @ $'.split(' ')
const BREAKS = ['\n', '\r\n', '\r', '\t', '\v', '\0', '\u0085', '\u2028', '\u2029', ' ', '\u00a0', '\u3000', '\ufeff', '\u001c']
const UNICODE = [
  '\ud800',
  '\udfff',
  '😀',
  '\u0301',
  '\u0316',
  '\u200b',
  '\u200d',
  '\u2060',
  '\u202e',
  '\u2066',
  '\u00ad',
  'ﬁ',
  '［',
  '５',
  '٣',
  'İ',
  'ß',
  '你',
  '。',
]
const NUMBERS = ['0', '1', '-1', '5', '007', '1_0', '0x1f', '1e999', '-0.0', 'NaN', 'Infinity', '9'.repeat(400), '0.1', '1.5.1', '+4', '１']
const JSONS = [
  'null',
  'true',
  'false',
  '{}',
  '[]',
  '""',
  '{"a":',
  ':',
  ',',
  '"met": true',
  '"score": 4',
  '"评判结果": "是"',
  '\\u0022',
  '\\ud800',
  '//',
  '/*',
  '*/',
]
const PYTHON = ['None', 'True', "('a',)", '\\x41', '\\N{', '\\u12', '\\777', "u'a'"]
const WORDS = [
  'Rating: [[5]]',
  '[[1]] to [[5]]',
  'Output (a)',
  'Therefore, Output (b) is better.',
  '<think>',
  '</think>',
  'answer',
  'A',
  'B.',
  'doc1',
  'lost',
  'model',
]
const LINES = [
  '  lost      a 1 of 2 points: b',
  '            c',
  '  asked     "Name it"',
  'Mr. ',
  'at ',
  '::error::',
  'https://u:p@h/',
  'www.a.b',
  'GH-1',
  '{a[0]}',
  '{{',
  'sim:',
  '?a=b',
  '#c',
]
const TOKENS = [...PROTOTYPE, ...MARKS, ...BREAKS, ...UNICODE, ...NUMBERS, ...JSONS, ...PYTHON, ...WORDS, ...LINES]
/** Names of fields that some reader looks for. */
const FIELDS = [
  ...PROTOTYPE,
  ...'id suite item role content messages usage scores tags status run suites schema gates min maxDrop'.split(' '),
  ...'criteria number reason met accuracy score overall_score 评判结果 评判理由 weight already_met contradicts'.split(' '),
  ...'error message detail choices finish_reason metadata raw queries question answer answerIndex kind doc1'.split(' '),
]

const token = fc.constantFrom(...TOKENS)

/** A change of a text: what stands there goes, and something else comes. */
type Edit = readonly [at: number, length: number, kind: 'cut' | 'insert' | 'double' | 'move', words: string]

function edited(text: string, [place, length, kind, words]: Edit): string {
  const at = Math.floor(place * (text.length + 1))
  const [before, piece, after] = [text.slice(0, at), text.slice(at, at + length), text.slice(at + length)]
  if (kind === 'cut') return before + after
  if (kind === 'insert') return before + words + piece + after
  if (kind === 'double') return before + piece + piece + after
  return after + before + piece
}

const edit: fc.Arbitrary<Edit> = fc.tuple(
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.integer({ min: 0, max: 12 }),
  fc.constantFrom('cut', 'insert', 'double', 'move'),
  token,
)

/** JSON of any shape, with names that readers look for and names that every object inherits. */
const json: fc.Arbitrary<string> = fc
  .letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.oneof(fc.constantFrom(null, true, false, 0, 1, -1.5, 4, 1e21), token),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.array(fc.tuple(fc.constantFrom(...FIELDS), tie('value')), { maxLength: 5 }).map((entries) => new Map(entries)),
    ),
  }))
  .value.map(jsonOf)

/** Unlike JSON.stringify it writes a field `__proto__`. */
function jsonOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonOf).join(', ')}]`
  if (value instanceof Map) return `{${[...value].map(([key, entry]) => `${JSON.stringify(key)}: ${jsonOf(entry)}`).join(', ')}}`
  return JSON.stringify(value)
}

/** Brackets within brackets, closed or not, deeper than any reader goes. */
const deep = fc
  .tuple(
    fc.constantFrom(
      ['[', ']'],
      ['{"a":', '}'],
      ['{"error":', '}'],
      ['(', ')'],
      ['[[', ']]'],
      ['<think>', '</think>'],
      ['{1:', '}'],
      ['-', ''],
    ),
    fc.oneof(fc.integer({ min: 1, max: 3000 }), fc.constant(20_000)),
    fc.oneof(fc.constantFrom('1', '""', 'null'), token),
    fc.option(fc.integer({ min: 0, max: 3000 }), { freq: 1 }),
  )
  .map(([[open = '', close = ''], opened, middle, closed]) => open.repeat(opened) + middle + close.repeat(closed ?? opened))

const long = fc.tuple(token, fc.integer({ min: 100, max: 2000 }), token).map(([piece, times, end]) => piece.repeat(times) + end)
const soup = fc.array(token, { maxLength: 40 }).map((parts) => parts.join(''))

/**
 * Texts as nobody should write them: samples with changes, tokens that readers look for in any order, JSON of other shapes, deep
 * nesting, long runs, and characters of all kinds, halves of them too.
 */
export function hostileText(samples: readonly string[]): fc.Arbitrary<string> {
  const changed = fc
    .tuple(fc.constantFrom('', ...samples), fc.array(edit, { maxLength: 6 }))
    .map(([sample, edits]) => edits.reduce(edited, sample))
  return fc.oneof(
    { arbitrary: changed, weight: samples.length > 0 ? 8 : 1 },
    { arbitrary: soup, weight: 4 },
    { arbitrary: json, weight: 3 },
    { arbitrary: fc.string({ unit: 'binary' }), weight: 1 },
    { arbitrary: fc.tuple(soup, json, soup).map((parts) => parts.join('')), weight: 1 },
    { arbitrary: deep, weight: 1 },
    { arbitrary: long, weight: 1 },
  )
}
