import { describe, expect, test } from 'vitest'
import { madeDocument } from '../../../test/madeDocument.ts'
import { metricComparison } from '../../../test/metricComparison.ts'
import { suiteComparison } from '../../../test/suiteComparison.ts'
import type { ItemRecord } from '../../core/format/records.ts'
import type { GateResult } from '../../core/format/scoresDocument.ts'
import type { MetricComparison } from '../../core/stats/compareRecords.ts'
import type { ComparedRun } from '../../deciding/compare/comparedRun.ts'
import type { SuiteComparison } from '../../deciding/compare/suiteComparison.ts'
import { markdownBlocks } from '../blocks/markdownBlocks.ts'
import { pageBlocks } from '../blocks/pageBlocks.ts'
import { terminalBlocks } from '../blocks/terminalBlocks.ts'
import { displayWidth } from '../layout.ts'
import { type ComparisonView, comparisonBlocks } from './comparisonBlocks.ts'

const run = (name: string, model = 'openai:demo', simulated = false): ComparedRun => ({
  name,
  document: { suites: {}, run: { roles: { candidate: { model, simulated } } } } as unknown as ComparedRun['document'],
  records: [],
})

function comparison(suite: string, metrics: readonly MetricComparison[], more: Partial<SuiteComparison> = {}): SuiteComparison {
  return suiteComparison(suite, metrics, {
    paired: 40,
    fullMarks: { onlyA: 2, onlyB: 1, both: 30, neither: 7 },
    lost: ['x/1', 'x/2'],
    gained: ['y/1'],
    shown: {
      title: 'Demo 2.0',
      headline: { key: 'score', label: 'points kept', unit: 'share', range: [0, 1], digits: 3 },
      labels: { score: 'points kept', slow: 'seconds of an answer that a person waited for, mean over all items' },
      ranges: { score: [0, 1], slow: [0, 60] },
    },
    ...more,
  })
}

const worse = metricComparison({ key: 'score', a: 0.9, b: 0.7, change: -0.2, ci95: [-0.3, -0.1], p: 0.001, verdict: 'worse' })
const unsure = metricComparison({ key: 'score', a: 0.9, b: 0.8, change: -0.1, ci95: [-0.3, 0.1], p: 0.3, detectable: 0.25 })
const same = metricComparison({ key: 'score' })
const slow = metricComparison({
  key: 'slow',
  a: 10,
  b: 12,
  change: 2,
  ci95: [0.1, 4],
  p: 0.04,
  detectable: 3,
  needed: { change: 1, items: 130 },
})

const VIEW: ComparisonView & { width: number } = { width: 80, flipped: false, all: false }
const linesOf = (comparisons: readonly SuiteComparison[], view: Partial<typeof VIEW> = {}, a = run('main'), b = run('latest')) =>
  terminalBlocks(comparisonBlocks(a, b, comparisons, { ...VIEW, ...view }), view.width ?? VIEW.width)

test('what is known of the judge stands beside the verdict, where one judged', () => {
  const judged = run('latest')
  const roles = { ...judged.document?.run.roles, judge: { model: 'openai:strict', simulated: false } }
  const document = { ...judged.document, run: { ...judged.document?.run, roles } } as ComparedRun['document']
  const said = (standing?: ComparedRun['standing']) =>
    linesOf([comparison('one', [worse])], {}, run('main'), { ...judged, document, standing }).join('\n')
  expect(said({ line: 'uncertified', proof: 'none' })).toContain(' Judge openai:strict, uncertified.')
  expect(said()).not.toContain('Judge')
})

test('pictures colour no verdict of runs that are not alike', () => {
  const picture = (more: Partial<SuiteComparison>) =>
    pageBlocks(comparisonBlocks(run('main'), run('latest'), [comparison('one', [worse], more)], VIEW)).html
  expect(picture({})).toContain('<g class="bad">')
  expect(picture({ warning: 'made with other data' })).not.toContain('<g class="bad">')
  expect(picture({ warning: 'made with other data' })).toContain('<g class="neutral">')
})

