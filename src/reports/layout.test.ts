import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clock, columns, displayWidth, grouped, labelled, roughly, screenWidth, truncate, wrapText, wrapWords } from './layout.ts'

const WIDTH = 80

/** A text of words, none of them longer than the narrowest column that is laid out. */
const text = fc
  .array(fc.string({ unit: 'grapheme-ascii', maxLength: 40 }).map((word) => word.replaceAll(' ', '_')))
  .map((words) => words.join(' '))

describe('screenWidth', () => {
  test.each([
    [undefined, 80],
    [40, 80],
    [80, 80],
    [93, 93],
    [240, 140],
  ])('of %s columns is %i', (columnsOfTerminal, width) => {
    expect(screenWidth({ columns: columnsOfTerminal } as NodeJS.WriteStream)).toBe(width)
  })
})

describe('wrap', () => {
  test('breaks at spaces and indents the later lines', () => {
    expect(wrapWords('one two three four', 9, 2)).toEqual(['one two', '  three', '  four'])
  })

  test('leaves a text that fits on one line', () => {
    expect(wrapWords('one two', 7, 2)).toEqual(['one two'])
    expect(wrapWords('', 7, 2)).toEqual([''])
  })

  test('does not break at a no-break space, which it prints as a plain one', () => {
    expect(wrapWords('aaa Ori\u00a00.71 Num\u00a00.66', 12, 0)).toEqual(['aaa Ori 0.71', 'Num 0.66'])
  })

  test('puts a word that is longer than the line, such as a path, whole on a line of its own', () => {
    expect(wrapWords('see /a/very/long/path now', 8, 0)).toEqual(['see', '/a/very/long/path', 'now'])
  })

  test('never exceeds its width, and loses no word', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 44, max: 100 }), fc.nat({ max: 4 }), (content, width, indent) => {
        const lines = wrapWords(content, width, indent)
        for (const line of lines) expect(line.length).toBeLessThanOrEqual(width)
        const words = (entry: string) => entry.split(' ').filter(Boolean)
        expect(lines.flatMap(words)).toEqual(words(content))
      }),
    )
  })
})

describe('labelled', () => {
  test('puts the text beside its label, and its later lines under itself', () => {
    expect(labelled('plan', 'aaaa bbbb cccc dddd', 28)).toEqual([' plan        aaaa bbbb cccc', '             dddd'])
  })

  test('is not wider than is easy to read', () => {
    for (const line of labelled('note', 'aaaa '.repeat(60).trim(), 140)) expect(line.length).toBeLessThanOrEqual(100)
  })

  test('without a label stands in the same column', () => {
    expect(labelled('', 'aaaa', WIDTH)).toEqual(['             aaaa'])
  })

  test('never exceeds 80 columns, nor ends in a space', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 7 }), text, fc.constantFrom(8, 12), (label, content, column) => {
        for (const line of labelled(label, content.trim(), WIDTH, column)) expect(line.length).toBeLessThanOrEqual(WIDTH)
      }),
    )
  })

  test('never exceeds 80 columns with a label wider than its column, as of 10,000 equal errors', () => {
    for (const line of labelled('10,000 x', 'x '.repeat(100).trim(), WIDTH, 8)) expect(line.length).toBeLessThanOrEqual(WIDTH)
  })
})

describe('columns', () => {
  test('hold no text that could write to the screen', () => {
    expect(columns([['a\u001b[2Jb', 'one\ntwo']])).toEqual([' a\\x1b[2Jb  one⏎two'])
  })

  test('align the first column left and the others right', () => {
    expect(
      columns([
        ['task', 'score', 'items'],
        ['OR', '0.5', '1,240'],
      ]),
    ).toEqual([' task  score  items', ' OR      0.5  1,240'])
  })

  test('align those left that they are told to, without spaces at the end', () => {
    expect(
      columns(
        [
          ['a', 'b'],
          ['1', 'longer'],
          ['1', 'x'],
        ],
        new Set([1]),
      ),
    ).toEqual([' a  b', ' 1  longer', ' 1  x'])
  })

  test('of no rows are no lines', () => {
    expect(columns([])).toEqual([])
  })

  test('never exceed 80 columns once cut', () => {
    const cell = fc.string({ unit: 'grapheme-ascii', maxLength: 60 })
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell)), (rows) => {
        for (const line of columns(rows)) expect(truncate(line, WIDTH).length).toBeLessThanOrEqual(WIDTH)
      }),
    )
  })
})

