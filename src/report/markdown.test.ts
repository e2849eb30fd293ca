import { describe, expect, test } from 'vitest'
import type { ItemRecord } from '../format/records.ts'
import type { ScoresDocument } from '../format/scoresDocument.ts'
import type { EvaluatedGate } from '../results/gates/evaluateGates.ts'
import { type MarkdownInput, markdownReport, type ReportedSuite } from './markdown.ts'

const META: ReportedSuite = {
  suite: 'demo',
  tasks: [{ task: 'one', title: 'Task one' }],
  display: { headline: { key: 'overall', label: 'overall' }, taskKeys: { one: 'task.one' }, rows: [] },
}

const DOCUMENT: ScoresDocument = {
  schema: 'holdfast.scores/1',
  run: {
    id: 'kestrel-0412',
    startedAt: '',
    finishedAt: '',
    version: '0.1.0',
    seed: 7,
    partial: false,
    roles: { candidate: { model: 'openai:demo', simulated: false } },
    data: {},
  },
  suites: {
    demo: {
      items: 4,
      passed: 2,
      failed: 1,
      unscored: 1,
      error: 0,
      skipped: 0,
      metrics: {
        'task.one': { value: 0.5, n: 3, ci95: [0.25, 0.75] },
        overall: { value: 0.6, n: 3, ci95: null },
        other: { value: 0.1, n: 3, ci95: null },
      },
    },
  },
  usage: {},
  gates: [],
  exitCode: 0,
}

const item = (id: string, more: Partial<ItemRecord> = {}): ItemRecord => ({
  suite: 'demo',
  item: id,
  task: 'one',
  trial: 0,
  status: 'failed',
  tags: {},
  scores: {},
  reason: 'Failed to pass.',
  ...more,
})

const report = (more: Partial<MarkdownInput> = {}) =>
  markdownReport({ document: DOCUMENT, gates: [], reasons: [], benchmarks: [META], records: [], ...more })
const withRun = (run: Partial<ScoresDocument['run']>): Partial<MarkdownInput> => ({
  document: { ...DOCUMENT, run: { ...DOCUMENT.run, ...run } },
})
const linesOf = (text: string) => text.split('\n')
/** Cells of a row: what stands between pipes that are not escaped. */
const cellsOf = (row: string) =>
  row
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim())
/** Rows of each table. */
const tablesOf = (text: string) =>
  text
    .split(/\n\n+/)
    .filter((block) => block.startsWith('|'))
    .map((block) =>
      linesOf(block)
        .filter((line) => line !== '')
        .map(cellsOf),
    )