describe('two runs for the terminal', () => {
  test('begin and end with the verdict over all suites', () => {
    const lines = linesOf([comparison('one', [worse]), comparison('three', [unsure]), comparison('two', [same])])
    const verdict = [' B against A: worse in one; cannot tell in three; same figure in two (by chance', '   5 % a suite, 14 % over all 3)']
    expect([lines.slice(0, 2), lines.slice(-2)]).toEqual([verdict, verdict])
  })

  test('keep the words of a verdict and its first suite on one line', () => {
    const unlike = comparison('four', [worse], { warning: 'made with other data' })
    for (let width = 40; width < 80; width += 1) {
      const text = linesOf([comparison('three', [unsure]), comparison('two', [same]), unlike], { width }).join('\n')
      for (const whole of ['cannot tell in three', 'same figure in two', 'not comparable in four'])
        expect(text, `${width}`).toContain(whole)
    }
  })

  test('say what the verdicts mean that name no winner, where they stand', () => {
    const textOf = (...comparisons: readonly SuiteComparison[]) => linesOf(comparisons).join(' ').replace(/\s+/g, ' ')
    const [open, none] = ['“cannot tell”: the figures differ by no more than chance may do', '“same figure”: both runs have it.']
    const both = textOf(comparison('three', [unsure]), comparison('two', [same]))
    expect([both.includes(open), both.includes(none)]).toEqual([true, true])
    const told = textOf(comparison('one', [worse]))
    expect([told.includes(open), told.includes(none)]).toEqual([false, false])
  })

  test('name the suites that one of them lacks', () => {
    const of = (name: string, ...suites: string[]) => ({ ...run(name), records: suites.map((suite) => ({ suite }) as ItemRecord) })
    const textOf = (b: ComparedRun) => linesOf([comparison('one', [same])], {}, of('main', 'one', 'two', 'six'), b).join('\n')
    expect(textOf(of('latest', 'one', 'ten'))).toContain(' Not compared: two and six are only in A, ten is only in B.\n')
    expect(textOf(of('latest', 'one', 'two', 'six'))).not.toContain('Not compared')
  })

  test('have a row for each suite with the scale of its headline, before anything else of it', () => {
    const lines = linesOf([comparison('one', [worse, slow]), comparison('two', [same])])
    const head = lines.indexOf(' suite  scale   n      A      B   B - A  95 % interval     verdict')
    expect(lines.slice(head, head + 3)).toEqual([
      ' suite  scale   n      A      B   B - A  95 % interval     verdict',
      ' one    0 to 1  4  0.900  0.700  -0.200  -0.300 to -0.100  worse',
      ' two    0 to 1  4  0.700  0.700   0.000                    same figure',
    ])
  })

  test('name each suite, its headline and unit, and how many items fail newly or are fixed', () => {
    const text = linesOf([comparison('one', [worse])]).join('\n')
    expect(text).toContain(' one, Demo 2.0: points kept (share)\n   40 items, all paired: 2 newly failing, 1 fixed, 30 passed in both\n')
  })

  test('say of a headline without a verdict what these items tell', () =>
    expect(linesOf([comparison('one', [unsure])])).toContain('   With 40 items a change of 0.250 would be told in 9 of 10 runs.'))

  test('say of what somebody asked about how many items it takes', () => {
    const text = linesOf([comparison('one', [worse, slow])])
      .join(' ')
      .replace(/\s+/g, ' ')
    expect(text).toContain('in 9 of 10 runs; to tell 1 takes about 130 items.')
  })

  test('say why an interval clear of 0 may have no verdict', () => {
    const text = linesOf([comparison('one', [worse, slow])]).join('\n')
    expect(text).toMatch(/ \+2\.00 +\+0\.10 to \+4\.00 +cannot tell$/m)
    expect(text.replace(/\s+/g, ' ')).toContain('of 20 metrics that did not change one looks so.')
    // Nobody is led to the one metric that works.
    expect(text).not.toContain('--metric')
    expect(linesOf([comparison('one', [worse])]).join('\n')).not.toContain('of 20')
  })

  test('answer what it takes of the headline first, by its name, also where it is told or its scale has no such change', () => {
    const asked = (own: Partial<MetricComparison>, change?: number) =>
      terminalBlocks(
        comparisonBlocks(run('main'), run('latest'), [comparison('one', [{ ...worse, ...own }, slow])], { ...VIEW, change }),
        200,
      )
    const needed = { change: 1, items: 60 }
    const other =
      '   seconds of an answer that a person waited for, mean over all items: with 40 items a change of 3.00 would be told in 9 of 10 runs; to tell 1 takes about 130 items.'
    const of = (text: string) => [`   points kept: ${text}`, other]
    const told = (lines: readonly string[]) => lines.filter((line) => /(?:with 40|what) .*(?:items|vary)\.?/i.test(line))
    expect(told(asked({ detectable: 0.2, needed }, 1))).toEqual(
      of('with 40 items a change of 0.200 would be told in 9 of 10 runs; to tell 1 takes about 60 items.'),
    )
    expect(told(asked({ needed }, 1))).toEqual(
      of('with 40 items no change on its scale would be told in 9 of 10 runs; to tell 1 takes about 60 items.'),
    )
    expect(told(asked({}, 1))).toEqual(of('what it takes is not known, since these items do not tell how far it varies.'))
    expect(told(asked({}))).toEqual([other])
  })

  test('list the clearest changes beside the headline, and every metric with --all', () => {
    const others = Array.from({ length: 8 }, (_, at) =>
      metricComparison({ key: `part.${at}`, change: at === 7 ? 0 : -0.1, p: at === 7 ? 1 : 0.1 + at / 10 }),
    )
    const told = { ...(others[5] as MetricComparison), verdict: 'worse' as const }
    const metrics = [worse, ...others.with(5, told)]
    const listed = (all: boolean) =>
      linesOf([comparison('one', metrics)], { all }).flatMap((line) => /^ {3}(part\.\d) /.exec(line)?.[1] ?? [])
    expect(listed(false)).toEqual(['part.5', 'part.0', 'part.1'])
    expect(listed(true)).toHaveLength(8)
    expect(linesOf([comparison('one', metrics)])).toContain('   5 more metrics: add --all')
    expect(linesOf([comparison('one', metrics)], { all: true }).join('\n')).not.toContain('--all')
  })

  test('say when runs are not alike, and that models were simulated', () => {
    const text = linesOf([comparison('one', [worse], { warning: 'made with other data' })], {}, run('main', 'sim:oracle', true)).join('\n')
    expect(text).toContain('   NOT ALIKE: made with other data\n')
    expect(text).toMatch(/^ one .* worse, not alike$/m)
    expect(text.match(/SIMULATED/g)).toHaveLength(1)
    expect(linesOf([comparison('one', [worse])]).join('\n')).not.toContain('SIMULATED')
  })

  test.each([80, 140])('are never wider than %i columns, nor break a word', (width) => {
    const long = `openai:${'a-model-of-a-very-long-name/'.repeat(4)}7b`
    const comparisons = ['a-suite-of-a-rather-long-name-of-a-users-own', '河岸上的问题'].map((suite) => comparison(suite, [worse, slow]))
    const lines = linesOf(comparisons, { width, flipped: true, all: true }, run('main'), run('2026-11-22T0905-kestrel-0412', long))
    for (const line of lines) expect(displayWidth(line), line).toBeLessThanOrEqual(width)
    const text = lines.join('\n')
    for (const word of ['seconds', 'answer', 'person', 'waited', 'items', 'cannot tell']) expect(text).toContain(word)
  })
})

