import { describe, expect, test } from 'vitest'
import { gateParts } from '../../test/gateParts.ts'
import { madeScores } from '../../test/madeDocument.ts'
import type { GateResult } from '../core/format/scoresDocument.ts'
import { terminalBlocks } from './blocks/terminalBlocks.ts'
import { gateBlocks } from './gateBlocks.ts'
import { displayWidth } from './layout.ts'

const figure = (label: string, range?: readonly [number, number]) => ({ value: 0.5, n: 4, ci95: null, label, ...(range && { range }) })
const SUITES = {
  demo: madeScores({
    metrics: { share: figure('share', [0, 100]), score: figure('points kept', [0, 1]), forgetting: figure('forgetting of what was said') },
  }),
}
const gateLines = (gates: readonly GateResult[], width = 80) =>
  terminalBlocks(gateBlocks({ suites: SUITES, gates: [...gates] }, 'main'), width)
const gate = (more: Partial<GateResult>): GateResult => ({
  ...gateParts('demo', 'score', 'min 0.9'),
  value: 0.777,
  verdict: 'held',
  ...more,
})

test('a gate that held says below the table why its metric misleads', () => {
  const note = 'what was never done is not forgotten'
  const lines = gateLines([{ ...gateParts('demo', 'forgetting', 'max 0.5'), value: 0, verdict: 'held', note }])
  expect(lines.join(' ').replace(/\s+/g, ' ')).toContain(` ! note demo forgetting (forgetting of what was said): ${note}`)
})

test('a figure stands with its scale beside its bound', () => {
  const lines = gateLines([gate({})])
  expect(lines).toContain(' demo score  4  0.777 of 1  min 0.9  held')
})

test('a rule about a change stands with the items that it compares, not with those of the run', () => {
  const lines = gateLines(
    [gate({ ...gateParts('demo', 'score', 'maxDrop 0.1'), base: 0.8, change: -0.023, ci95: [-0.09, 0.05], pairs: 3 })],
    120,
  )
  expect(lines.join('\n')).toMatch(/^ demo score {2}3 {2}0\.777 of 1 {2}0\.800 .* maxDrop 0\.1 {2}held$/m)
})

test('a figure of a wide scale has two decimals', () => {
  const lines = gateLines([gate({ ...gateParts('demo', 'share', 'min 60'), value: 84.917, ci95: [78.132, 89.869] })])
  expect(lines).toContain(' demo share  4  84.92 of 100  78.13 to 89.87  min 60  held')
})

test('a bound that is broken says by how much, with the metric in words', () => {
  const lines = gateLines([gate({ verdict: 'broken' }), gate({ verdict: 'broken', ...gateParts('demo', 'score', 'max 0.5') })])
  expect(lines).toContain(' BROKEN  demo score (points kept): gate at least 0.9, 0.123 short')
  expect(lines).toContain(' BROKEN  demo score (points kept): gate at most 0.5, 0.277 over')
})

test('a rule that is undecided says why', () => {
  const because = '100 items ran. To tell that nothing changed in 4 of 5 runs takes about 400 items'
  const text = gateLines([gate({ verdict: 'undecided', because })])
    .join(' ')
    .replace(/\s+/g, ' ')
  expect(text).toContain(`UNDECIDED demo score (points kept): ${because}`)
})

test('a rule that is worse than the baseline says which drop its pairs show, where they have not shown one', () => {
  const drop = gate({
    ...gateParts('demo', 'score', 'maxDrop 0.02'),
    base: 0.8,
    change: -0.023,
    ci95: [-0.05, 0.01],
    pairs: 96,
    shows: 0.0512,
  })
  const said = gateLines([drop]).join(' ').replace(/\s+/g, ' ')
  expect(said).toContain('shows demo score maxDrop 0.02: these 96 pairs show a fall of 0.051 in 4 of 5 runs')
  expect(gateLines([{ ...drop, verdict: 'broken' }]).join(' ')).not.toContain('these 96 pairs')
})

describe('the table', () => {
  const wide = gate({
    metric: 'a-suite-of-a-users-own persistent.writing.retained_given_satisfied.c3',
    rule: 'maxDrop 0.2 strict',
    base: 5,
    change: -0.489,
    ci95: [-11.053, -10.022],
    verdict: 'undecided',
    because: 'fell by 0.489, allowed 0.2. '.repeat(5),
  })

  test.each([80, 100, 140])('is never wider than %i columns, nor loses a verdict', (width) => {
    const lines = gateLines([wide, gate({ verdict: 'broken' })], width)
    for (const line of lines) expect(displayWidth(line), line).toBeLessThanOrEqual(width)
    expect(lines.some((line) => line.endsWith(' undecided'))).toBe(true)
    expect(lines.some((line) => line.endsWith(' BROKEN'))).toBe(true)
  })
})
