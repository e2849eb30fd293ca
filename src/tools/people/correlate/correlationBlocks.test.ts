import { describe, expect, test } from 'vitest'
import { markdownBlocks } from '../../../reports/blocks/markdownBlocks.ts'
import { terminalBlocks } from '../../../reports/blocks/terminalBlocks.ts'
import type { CorrelatedKind } from './correlateKinds.ts'
import { type CorrelationReport, correlationBlocks } from './correlationBlocks.ts'

const figure = (value: number) => ({ value, ci95: [value - 0.1, value + 0.1] as const })
const measure = (value: number, variance: number) => ({
  n: 1200,
  variance,
  pearson: figure(value),
  spearman: figure(value / 2),
  kendall: { value: value / 4, ci95: null },
})
const kind: CorrelatedKind = {
  labelled: 1200,
  measures: { 'judge openai:m': measure(0.8, 1.512), 'ROUGE-1': measure(0.2, 0.0163), 'logic, by the judge': measure(0.4, 0) },
  people: { n: 40, pearson: figure(0.84), spearman: null, kendall: null },
  suite: 'kieval',
  kind: 'overall',
  raters: 3,
  references: { 'the right choice': 1100 },
}
const report: CorrelationReport = { simulated: false, kinds: [kind], missing: { METEOR: 'not computed' }, notes: ['A note.'] }

describe('the correlations', () => {
  test('stand one below the other with their intervals and variances', () => {
    const lines = terminalBlocks(correlationBlocks(report), 80)
    expect(lines.slice(0, 12)).toEqual([
      ' kieval: overall',
      ' 1,200 labelled answers by 3 raters.',
      '',
      '                         n      Pearson        Spearman  Kendall  variance',
      ' judge openai:m      1,200  0.800 (0.70  0.400 (0.30 to    0.200     1.512',
      '                               to 0.90)           0.50)',
      ' ROUGE-1             1,200  0.200 (0.10  0.100 (0.00 to    0.050     0.016',
      '                               to 0.30)           0.20)',
      ' logic, by the       1,200  0.400 (0.30  0.200 (0.10 to    0.100         0',
      ' judge                         to 0.50)           0.30)',
      ' people, each other     40  0.840 (0.74               –        –',
      '                               to 0.94)',
    ])
    expect(lines).toContain(' No ROUGE and BLEU of 100 answers: there is no reference.')
    expect(lines).toContain(' METEOR: not computed.')
  })

  test('are a table in markdown, the interval behind the figure', () => {
    expect(markdownBlocks(correlationBlocks(report))).toContain(
      '| judge openai:m | 1,200 | 0.800 (0.70 to 0.90) | 0.400 (0.30 to 0.50) | 0.200 | 1.512 |',
    )
  })

  test('let no name of a run act on a screen or in markdown', () => {
    const name = 'judge \u001b[31mred\n|<b>@team'
    const hostile = {
      ...report,
      kinds: [{ ...kind, suite: 's\u0007', measures: { [name]: measure(0.5, 1) }, references: { 'x\u001b]0;t': 1 } }],
    }
    for (const lines of [terminalBlocks(correlationBlocks(hostile), 80), markdownBlocks(correlationBlocks(hostile))])
      for (const line of lines) expect([...line].filter((character) => character < ' ')).toEqual([])
    expect(markdownBlocks(correlationBlocks(hostile)).join('\n')).not.toMatch(/<b>|@team/)
  })
})