test('of no item that changed one way a list says so', () => {
  const lines = linesOf([{ ...comparison('one', [worse]), lost: [], gained: ['b'] }], { ...VIEW, flipped: true }).map((line) => line.trim())
  expect(lines.slice(lines.indexOf('newly failing, passed in A only'))).toEqual(
    expect.arrayContaining(['newly failing, passed in A only', 'none', 'fixed, passed in B only', 'b']),
  )
  expect(lines.filter((line) => line === 'none')).toHaveLength(1)
  expect(lines).toContainEqual(expect.stringMatching(/^Read one, as \S+ has it: npx holdfast show \S+ b$/))
})

test('markdown begins and ends with the verdict, and has a scale where it is not that of the headline', () => {
  const lines = markdownBlocks(comparisonBlocks(run('main', 'sim:oracle', true), run('latest'), [comparison('one', [worse, slow])], VIEW))
  expect([lines[0], lines.at(-1)]).toEqual(Array(2).fill('**B against A: worse in one**'))
  expect(lines).toContain('| one | 0 to 1 | 4 | 0.900 | 0.700 | -0.200 | -0.300 to -0.100 | worse | 2 | 1 |')
  expect(lines.join('\n')).toMatch(/\| seconds of an answer [^|]+ \(0 to 60\) \| 4 \| 10\.00 \| 12\.00 \|/)
  expect(lines.join('\n')).toContain('> **SIMULATED')
})

test('says which runs are at the floor or below, whatever the verdict between them', () => {
  const at = (name: string, value: number): ComparedRun => {
    const metrics = { score: { value, n: 40, ci95: null, floor: 0.708, better: 'higher' } }
    return { ...run(name), document: { ...run(name).document, suites: { demo: { metrics } } } as unknown as ComparedRun['document'] }
  }
  const said = (a: number, b: number) =>
    linesOf([comparison('demo', [worse])], {}, at('main', a), at('latest', b))
      .join(' ')
      .replaceAll(/\s+/g, ' ')
  expect(said(0.5, 0.708)).toContain('get: A (floor 0.708), B (floor 0.708).')
  expect(said(0.9, 0.4)).toContain('get: B (floor 0.708).')
  expect(said(0.9, 0.8)).not.toContain('floor')
})

