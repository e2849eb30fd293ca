import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  clock,
  columns,
  displayWidth,
  fittedTable,
  grouped,
  labelled,
  roughly,
  screenWidth,
  splitTable,
  truncate,
  wrapText,
  wrapWords,
} from './layout.ts'

const WIDTH = 80

/** A text of words, none of them longer than the narrowest column that is laid out. */
const text = fc
  .array(fc.string({ unit: 'grapheme-ascii', maxLength: 40 }).map((word) => word.replaceAll(' ', '_')))
  .map((words) => words.join(' '))

test.each([
  [undefined, 80],
  [40, 80],
  [80, 80],
  [93, 93],
  [240, 140],
])('screenWidth of %s columns is %i', (columnsOfTerminal, width) => {
  expect(screenWidth({ columns: columnsOfTerminal } as NodeJS.WriteStream)).toBe(width)
})

describe('wrap', () => {
  test('breaks at spaces and indents the later lines', () =>
    expect(wrapWords('one two three four', 9, 2)).toEqual(['one two', '  three', '  four']))

  test('leaves a text that fits on one line', () => {
    expect(wrapWords('one two', 7, 2)).toEqual(['one two'])
    expect(wrapWords('', 7, 2)).toEqual([''])
  })

  test('does not break at a no-break space, which it prints as a plain one', () =>
    expect(wrapWords('aaa Ori\u00a00.71 Num\u00a00.66', 12, 0)).toEqual(['aaa Ori 0.71', 'Num 0.66']))

  test('keeps a percent sign with its number', () => {
    expect(wrapWords('their 95 % intervals', 9, 0)).toEqual(['their', '95 %', 'intervals'])
  })

  test('puts a word that is longer than the line, such as a path, whole on a line of its own', () =>
    expect(wrapWords('see /a/very/long/path now', 8, 0)).toEqual(['see', '/a/very/long/path', 'now']))

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
  test('puts the text beside its label, and its later lines under itself', () =>
    expect(labelled('plan', 'aaaa bbbb cccc dddd', 28)).toEqual([' plan        aaaa bbbb cccc', '             dddd']))

  test('is not wider than is easy to read', () => {
    for (const line of labelled('note', 'aaaa '.repeat(60).trim(), 140)) expect(line.length).toBeLessThanOrEqual(100)
  })

  test('without a label stands in the same column', () => expect(labelled('', 'aaaa', WIDTH)).toEqual(['             aaaa']))

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
  test('hold no text that could write to the screen', () =>
    expect(columns([['a\u001b[2Jb', 'one\ntwo']])).toEqual([' a\\x1b[2Jb  one⏎two']))

  test('align the first column left and the others right', () =>
    expect(
      columns([
        ['task', 'score', 'items'],
        ['OR', '0.5', '1,240'],
      ]),
    ).toEqual([' task  score  items', ' OR      0.5  1,240']))

  test('align those left that they are told to, without spaces at the end', () =>
    expect(
      columns(
        [
          ['a', 'b'],
          ['1', 'longer'],
          ['1', 'x'],
        ],
        new Set([1]),
      ),
    ).toEqual([' a  b', ' 1  longer', ' 1  x']))

  test('of no rows are no lines', () => expect(columns([])).toEqual([]))

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

  test('never cuts a character in half', () => expect(truncate('🙂🙂🙂', 4)).toBe('🙂…'))
})

describe('a Chinese character takes two columns', () => {
  test('of the width of a text', () => expect(displayWidth('河流 ab')).toBe(7))

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
  ])('%i is %s', (value, shown) => expect(grouped(value)).toBe(shown))

  test.each([
    [850, '850'],
    [9999, '9,999'],
    [12_345, '12 k'],
    [99_999, '100 k'],
    [700_000, '0.7 M'],
    [1_250_000, '1.3 M'],
    [110_000_000, '110 M'],
  ])('%i tokens are roughly %s', (value, shown) => expect(roughly(value)).toBe(shown))

  test.each([
    [0, '0:00'],
    [9.4, '0:09'],
    [59.6, '1:00'],
    [761, '12:41'],
    [3599.9, '1:00:00'],
    [3723, '1:02:03'],
    [36_000, '10:00:00'],
    [-5, '0:00'],
  ])('%s seconds are %s', (seconds, shown) => expect(clock(seconds)).toBe(shown))
})