describe('the report of a run', () => {
  test('begins with what ran and how it ended', () => {
    expect(linesOf(report()).slice(0, 6)).toEqual([
      '## holdfast: demo',
      '',
      '**Exit 0**: complete',
      '',
      '- candidate: openai:demo',
      '- run kestrel-0412, seed 7',
    ])
  })

  test('gives the reasons for exit 1', () => {
    const document = { ...DOCUMENT, exitCode: 1 }
    expect(report({ document, reasons: ['1 of 2 rules broken', 'partial: 3 of 4 items ran'] })).toContain(
      '\n**Exit 1**: 1 of 2 rules broken; partial: 3 of 4 items ran\n',
    )
  })

  test('marks a partial run and names a shard', () => {
    const document = { ...DOCUMENT, run: { ...DOCUMENT.run, partial: true, shard: '2/4' }, exitCode: 75 }
    const text = report({ document, reasons: ['interrupted'] })
    expect(text).toContain('\n**Exit 75**: interrupted (partial)\n')
    expect(text).toContain('- run kestrel-0412, seed 7, shard 2/4\n')
  })

  test('has the figures of tasks and of the suite, with their intervals', () => {
    expect(tablesOf(report())).toEqual([
      [
        ['', 'score', '95 % interval', 'items'],
        ['---', '---:', '---', '---:'],
        ['Task one', '0.500', '0.250 to 0.750', '3'],
        ['overall', '0.600', '', '3'],
      ],
    ])
    expect(report()).toContain('\n4 items: 2 passed, 1 failed, 1 unscored\n')
  })

  test('leaves out a task without a figure, and a suite that has no scores', () => {
    const { demo } = DOCUMENT.suites
    const only = (metrics: ScoresDocument['suites'][string]['metrics']) => ({
      ...DOCUMENT,
      suites: demo ? { demo: { ...demo, metrics } } : {},
    })
    expect(tablesOf(report({ document: only({}) }))[0]).toHaveLength(2)
    expect(report({ document: { ...DOCUMENT, suites: {} } })).not.toContain('###')
  })

  test('has what stands beside the headline before it', () => {
    const display = {
      headline: { key: 'overall', label: 'overall' },
      beside: [
        { key: 'other', label: 'another' },
        { key: 'absent', label: 'absent' },
      ],
      taskKeys: {},
      rows: [],
    }
    expect(tablesOf(report({ benchmarks: [{ ...META, display }] }))[0]?.slice(2)).toEqual([
      ['another', '0.100', '', '3'],
      ['overall', '0.600', '', '3'],
    ])
  })

  test('has percentages with two digits', () => {
    const display = { headline: { key: 'overall', label: 'overall' }, taskKeys: {}, rows: [], percent: true }
    expect(tablesOf(report({ benchmarks: [{ ...META, display }] }))[0]?.at(-1)).toEqual(['overall', '0.60', '', '3'])
  })

  test('marks every figure of simulated models', () => {
    const roles = { candidate: { model: 'openai:demo', simulated: false }, judge: { model: 'sim:judge', simulated: true } }
    const gates: EvaluatedGate[] = [{ metric: 'demo overall', rule: 'min 0.5', value: 0.6, verdict: 'held' }]
    const text = report({ ...withRun({ roles }), gates })
    expect(text).toContain('\n> **Simulated models**: these figures say nothing about a real one.\n')
    expect(text).toContain('- candidate: openai:demo\n- judge: sim:judge (simulated)\n')
    const [held, figures] = tablesOf(text)
    expect(held?.[2]?.[1]).toBe('0.600 sim')
    expect(figures?.slice(2).map((cells) => cells[1])).toEqual(['0.500 sim', '0.600 sim'])
    expect(report()).not.toContain(' sim')
  })
})

describe('beside and below the figures', () => {
  const roles = { candidate: { model: 'openai:demo', simulated: false }, judge: { model: 'openai:judge', simulated: false } }

  test('stands the certificate of the judge, and of no other role', () => {
    const lines = linesOf(report({ ...withRun({ roles }), certificate: 'pairwise 83.7 %, agreement 91.8 % (Vanilla)' }))
    expect(lines.filter((line) => /^- (candidate|judge)/.test(line))).toEqual([
      '- candidate: openai:demo',
      '- judge: openai:judge · pairwise 83.7 %, agreement 91.8 % (Vanilla)',
    ])
    expect(report(withRun({ roles }))).toContain('\n- judge: openai:judge\n')
  })

  test('stand the rows of the terminal, and what known answers told of the judge', () => {
    const display = {
      headline: { key: 'overall', label: 'overall' },
      taskKeys: {},
      rows: [
        { label: 'more', keys: ['other'], note: '(of all)' },
        { label: 'compare', text: 'chance is 50 %' },
      ],
    }
    const { demo } = DOCUMENT.suites
    const metrics = { ...demo?.metrics, 'judge.specificity.ec': { value: 0.9, n: 20, ci95: [0.7, 0.97] as [number, number] } }
    const document = { ...DOCUMENT, suites: demo ? { demo: { ...demo, metrics } } : {} }
    const text = report({ document, benchmarks: [{ ...META, display }] })
    expect(text).toContain(
      '\n\n- more: other 0.100, (of all)\n- compare: chance is 50 %\n- judge: specificity ec 90.0 % (70 to 97, n 20)\n',
    )
    const simulated = { ...document, run: { ...document.run, roles: { judge: { model: 'sim:judge', simulated: true } } } }
    expect(report({ document: simulated, benchmarks: [{ ...META, display }] })).toContain(
      '\n- more: sim, other 0.100, (of all)\n- compare: chance',
    )
  })
})

