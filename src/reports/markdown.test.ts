import { describe, expect, test } from 'vitest'
import { gateParts } from '../../test/gateParts.ts'
import type { ItemRecord } from '../core/format/records.ts'
import { type GateResult, ORDINARY_TESTS, type Presentation, type ScoresDocument } from '../core/format/scoresDocument.ts'
import { type MarkdownInput, markdownReport } from './markdown.ts'

type Shown = Record<'demo', Presentation>

const DISPLAY = { headline: { key: 'overall', label: 'overall' }, taskKeys: { one: 'task.one' }, rows: [] }
const shown = (display: Shown['demo']['display'], title = 'Task one'): Shown => ({
  demo: { roles: [], tasks: [{ task: 'one', title }], display },
})

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
      headline: 'overall',
      metrics: {
        'task.one': { value: 0.5, n: 3, ci95: [0.25, 0.75] },
        overall: { value: 0.6, n: 3, ci95: null, range: [0, 1] },
        other: { value: 0.1, n: 3, ci95: null },
      },
    },
  },
  presentation: shown(DISPLAY),
  usage: {},
  gates: [],
  exitCode: 0,
}

const HEADLINE = { key: 'overall', label: 'overall', range: [0, 1] as [number, number], digits: 3 }

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

const report = (more: Partial<MarkdownInput> = {}) => markdownReport({ document: DOCUMENT, figures: [], records: [], run: 'now', ...more })
const withRun = (run: Partial<ScoresDocument['run']>): Partial<MarkdownInput> => ({
  document: { ...DOCUMENT, run: { ...DOCUMENT.run, ...run } },
})
const withDocument = (own: Partial<ScoresDocument>): Partial<MarkdownInput> => ({ document: { ...DOCUMENT, ...own } })
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
  test('begins with the decision, the rules with their distances, and what changed', () => {
    const gates: GateResult[] = [
      { ...gateParts('demo', 'overall', 'min 0.7'), value: 0.6, ci95: [0.4, 0.8], verdict: 'broken' },
      {
        ...gateParts('demo', 'overall', 'maxDrop 0.1'),
        value: 0.6,
        base: 0.9,
        change: -0.3,
        ci95: [-0.4, -0.2],
        verdict: 'broken',
        because: 'fell by 0.300',
      },
      { ...gateParts('demo', 'other', 'max 0.5'), value: 0.1, verdict: 'held' },
    ]
    const metric = {
      key: 'overall',
      base: 0.9,
      now: 0.6,
      change: -0.3,
      ci95: [-0.4, -0.2] as [number, number],
      verdict: 'worse',
      detectable: 0.1,
    } as const
    const run = {
      ...DOCUMENT.run,
      startedAt: '2026-11-23T10:00:00.000Z',
      finishedAt: '2026-11-23T10:04:00.000Z',
      limit: 4,
      data: { demo: { source: 'bundled', sha256: 'ab'.repeat(32), items: 90 } },
    }
    const baseline = {
      name: 'main',
      run: 'r',
      startedAt: '2026-11-02T10:00:00.000Z',
      model: 'openai:before',
      suites: { demo: { metric, paired: 3, newlyFailing: 1, fixed: 0 } },
    }
    const usage = { candidate: { calls: 4, cached: 0, promptTokens: 9, completionTokens: 9, usd: 1.2 } }
    const presentation = { demo: { roles: [], tasks: [], headline: HEADLINE } }
    const text = report(withDocument({ gates, run, baseline, usage, presentation, exitCode: 1, reasons: ['2 of 3 gates broken'] }))
    expect(linesOf(text).slice(0, 17)).toEqual([
      '## ✗ Do not release: 2 of 3 gates broken',
      '',
      '**openai:demo** (2026-11-23) vs **main** (openai:before, 2026-11-02, 21 days older)',
      '',
      '- ✗ demo overall **0.600**: gate at least 0.7, 0.100 short. Its interval holds the gate: chance alone may have done this; fell by 0.300',
      '',
      '**SAMPLE** 4 of 90 items, at most 4 a task · 4 min · $1.20 · exit 1  ',
      '**1** newly failing · **0** fixed  ',
      '1 of 3 scored items is below the threshold, which decides nothing.  ',
      '1 item without a score: 1 unscored, 0 in error. They are in no mean.  ',
      '',
      '| suite | scale | now | rests on | base | change | verdict | newly failing | fixed |',
      '| --- | --- | ---: | --- | ---: | ---: | --- | ---: | ---: |',
      '| demo | 0–1 | **0.600** | 3 items | 0.900 | -0.300 (-0.400 to -0.200) | ▼ worse | 1 | 0 |',
      '',
      'next: `npx holdfast compare main now` tests its metrics, and pairs its items',
      '',
    ])
  })

  test('says what is known where there are no rules, no baseline and no times', () => {
    expect(linesOf(report()).slice(0, 14)).toEqual([
      '## demo 0.600 of 1',
      '',
      '**openai:demo**',
      '',
      '**FULL** all 4 items · exit 0  ',
      '1 of 3 scored items is below the threshold, which decides nothing.  ',
      '1 item without a score: 1 unscored, 0 in error. They are in no mean.  ',
      '',
      '| suite | scale | now | rests on | 95 % interval | scored | below threshold |',
      '| --- | --- | ---: | --- | --- | ---: | ---: |',
      '| demo | 0–1 | **0.600** | 3 items | – | 3 | 1 |',
      '',
      'next: `npx holdfast show now --below` lists the items below their threshold',
      '',
    ])
  })

  test('gives the reasons for exit 1', () => {
    const text = report(withDocument({ exitCode: 1, reasons: ['no item ran', 'interrupted'] }))
    expect(linesOf(text)[0]).toBe('## ✗ Failed: no item ran')
    expect(text).toContain('\n- ✗ interrupted\n')
  })

  test('marks a partial run and names a shard', () => {
    const run = { ...DOCUMENT.run, partial: true, incomplete: { ran: 1 }, shard: '2/4' }
    const text = report(withDocument({ run, exitCode: 75, reasons: ['interrupted'] }))
    expect(linesOf(text)[0]).toBe('## ? Not decided: the run is incomplete')
    expect(text).toContain('- run: kestrel-0412, seed 7, shard 2/4, holdfast 0.1.0\n')
  })

  test('has the figures of tasks and of the suite, and how its items ended', () => {
    const records = [item('a'), item('b', { status: 'passed' }), item('c', { status: 'error', error: 'no answer to c' })]
    expect(tablesOf(report({ records })).slice(1, 2)).toEqual([
      [
        ['score', 'value', '95 % interval', 'items', 'passed'],
        ['---', '---:', '---:', '---:', '---:'],
        ['Task one', '0.500', '0.250 to 0.750', '3', '1 of 2'],
        ['overall', '0.600', '', '3', '1 of 2'],
      ],
    ])
    expect(report({ records })).toContain('\n4 items: 2 passed, 1 failed, 1 unscored\n\n- 1 x: no answer to …\n')
  })

  test('leaves out a suite that has no scores', () => expect(report({ document: { ...DOCUMENT, suites: {} } })).not.toContain('###'))

  test('says once that models are simulated, before any figure of a table', () => {
    const roles = { candidate: { model: 'openai:demo', simulated: false }, judge: { model: 'sim:judge', simulated: true } }
    const text = report(withRun({ roles }))
    expect(text.match(/SIMULATED/g)).toHaveLength(1)
    expect(text.indexOf('SIMULATED')).toBeLessThan(text.indexOf('| suite'))
    expect(text).toContain('- candidate: openai:demo\n- judge: sim:judge (simulated)\n')
    expect(report()).not.toContain('SIMULATED')
  })

  test('lists tests with dialogues without a table of figures', () => {
    const data = { demo: { source: ORDINARY_TESTS, sha256: 'ab', items: 4 } }
    const text = report(withRun({ data }))
    expect(linesOf(text)[0]).toBe('## ✗ 1 of 4 tests with dialogues failed')
    expect(text).not.toContain('| suite |')
  })
})