describe('a text is broken', () => {
  test('at spaces', () => expect(wrapText('one two three four', 9)).toEqual(['one two', 'three', 'four']))

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

  test('within a word that is too long for a line, and only there', () =>
    expect(wrapText('see /a/very/long/path now', 8)).toEqual(['see', '/a/very/', 'long/pat', 'h now']))

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

describe('a table', () => {
  test('that fits is as it is', () =>
    expect(
      fittedTable(
        [
          ['name', 'A'],
          ['one two', '1'],
        ],
        80,
      ),
    ).toEqual([' name     A', ' one two  1']))

  test('breaks its first column between words where it is too wide', () => {
    const rows = [
      ['', 'A', 'verdict'],
      ['transient, translation: still satisfied', '5.000', 'cannot tell'],
    ]
    expect(fittedTable(rows, 40, new Set([0, 2]))).toEqual([
      '                         A  verdict',
      ' transient,          5.000  cannot tell',
      ' translation: still',
      ' satisfied',
    ])
  })

  test('breaks a key after a dot, and not within its words', () =>
    expect(fittedTable([['refutebench transient.satisfaction', '1']], 20)).toEqual([' refutebench   1', ' transient.', ' satisfaction']))

  test('breaks no number', () => {
    expect(fittedTable([['a rule of maxDrop 0.084', '1']], 24, new Set([0]))).toEqual([' a rule of maxDrop  1', ' 0.084'])
    expect(fittedTable([['-0.294 to -0.156', '2026-11-23']], 24, new Set([0, 1]))).toEqual([' -0.294 to  2026-11-23', ' -0.156'])
  })

  test('breaks further columns once the first one has no more to give', () => {
    const rows = [['a metric of some length', 'maxDrop 0.2 strict', 'held']]
    const giving = [
      { column: 0, least: 10 },
      { column: 1, least: 8 },
    ]
    expect(fittedTable(rows, 34, new Set([0, 1, 2]), giving)).toEqual([' a metric  maxDrop 0.2  held', ' of some   strict', ' length'])
  })

  test('breaks every other column between words before a word is broken or anything is cut', () => {
    const rows = [
      ['suite', 'newly failing', 'change'],
      ['extraction', '3', '-0.1 (-0.4 to 0.2)'],
    ]
    expect(fittedTable(rows, 28, new Set([0]))).toEqual([
      ' suite         newly  change',
      '             failing',
      ' extraction        3    -0.1',
      '                       (-0.4',
      '                          to',
      '                        0.2)',
    ])
  })

  test('is never wider than the screen, and loses no word that a line has room for', () => {
    const words = fc.array(fc.constantFrom('one', 'three', '河流', 'a.b_c', 'sentence'), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(
        fc.array(fc.tuple(words, fc.integer({ max: 99_999 })), { minLength: 1 }),
        fc.integer({ min: 30, max: 140 }),
        (rows, width) => {
          const lines = fittedTable(
            rows.map(([name, value]) => [name.join(' '), String(value)]),
            width,
          )
          for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width)
          // A key may be broken after the sign that ends a part of it; no part is.
          const parts = rows.flatMap(([name]) => name.flatMap((word) => word.match(/[^._]+[._]*/g) ?? []))
          for (const part of parts) expect(lines.join('\n')).toContain(part)
        },
      ),
    )
  })
})

const table = (models: number, columns: number, head = (at: number) => `T${at}`) => [
  ['model', ...Array.from({ length: columns }, (_, at) => head(at)), 'mean rank'],
  ...Array.from({ length: models }, (_, row) => [
    `Meta-Llama-3.1-${row}B-Instruct`,
    ...Array.from({ length: columns }, (_, at) => (row + at / 100).toFixed(3)),
    '1.5',
  ]),
]

test('a table that fits stays whole, a wide one is parted and has all its cells', () => {
  expect(splitTable(table(3, 3), 80)).toHaveLength(1)
  const parts = splitTable(table(10, 12), 80)
  expect(parts).toHaveLength(2)
  const text = parts.flat().join('\n')
  expect(parts.flat().every((line) => displayWidth(line) <= 80)).toBe(true)
  for (const cell of table(10, 12).flatMap((row) => row.slice(1))) expect(text).toContain(cell)
  expect(text).not.toContain('…')
  // Every part names its rows.
  for (const part of parts) expect(part.filter((line) => line.includes('Instruct'))).toHaveLength(10)
})

test('heads are broken between words before the table is parted', () => {
  const [first] = splitTable(
    table(2, 3, () => 'translation: objections followed at once'),
    80,
  )
  expect(
    splitTable(
      table(2, 3, () => 'translation: objections followed at once'),
      80,
    ),
  ).toHaveLength(1)
  expect(first?.[0]).toContain('translation:')
})

test('nothing is cut where a name and a column fit', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'B', '-', ' ', '模'), minLength: 1, maxLength: 24 })
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), fc.array(word, { minLength: 1, maxLength: 4 }), (heads, names) => {
      const rows = [['model', ...heads], ...names.map((name, row) => [name, ...heads.map((_, at) => `${row}.${at}`)])]
      const lines = splitTable(rows, 80).flat()
      expect(lines.some((line) => line.includes('…') || displayWidth(line) > 80)).toBe(false)
    }),
  )
})
