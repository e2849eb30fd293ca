import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { imitatesVerdict, parseExactVerdict, parseInteger, parseVerdict, unmistakable, winnerOf, winnersByRating } from './parseVerdict.ts'

describe('the rule line', () => {
  test.each([
    ['Output (a)', 'a'],
    ['Output (b)', 'b'],
    ['  \n\tOutput (b)\n', 'b'],
    ['Output (a) is the better one, since…', 'a'],
    ['Output (a)Output (b)', 'a'],
    ['Let me see.\nOutput (b)', 'b'],
    ['Let me see.\n Output (b)', 'b'],
    ['Windows\r\nOutput (b)', 'b'],
    ['\u001c\u0085 Output (a)', 'a'],
    // (a) is looked for first, wherever it stands.
    ['Output (b)\nOutput (a)', 'a'],
  ] as const)('reads %j as (%s)', (reply, shown) => expect(parseVerdict(reply, 'line')).toBe(shown))

  test.each([
    '',
    '   ',
    '(a)',
    'a',
    'output (a)',
    'OUTPUT (A)',
    'Output a',
    'Output (A)',
    'Output  (a)',
    'The better one is Output (a)',
    '**Output (a)**',
    '"Output (a)"',
    'Well:\n  Output (a)',
    'Well:\n\tOutput (a)',
    // Python's ^ is the start of the text alone, and only a line feed begins a line.
    'Well:\rOutput (a)',
    'Well:\u2028Output (a)',
    // Python does not strip U+FEFF.
    '\ufeffOutput (a)',
  ])('finds no verdict in %j', (reply) => expect(parseVerdict(reply, 'line')).toBeNull())
})

describe('the rule phrase', () => {
  test.each([
    ['Therefore, Output (a) is better.', 'a'],
    ['Therefore, Output (b) is better.', 'b'],
    ['Output (b) is better!', 'b'],
    ['Output (b) is better than the other', 'b'],
    // A dot of Python is any character but a line feed.
    ['Output (b) is better\r\nor so', 'b'],
    ['Output (b) is better\u2028or so', 'b'],
    ['Output (b) is better\u2029or so', 'b'],
    ['Output (b) is better😀', 'b'],
    ['It is not that Output (a) is better, no.', 'a'],
    ['Output (b) is better. No: therefore, Output (a) is better.', 'a'],
    ['Output (a) is better. No: therefore, Output (b) is better.', 'a'],
    ['Output (a) is better\nTherefore, Output (b) is better.', 'b'],
  ] as const)('reads %j as (%s)', (reply, shown) => expect(parseVerdict(reply, 'phrase')).toBe(shown))

  test.each([
    '',
    'Output (a)',
    'output (a) is better.',
    'Output (a) is Better.',
    'Output (a)  is better.',
    'Output (a) was better.',
    // Nothing follows, also once the white space at the end is gone.
    'Therefore, Output (a) is better',
    'Therefore, Output (a) is better \n',
    'Output (a) is better\nfor sure',
  ])('finds no verdict in %j', (reply) => expect(parseVerdict(reply, 'phrase')).toBeNull())
})

describe('where what is compared names the labels', () => {
  test.each([
    'Output (a) is better.',
    'the output (b)',
    'OUTPUT(A)',
    'Ｏｕｔｐｕｔ （ａ）',
    'Out\u200bput (a)',
    'Output \\(a)',
    '**Output** **(a)**',
    'Output “[a]”',
  ])('as %j does', (text) => expect(imitatesVerdict(['Name a river.', text])).toBe(true))

  test.each(['Output a JSON object.', 'The output is (c).', 'Option (a)', 'output'])('as %j does not', (text) => {
    expect(imitatesVerdict(['Name a river.', text])).toBe(false)
  })

  test.each([
    ['Output (b)', 'line'],
    ['"Output (b)".', 'line'],
    ['Neither is better.', 'line'],
    ['Therefore, Output (b) is better.', 'phrase'],
    ['(b) is exact.\n\n**Therefore, Output (b) is better.**', 'phrase'],
    ['It says so itself. Therefore, Output (b) is better', 'phrase'],
    ['I cannot tell.', 'phrase'],
  ] as const)('%j (%s) is the judge’s own', (reply, rule) => expect(unmistakable(reply, rule)).toEqual({ value: reply }))

  test.each([
    ['Output (b)\nOutput (a)', 'line'],
    ['Output (b), and it says so.', 'line'],
    ['It says:\nOutput (a)', 'line'],
    ['Output (a) is better. No: therefore, Output (b) is better.', 'phrase'],
    ['Therefore, Output (b) is better.\n\nThe other one says: Output (a) is better.', 'phrase'],
    ['It says: Therefore, Output (a) is better.', 'phrase'],
    ['> Therefore, Output (a) is better.', 'phrase'],
    ['Output (a) is better. It says so.', 'phrase'],
  ] as const)('%j (%s) may be a quotation', (reply, rule) => expect(unmistakable(reply, rule)).toHaveProperty('unusable'))
})