describe('beside and below the figures', () => {
  const roles = { candidate: { model: 'openai:demo', simulated: false }, judge: { model: 'openai:judge', simulated: false } }

  test('stands the certificate of the judge, and of no other role', () => {
    const lines = linesOf(
      report({ ...withRun({ roles }), standing: { line: 'pairwise 83.7 %, agreement 91.8 % (Vanilla)', proof: 'better' } }),
    )
    expect(lines.filter((line) => /^- (candidate|judge)/.test(line))).toEqual([
      '- candidate: openai:demo',
      '- judge: openai:judge · pairwise 83.7 %, agreement 91.8 % (Vanilla)',
    ])
    expect(report(withRun({ roles }))).toContain('\n- judge: openai:judge\n')
  })

  test('stand the rows of the terminal, and what known answers told of the judge', () => {
    const display = {
      ...DISPLAY,
      rows: [
        { label: 'more', keys: ['other'], note: '(of all)' },
        { label: 'compare', text: 'chance is 50 %' },
      ],
    }
    const { demo } = DOCUMENT.suites
    const metrics = {
      ...demo?.metrics,
      'judge.specificity.ec': { value: 0.9, n: 20, ci95: [0.7, 0.97] as [number, number], group: 'specificity', part: 'ec' },
    }
    const document = { ...DOCUMENT, presentation: shown(display), suites: demo ? { demo: { ...demo, metrics } } : {} }
    const text = report({ document })
    expect(text).toContain(
      '\n\n- more: other 0.100, (3 items), (of all)\n- compare: chance is 50 %\n- judge: on answers known to be right or wrong: wrong rejected, error correction 90.0 % (70 to 97, n 20)',
    )
  })
})