describe('the table of gates', () => {
  const GATES: EvaluatedGate[] = [
    { metric: 'demo overall', rule: 'min 0.5', value: 0.6, ci95: [0.4, 0.8], verdict: 'held' },
    {
      metric: 'demo overall',
      rule: 'maxDrop 0.1',
      value: 0.6,
      base: 0.9,
      change: -0.3,
      ci95: null,
      verdict: 'broken',
      because: 'fell by 0.3',
    },
    { metric: 'demo overall', rule: 'max 0.7 strict', value: 0.6, ci95: [0.4, 0.8], verdict: 'undecided', because: 'wide' },
    { metric: 'llmbar score', rule: 'suite did not run', value: null, verdict: 'pending', because: 'not shown' },
  ]

  test('has a row for each rule', () => {
    expect(tablesOf(report({ gates: GATES }))[0]).toEqual([
      ['gate', 'now', 'base', 'change', '95 % interval', 'rule', 'verdict'],
      ['---', '---:', '---:', '---:', '---', '---', '---'],
      ['demo overall', '0.600', '–', '–', '0.400 to 0.800', 'min 0.5', 'held'],
      ['demo overall', '0.600', '0.900', '-0.300', '', 'maxDrop 0.1', '**BROKEN**'],
      ['demo overall', '0.600', '–', '–', '0.400 to 0.800', 'max 0.7 strict', 'undecided'],
      ['llmbar score', '–', '–', '–', '', 'suite did not run', 'pending'],
    ])
  })

  test('is followed by what broke a rule or left it undecided', () => {
    const listed = linesOf(report({ gates: GATES })).filter((line) => /^- (broken|undecided|pending|held)/.test(line))
    expect(listed).toEqual(['- broken demo overall: fell by 0.3', '- undecided demo overall: wide'])
  })

  test('is followed by why a metric misleads alone, whatever came out', () => {
    const gates: EvaluatedGate[] = [{ metric: 'demo forgetting', rule: 'max 1', value: 0, verdict: 'held', note: 'read it with *d*' }]
    expect(linesOf(report({ gates }))).toContain('- note on demo forgetting: read it with \\*d\\*')
  })

  test('is left out where there are no gates', () => {
    expect(report()).not.toContain('verdict')
  })
})

describe('items below their threshold', () => {
  const listed = (text: string) => linesOf(text).filter((line) => /^- item/.test(line))

  test('are at most five, of how many, and of this suite alone', () => {
    const records = [
      item('elsewhere', { suite: 'another' }),
      item('passed', { status: 'passed' }),
      ...Array.from({ length: 7 }, (_, index) => item(`item-${index}`, { reason: `Failed for reason ${index}.` })),
    ]
    const text = report({ records })
    expect(text).toContain('<details><summary>7 items below their threshold</summary>\n\n- ')
    expect(listed(text)).toHaveLength(5)
    expect(text).not.toContain('elsewhere')
    expect(text).toContain('\n\n</details>\n')
  })

  test('begin with those that passed in the baseline', () => {
    const records = Array.from({ length: 7 }, (_, index) => item(`item-${index}`, { reason: `Failed for reason ${index}.` }))
    expect(
      listed(report({ records, benchmarks: [{ ...META, regressed: ['item-6', 'item-2'] }] })).map((line) => line.replace(/:.*/, '')),
    ).toEqual(['- item-2 (passed in the baseline)', '- item-6 (passed in the baseline)', '- item-0', '- item-1', '- item-3'])
  })

  test('that failed for the same reason say it once', () => {
    const records = Array.from({ length: 9 }, (_, index) => item(`item-${index}`))
    expect(listed(report({ records, benchmarks: [{ ...META, regressed: ['item-3', 'item-1'] }] }))).toEqual([
      '- item-1, item-3 (passed in the baseline): Failed to pass.',
      '- item-0, item-2, item-4, item-5, item-6 and 2 more: Failed to pass.',
    ])
  })

  test('name the criteria that are not met with the reasons, each once, and no more of the message', () => {
    const reason = [
      'Failed to pass the rubric: total 0.000, threshold 1.000.',
      '  received  "No."',
      '  lost      is kind 1 of 3 points: It is curt.',
      '  lost      gives a date 2 of 3 points: None is given.',
    ].join('\n')
    expect(listed(report({ records: [item('item', { reason })] }))).toEqual(['- item: gives a date: None is given; is kind: It is curt'])
  })

  test('show the whole message where nobody said why', () => {
    const reason = 'Failed to pass the rubric: total 0.000, threshold 1.000.\n  received  "No."\n  lost      all points'
    expect(listed(report({ records: [item('item', { reason })] }))).toEqual([
      '- item: Failed to pass the rubric: total 0.000, threshold 1.000. received "No." lost all points',
    ])
  })

  test('are left out where every item passes', () => {
    expect(report({ records: [item('item', { status: 'passed' })] })).not.toContain('details')
  })
})

