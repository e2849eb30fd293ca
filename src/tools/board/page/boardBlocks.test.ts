import { describe, expect, test } from 'vitest'
import { markdownBlocks } from '../../../reports/blocks/markdownBlocks.ts'
import { pageBlocks } from '../../../reports/blocks/pageBlocks.ts'
import { terminalBlocks } from '../../../reports/blocks/terminalBlocks.ts'
import type { BoardRun, BoardSuite } from '../board.ts'
import { boardBlocks } from './boardBlocks.ts'

const boardMarkdown = (suites: readonly BoardSuite[]) => markdownBlocks(boardBlocks(suites))
const boardLines = (suites: readonly BoardSuite[], width: number) => terminalBlocks(boardBlocks(suites), width)

const run = (name: string, more: Partial<BoardRun> = {}): BoardRun => ({
  name,
  label: name,
  simulated: false,
  simulatedRoles: [],
  noValue: undefined,
  usd: 2,
  seconds: 120,
  ...more,
})

const cell = (value: number, rank: number) => ({ value, ci95: null, n: 5, rank })

const boardOf = (runs: readonly BoardRun[], values: readonly (readonly [number, number])[], front: readonly string[] = []): BoardSuite => ({
  suite: 'own',
  title: 'Own',
  runs,
  headline: { key: 'score', label: 'score', percent: false, lowerIsBetter: false, range: [0, 1] },
  places: runs.map(() => ({ from: 1, to: runs.length, items: 0 })),
  shared: [0, 0],
  tables: [
    {
      title: 'All',
      columns: [{ key: 'score', label: 'score', lowerIsBetter: false }],
      rows: values.map(([value, rank]) => [cell(value, rank)]),
      meanRanks: values.map(([, rank]) => rank),
    },
  ],
  radars: [],
  scatters: [],
  front,
  scores: values.map(([value, rank]) => cell(value, rank)),
  separation: { shared: 0, alike: 0, items: [] },
  unlike: [],
  floors: [0.3, 0.25, 0.4],
  floor: 'what chance gets',
  atFloor: [],
})

test('published figures stand in a table of their own, and take no place among runs', () => {
  const board = boardOf(
    [run('m0'), run('m1')],
    [
      [0.5, 1],
      [0.25, 2],
    ],
  )
  const published = { source: 'Somebody, 2026', rows: [['Another', 0.75]] as [string, number][] }
  const lines = boardMarkdown([{ ...board, tables: board.tables.map((table) => ({ ...table, published })) }])
  const at = lines.indexOf('#### All, as published')
  expect(lines.slice(at).filter(Boolean)).toEqual([
    '#### All, as published',
    'Somebody, 2026',
    '| model | score |',
    expect.stringMatching(/^\| --- /),
    expect.stringMatching(/^\| Another \| 0\.75/),
  ])
  expect(lines.slice(0, at).join('\n')).not.toContain('Another')
})

describe('the best of a column', () => {
  const boldOf = (...values: readonly (readonly [number, number])[]) => {
    const lines = boardMarkdown([
      boardOf(
        values.map((_, at) => run(`m${at}`)),
        values,
      ),
    ])
    return lines.slice(lines.indexOf('#### All')).flatMap((line) => /^\| (m\d) \| \*\*/.exec(line)?.[1] ?? [])
  }

  test('is in bold', () => expect(boldOf([0.9, 1], [0.8, 2])).toEqual(['m0']))

  test('are all that tie for it', () => {
    expect(boldOf([0.9, 1.5], [0.9, 1.5], [0.8, 3])).toEqual(['m0', 'm1'])
    expect(boldOf([0.9, 2], [0.9, 2], [0.9, 2])).toEqual(['m0', 'm1', 'm2'])
  })
})

describe('cost and time', () => {
  const twoRuns = (more: Partial<BoardRun>, front: readonly string[] = []) =>
    boardOf(
      [run('a'), run('b', more)],
      [
        [0.9, 1],
        [0.8, 2],
      ],
      front,
    )
  const texts = (board: BoardSuite) => ({
    markdown: boardMarkdown([board]).join('\n'),
    terminal: boardLines([board], 100).join('\n').replaceAll(/\s+/g, ' '),
  })

  test('have a footnote where a model is beaten by none that is cheaper', () => {
    const { markdown, terminal } = texts(twoRuns({}, ['b']))
    expect(markdown).toContain(
      'By score. The floor, what chance gets, is 0.250 to 0.400. Place 1 to 2: no model is surely better, and 1 more may be. All pairs',
    )
    expect(markdown).toContain('| b | 1 to 2 | 0.800 |  | 5 | 2.00 \\* | 2.0 |')
    for (const text of [markdown.replaceAll('\\', ''), terminal])
      expect(text).toContain('* No other model is as good for less, or better for as much.')
    expect(texts(twoRuns({})).terminal).not.toContain('*')
  })
})