describe('the table of gates', () => {
  const GATES: GateResult[] = [
    { ...gateParts('demo', 'overall', 'min 0.5'), value: 0.6, ci95: [0.4, 0.8], verdict: 'held' },
    {
      ...gateParts('demo', 'overall', 'maxDrop 0.1'),
      value: 0.6,
      base: 0.9,
      change: -0.3,
      ci95: null,
      verdict: 'broken',
      because: 'fell by 0.3',
    },
    { ...gateParts('demo', 'overall', 'max 0.7 strict'), value: 0.6, ci95: [0.4, 0.8], verdict: 'undecided', because: 'wide' },
    { ...gateParts('llmbar', 'score', 'suite did not run'), value: null, verdict: 'pending', because: 'not shown' },
  ]

  test('has a row for each rule', () => {
    expect(tablesOf(report(withDocument({ gates: GATES })))[1]).toEqual([
      ['gate', 'n', 'now', 'base', 'change', '95 % interval', 'bound', 'verdict'],
      ['---', '---:', '---:', '---:', '---:', '---:', '---', '---'],
      ['demo overall', '3', '0.600 of 1', '', '', '0.400 to 0.800', 'min 0.5', 'held'],
      ['demo overall', '3', '0.600 of 1', '0.900', '-0.300', '', 'maxDrop 0.1', '**BROKEN**'],
      ['demo overall', '3', '0.600 of 1', '', '', '0.400 to 0.800', 'max 0.7 strict', 'undecided'],
      ['llmbar score', '', '–', '', '', '', 'suite did not run', 'pending'],
    ])
  })

  test('is followed by what broke a rule or left it undecided', () => {
    const listed = linesOf(report(withDocument({ gates: GATES }))).filter((line) => /^- [A-Z]+: /.test(line))
    expect(listed).toEqual(['- BROKEN: demo overall: fell by 0.3', '- UNDECIDED: demo overall: wide'])
  })

  test('is followed by why a metric misleads alone, whatever came out', () => {
    const gates: GateResult[] = [{ ...gateParts('demo', 'forgetting', 'max 1'), value: 0, verdict: 'held', note: 'read it with *d*' }]
    expect(linesOf(report(withDocument({ gates })))).toContain('- ! note: demo forgetting: read it with \\*d\\*')
  })

  test('is left out where there are no gates', () => expect(report()).not.toContain('| gate |'))
})

test('items below their threshold are folded below the figures, those of this suite alone', () => {
  const records = [item('elsewhere', { suite: 'another' }), item('here')]
  const text = report({ records, figures: [{ suite: 'demo', comparison: { regressed: ['here'], lost: 1 } }] })
  expect(text).toContain(
    [
      '<details><summary>Items below their threshold</summary>',
      'Below the threshold: 1 of 1 scored. They do not decide the exit code.',
      '1 of them passed in the baseline; those come first.',
      '- here: Failed to pass.',
      '</details>',
    ].join('\n\n'),
  )
  expect(text).not.toContain('elsewhere')
  expect(report({ records: [item('item', { status: 'passed' })] })).not.toContain('below their threshold</summary>')
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
    'as what an item lost': (text) => ({ records: [item('item', { reason: `Failed.\n  lost      ${text} 1 of 2 points: ${text}` })] }),
    'as the id of an item': (text) => ({ records: [item(text)] }),
    'as a model': (text) => withRun({ roles: { candidate: { model: text, simulated: false } } }),
    'as a role': (text) => withRun({ roles: { [text]: { model: 'openai:demo', simulated: false, served: ['one', 'two'] } } }),
    'as a shard': (text) => withRun({ shard: text }),
    'as a run': (text) => withRun({ id: text }),
    'as a reason for exit 1': (text) => withDocument({ exitCode: 1, reasons: ['no item ran', text] }),
    'as the reason in the heading': (text) => withDocument({ exitCode: 1, reasons: [text] }),
    'as the name of a run’s folder': (text) => ({ run: text }),
    'as the model of the baseline': (text) =>
      withDocument({ baseline: { name: 'main', run: 'r', startedAt: '', model: text, suites: { demo: { incomparable: text } } } }),
    'as the cause of a broken gate': (text) =>
      withDocument({ gates: [{ metric: text, rule: text, value: 1, verdict: 'broken', because: text }], exitCode: 1 }),
    'as the title of a task': (text) => withDocument({ presentation: shown(DISPLAY, text) }),
    'as a suite': (text) => ({ document: { ...DOCUMENT, suites: { [text]: DOCUMENT.suites.demo as ScoresDocument['suites'][string] } } }),
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