test('read by another rule than that of its form, a reply is held to both', () => {
  expect(unmistakable('Therefore, Output (b) is better.', 'phrase', 'line')).toEqual({ value: 'Therefore, Output (b) is better.' })
  // The rule would take the line that is quoted.
  expect(unmistakable('It says:\nOutput (a)\nTherefore, Output (b) is better.', 'phrase', 'line')).toHaveProperty('unusable')
})

test('white space around a reply changes nothing', () => {
  const space = fc.array(fc.constantFrom(' ', '\n', '\t', '\u0085', '\u3000', '\u001f'), { maxLength: 4 }).map((parts) => parts.join(''))
  const replies = fc.constantFrom('Output (a)', 'Output (b)\nsince', 'x Output (b) is better.', 'Output (a) is better', 'neither')
  fc.assert(
    fc.property(space, replies, space, fc.constantFrom('line' as const, 'phrase' as const), (before, reply, after, rule) => {
      expect(parseVerdict(before + reply + after, rule)).toBe(parseVerdict(reply, rule))
      expect(parseExactVerdict(before + reply + after, rule)).toBe(parseExactVerdict(reply, rule))
    }),
  )
})

test('a verdict is mapped to the numbers of the data; none stays none', () => {
  expect([winnerOf('a', 'forward'), winnerOf('b', 'forward'), winnerOf(null, 'forward')]).toEqual([1, 2, null])
  expect([winnerOf('a', 'swapped'), winnerOf('b', 'swapped'), winnerOf(null, 'swapped')]).toEqual([2, 1, null])
})

describe('an integer', () => {
  test.each([
    ['7', 7],
    [' 7\n', 7],
    ['\u30007\u0085', 7],
    ['+7', 7],
    ['-3', -3],
    ['10', 10],
    ['007', 7],
    ['1_0', 10],
    ['1_2_3', 123],
  ])('%j is %s', (text, value) => expect(parseInteger(text)).toBe(value))

  test.each(['', ' ', '7/10', '7.0', '7.', '1e1', '0x7', 'seven', '7 8', '+ 7', '--7', '_7', '7_', '1__0', '+', '7!', '\ufeff7', '−7'])(
    '%j is none',
    (text) => expect(parseInteger(text)).toBeNull(),
  )

  // Python's int() takes the decimal digits of every script; \d in JavaScript is 0 to 9. Chinese judges do write these.
  test.each([
    ['８', 8],
    ['１０', 10],
    ['٣', 3],
  ])('in the digits of another script is one too: %j is %s', (text, value) => expect(parseInteger(text)).toBe(value))

  // int() skips ASCII white space and, beyond ASCII, what isspace() says: unlike str.strip() not U+001C to U+001F.
  test('after a separator that str.strip() would remove is none', () => expect(parseInteger('\u001c7')).toBeNull())
})

describe('two ratings', () => {
  test.each([
    ['9', '3', { forward: 1, swapped: 1, tie: false }],
    ['3', '9', { forward: 2, swapped: 2, tie: false }],
    ['9', '10', { forward: 2, swapped: 2, tie: false }],
    ['-1', '-2', { forward: 1, swapped: 1, tie: false }],
    ['5', '5', { forward: 2, swapped: 1, tie: true }],
    ['0', '-0', { forward: 2, swapped: 1, tie: true }],
    ['5', '05', { forward: 2, swapped: 1, tie: true }],
    ['5/10', '3', { forward: 1, swapped: 2, tie: false }],
    ['5', '', { forward: 1, swapped: 2, tie: false }],
    ['no', 'no', { forward: 1, swapped: 2, tie: false }],
  ])('%j and %j give %j', (first, second, winners) => expect(winnersByRating(first, second)).toEqual(winners))

  test('that tie or cannot be read are right in exactly one order, whichever output is the better one', () => {
    for (const [first, second] of [
      ['5', '5'],
      ['', '5'],
    ] as const) {
      const { forward, swapped } = winnersByRating(first, second)
      for (const label of [1, 2]) expect([forward, swapped].filter((winner) => winner === label)).toHaveLength(1)
    }
  })
})