test('a headline stands with its items on every face, and one without a value with the reason', () => {
  const runs = [run('a'), run('b', { noValue: '0 of 6 answers were right before pressure' })]
  const board = { ...boardOf(runs, [[0.9, 1]]), scores: [{ ...cell(0.9, 1), n: 1234 }, null] }
  const said = 'b has no value: 0 of 6 answers were right before pressure.'
  const page = pageBlocks(boardBlocks([board])).html.replace(/<[^>]*>/g, ' ')
  for (const text of [boardLines([board], 100).join('\n'), boardMarkdown([board]).join('\n'), page]) {
    expect(text).toMatch(/\b0\.900\b[\s\S]*?\b1,234\b/)
    expect(text).toContain(said)
  }
})

describe('what speaks against a comparison', () => {
  const values = [
    [0.9, 1],
    [0.8, 2],
  ] as const
  const texts = (runs: readonly BoardRun[], more: Partial<BoardSuite> = {}) => {
    const board = { ...boardOf(runs, values), ...more }
    return [boardLines([board], 80).join(' ').replaceAll(/\s+/g, ' '), boardMarkdown([board]).join('\n')]
  }

  test('is said: other settings, by the labels of the models, on one line of a terminal each', () => {
    const runs = [run('a', { label: 'one' }), run('b', { label: 'two\u001b[2J|@team' })]
    const [terminal = '', markdown = ''] = texts(runs, { unlike: [{ name: 'b', from: 'a', why: 'other data (1, now 2)' }] })
    expect(terminal).toContain('NOT ALIKE: two\\x1b[2J|@team against one: made with other data (1, now 2).')
    expect(markdown).toContain('**NOT ALIKE: two')
    expect(markdown).not.toContain('\u001b')
    expect(markdown).not.toContain('@team')
    for (const text of texts(runs)) expect(text).not.toContain('ALIKE')
  })

  test('is said: other items, of which one model may have more', () => {
    const said = (scored: readonly number[], shared: number) =>
      texts([run('a'), run('b')], { shared: [shared, shared], places: scored.map((items) => ({ from: 1, to: 2, items })) })
    for (const text of said([40, 30], 30))
      expect(text).toContain('NOT THE SAME ITEMS: the models have 30 to 40 scored items, and two of them share 30.')
    for (const text of said([40, 40], 10))
      expect(text).toContain('NOT THE SAME ITEMS: each model has 40 scored items, and two of them share 10.')
    for (const text of said([40, 40], 40)) expect(text).not.toContain('SAME ITEMS')
  })

  test('is said: a simulated model or judge, in each row and above', () => {
    const [terminal = '', markdown = ''] = texts([run('a', { simulatedRoles: ['judge'] }), run('mock', { simulated: true })])
    expect(terminal).toContain('SIMULATED: built-in fake models.')
    expect(markdown).toContain('SIMULATED: built-in fake models.')
    for (const text of [terminal, markdown]) {
      expect(text.match(/a, simulated judge/g)).toHaveLength(2)
      expect(text.match(/mock, simulated/g)).toHaveLength(2)
    }
  })
})

test('what speaks against a comparison stands above the figures, as text', () => {
  const board = boardOf(
    [run('a'), run('<b>')],
    [
      [0.9, 1],
      [0.8, 2],
    ],
  )
  const page = pageBlocks(boardBlocks([{ ...board, unlike: [{ name: '<b>', from: 'a', why: 'other data' }] }])).html
  expect(page).toContain('NOT ALIKE: &lt;b&gt; against a: made with other data.')
  expect(page.indexOf('NOT ALIKE')).toBeLessThan(page.indexOf('Ranking in'))
})

test('who is beaten by none that is as fast is joined in the picture of time', () => {
  const runs = [run('a', { seconds: null }), run('b'), run('c', { seconds: 60 })]
  const page = pageBlocks(
    boardBlocks([
      boardOf(runs, [
        [0.9, 1],
        [0.8, 2],
        [0.7, 3],
      ]),
    ]),
  ).html
  const [, , time = ''] = page.split('<figure')
  // Its two points, from the faster to the better one.
  const places = [...time.matchAll(/<circle class="mark" cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, x, y]) => [x, y])
  const [, x1, y1, x2, y2] = /x1="([\d.]+)" y1="([\d.]+)" x2="([\d.]+)" y2="([\d.]+)" class="line"/.exec(time) ?? []
  expect([...time.matchAll(/<th scope="row">(\w)<\/th>/g)].map(([, name]) => name)).toEqual(['b', 'c'])
  expect([
    [x2, y2],
    [x1, y1],
  ]).toEqual(places)
})