describe('cut', () => {
  test('marks where it truncate, and leaves what fits', () => {
    expect(truncate('abcdef', 6)).toBe('abcdef')
    expect(truncate('abcdefg', 6)).toBe('abcde…')
  })

  test('counts two columns for a Chinese character, as terminals do', () => {
    expect(truncate('河'.repeat(40), WIDTH)).toBe('河'.repeat(40))
    expect(truncate('河'.repeat(41), WIDTH)).toBe(`${'河'.repeat(39)}…`)
  })

  test('never cuts a character in half', () => {
    expect(truncate('🙂🙂🙂', 4)).toBe('🙂…')
  })
})

describe('a Chinese character takes two columns', () => {
  test('of the width of a text', () => {
    expect(displayWidth('河流 ab')).toBe(7)
  })

  test('of a line that is wrapped', () => {
    const lines = [...wrapWords('河流 '.repeat(50).trim(), WIDTH, 2), ...labelled('note', '河流 '.repeat(50).trim(), WIDTH)]
    for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(WIDTH)
  })

  test('of a cell, so that what follows is aligned', () => {
    const [first = '', second = ''] = columns([
      ['河流', '1'],
      ['abcd', '2'],
    ])
    expect(displayWidth(first)).toBe(displayWidth(second))
  })
})

describe('figures', () => {
  test.each([
    [0, '0'],
    [999, '999'],
    [1234567, '1,234,567'],
  ])('%i is %s', (value, shown) => {
    expect(grouped(value)).toBe(shown)
  })

  test.each([
    [850, '850'],
    [9999, '9,999'],
    [12_345, '12 k'],
    [99_999, '100 k'],
    [700_000, '0.7 M'],
    [1_250_000, '1.3 M'],
    [110_000_000, '110 M'],
  ])('%i tokens are roughly %s', (value, shown) => {
    expect(roughly(value)).toBe(shown)
  })

  test.each([
    [0, '0:00'],
    [9.4, '0:09'],
    [59.6, '1:00'],
    [761, '12:41'],
    [3599.9, '1:00:00'],
    [3723, '1:02:03'],
    [36_000, '10:00:00'],
    [-5, '0:00'],
  ])('%s seconds are %s', (seconds, shown) => {
    expect(clock(seconds)).toBe(shown)
  })
})

describe('a text is broken', () => {
  test('at spaces', () => {
    expect(wrapText('one two three four', 9)).toEqual(['one two', 'three', 'four'])
  })

  test('nowhere where it fits', () => {
    expect(wrapText('one two', 7)).toEqual(['one two'])
    expect(wrapText('', 7)).toEqual([''])
    expect(wrapText('河流河流', 8)).toEqual(['河流河流'])
    expect(wrapText('one two', Number.POSITIVE_INFINITY)).toEqual(['one two'])
  })

  test('between Chinese characters, which take two columns each', () => {
    expect(wrapText('市议会周二晚通过决议', 8)).toEqual(['市议会周', '二晚通过', '决议'])
    expect(wrapText('以7票对2票通过', 7)).toEqual(['以7票对', '2票通过'])
  })

  test('not before what closes a sentence or a quotation', () => {
    expect(wrapText('一二三，四五', 6)).toEqual(['一二', '三，四', '五'])
    expect(wrapText('用“一二”说', 6)).toEqual(['用“一', '二”说'])
  })

  test('within a word that is too long for a line, and only there', () => {
    expect(wrapText('see /a/very/long/path now', 8)).toEqual(['see', '/a/very/', 'long/pat', 'h now'])
  })

  test('without the spaces of the break, and with its own indentation', () => {
    expect(wrapText('one   two', 4)).toEqual(['one', 'two'])
    expect(wrapText('    return 1', 40)).toEqual(['    return 1'])
    expect(wrapText('  a b c', 5)).toEqual(['  a b', 'c'])
  })
})

test('no line is wider than asked, and nothing but spaces is lost', () => {
  const piece = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom(' ', '  ', '河', '流，', '”', 'word', 'a-long-word-that-goes-on'))
  fc.assert(
    fc.property(
      fc.array(piece).map((pieces) => pieces.join('')),
      fc.integer({ min: 4, max: 40 }),
      (text, width) => {
        const lines = wrapText(text, width)
        expect(lines.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
        // A single character may be wider than a column.
        for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width)
      },
    ),
  )
})