/** What a model, a data set or a server may say to be read as markup, each with what would give it away. */
const HOSTILE = [
  ['HTML', '<img src=x onerror=alert(1)>'],
  ['the end of the list of items', 'nothing</details>\n\n# All gates held'],
  ['a cell', 'one | **BROKEN** | two'],
  ['an escaped pipe', 'one \\| two'],
  ['a heading on a line of its own', 'one\n\n## Exit 0\n\ntwo'],
  ['a table on lines of its own', 'one\n\n| a | b |\n| --- | --- |\n| c | d |\n'],
  ['a link', '[click](https://evil.example)'],
  ['an image', '![x](https://evil.example/pixel.png)'],
  ['code', '`code` ```\nfence\n```'],
  ['emphasis', '**bold** __bold__ *it* _it_ ~~gone~~'],
  ['a mention and an issue', '@everyone #1'],
  ['an entity', '&lt;b&gt; &#x3c;b&#x3e;'],
  ['a comment', '<!-- hidden -->'],
  ['line separators', 'one\u2028## two\u2029## three\r## four'],
  ['a list', '- one'],
  ['a numbered list', '1. one'],
  ['a quotation', '> [!NOTE]\n> one'],
  ['a box to tick', '[ ] one [x] two'],
  ['a formula', '$x$ $$y$$ $`z`$'],
  ['a footnote', '[^1]\n\n[^1]: one'],
] as const

describe.each(HOSTILE)('a text with %s', (_name, hostile) => {
  const places: Readonly<Record<string, (text: string) => Partial<MarkdownInput>>> = {
    'as the reason of an item': (text) => ({ records: [item('item', { reason: text })] }),
    'as the id of an item': (text) => ({ records: [item(text)] }),
    'as a model': (text) => withRun({ roles: { candidate: { model: text, simulated: false } } }),
    'as a role': (text) => withRun({ roles: { [text]: { model: 'openai:demo', simulated: false, served: ['one', 'two'] } } }),
    'as a shard': (text) => withRun({ shard: text }),
    'as a run': (text) => withRun({ id: text }),
    'as a reason for exit 1': (text) => ({ reasons: [text] }),
    'as the cause of a broken gate': (text) => ({ gates: [{ metric: text, rule: text, value: 1, verdict: 'broken', because: text }] }),
    'as the title of a task': (text) => ({ benchmarks: [{ ...META, tasks: [{ task: 'one', title: text }] }] }),
    'as a suite': (text) => ({
      benchmarks: [{ ...META, suite: text }],
      document: { ...DOCUMENT, suites: { [text]: DOCUMENT.suites.demo as ScoresDocument['suites'][string] } },
    }),
  }

  test.each(Object.entries(places))('%s says no more than a harmless one', (_place, place) => {
    const [text, plain] = [report(place(hostile)), report(place('harmless'))]
    // As many lines, of the same kinds, and tables of the same shape.
    const kinds = (of: string) => linesOf(of).map((line) => /^(#+ |\| |- |> |<\/?details>|\*\*Exit|\*\*)?/.exec(line)?.[0])
    expect(kinds(text)).toEqual(kinds(plain))
    expect(tablesOf(text).map((table) => table.map((row) => row.length))).toEqual(
      tablesOf(plain).map((table) => table.map((row) => row.length)),
    )
    // Nothing is left that means something in markdown or HTML, but for what the report itself has.
    const markup = (of: string) =>
      of.replace(/\\[\\|`<>*_[\]#~@]/g, '').match(/[<`[\]@~_]|\*\*|&(?!amp;)|(?<=\S.*)#|[\r\u2028\u2029]/g) ?? []
    expect(markup(text)).toEqual(markup(plain))
  })
})

test('a long reason is cut', () => {
  const text = report({ records: [item('item', { reason: 'word '.repeat(10_000) })] })
  expect(text.length).toBeLessThan(1000)
})

test('a reason is cut before it is escaped, so that no escape is cut in two', () => {
  const line = linesOf(report({ records: [item('item', { reason: `${'a'.repeat(199)}|b` })] })).find((entry) => entry.startsWith('- item:'))
  expect(line).toBe(`- item: ${'a'.repeat(199)}\\|`)
})