describe('gates of the later run against the earlier one', () => {
  const drop: GateResult = {
    metric: 'demo slow',
    suite: 'demo',
    key: 'slow',
    rule: 'maxDrop 0.02',
    kind: 'maxDrop',
    bound: 0.02,
    way: 'worse',
    value: 12,
    verdict: 'broken',
    base: 10,
    change: 2,
  }
  const least: GateResult = { ...drop, rule: 'min 0.75', kind: 'min', bound: 0.75, way: 'value', base: undefined, change: undefined }
  const first = madeDocument({ run: { id: 'siskin-0001' } })
  const of = ({ id, startedAt }: { id: string; startedAt: string }) => ({ name: 'main', run: id, startedAt, model: 'm', suites: {} })
  const gated = (gates: readonly GateResult[], baseline = of(first.run)): ComparedRun => ({
    ...run('latest'),
    document: madeDocument({ gates: [...gates], baseline }),
  })
  const earlier: ComparedRun = { ...run('main'), document: first }
  const screen = (metrics: readonly MetricComparison[], b: ComparedRun, a = earlier) =>
    comparisonBlocks(a, b, [comparison('demo', metrics)], VIEW)
  const said = (...given: Parameters<typeof screen>) =>
    terminalBlocks(screen(...given), 400).filter((line) => line.startsWith(' The gate on '))
  const NAME = 'seconds of an answer that a person waited for, mean over all items'
  const begin = (rule = 'maxDrop 0.02, surely worse than the baseline') => ` The gate on ${NAME} (demo, ${rule})`
  const held = { ...metricComparison({ key: 'score', a: 0.9, b: 0.9 }) }
  const together = { ...slow, level: 0.05 / 12 }

  test('are told from the verdict below the heading, on every face', () => {
    const text = `${begin()} is broken: it tests this metric alone. Among 12 metrics tested together the change is not sure.`
    const lines = terminalBlocks(screen([held, together], gated([drop])), 400)
    expect(lines.slice(0, 2)).toEqual([' B against A: same figure in demo', text])
    expect(markdownBlocks(screen([held, together], gated([drop]))).join('\n')).toContain('it tests this metric alone')
    expect(pageBlocks(screen([held, together], gated([drop]))).html).toContain('it tests this metric alone')
  })

  test.each<[string, readonly MetricComparison[], GateResult, string]>([
    [
      'by the number alone',
      [held, { ...together, p: 0.4 }],
      { ...drop, way: 'value' },
      `${begin('maxDrop 0.02, the number alone')} is broken: it looks at the number. That the metric changed is not sure.`,
    ],
    [
      'on a bound',
      [held, together],
      least,
      `${begin('min 0.75, the number alone')} is broken: it is about the figure of latest, not about its change.`,
    ],
    [
      'that are held on a bound',
      [worse, { ...slow, verdict: 'worse' }],
      { ...least, verdict: 'held' },
      `${begin('min 0.75, the number alone')} is held: it is about the figure of latest, not about its change.`,
    ],
    [
      'that allow the change',
      [worse, { ...slow, verdict: 'worse', change: 0.01 }],
      { ...drop, verdict: 'held' },
      `${begin()} is held: the change is sure, and no more than it allows.`,
    ],
    [
      'of another metric than the verdict',
      [held, { ...slow, verdict: 'worse' }],
      drop,
      `${begin()} is broken, as this metric is worse. The verdict on demo is that on points kept.`,
    ],
    [
      'that an early end decided',
      [held, { ...together, p: 0.4 }],
      { ...drop, early: { units: 4, ofUnits: 9, items: 20, ofItems: 40, risk: 0.01 } },
      `${begin()} is broken: it was decided when 20 of 40 items had run.`,
    ],
    [
      'that stay open for their own reason',
      [worse, { ...slow, verdict: 'worse' }],
      { ...drop, verdict: 'undecided', because: 'another judge answered' },
      `${begin()} is undecided: another judge answered.`,
    ],
  ])('%s say why', (_, metrics, gate, text) => expect(said(metrics, gated([gate]))).toEqual([text]))

  test('are not mentioned where the word is the same, and where the run was held against another one', () => {
    const isWorse = [worse, { ...slow, verdict: 'worse' as const }]
    expect(said(isWorse, gated([drop]))).toEqual([])
    expect(
      said(
        [held, slow],
        gated([
          { ...drop, verdict: 'held' },
          { ...drop, verdict: 'undecided', because: 'open' },
        ]),
      ),
    ).toEqual([])
    expect(said([held, together], gated([drop], of({ ...first.run, id: 'linnet-0002' })))).toEqual([])
    const mean = { ...earlier, document: madeDocument({ run: { ...first.run, meanOf: 3 } }) }
    expect(said([held, together], gated([drop]), mean)).toEqual([])
    // A gate that was compared with nothing tells nothing of the change.
    expect(said([held, together], gated([{ ...drop, base: undefined, change: undefined }]))).toEqual([])
    expect(said([held], gated([drop]))).toEqual([])
  })
})
