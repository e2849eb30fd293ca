import { expect, test } from 'vitest'
import { gateParts } from '../../../test/gateParts.ts'
import type { BaselineChanges } from '../../core/format/scoresDocument.ts'
import { gateNotes, shareText } from './ruleText.ts'

const gate = (rule: string, chance?: number) => ({
  ...gateParts('demo', 'score', rule),
  value: 0.7,
  verdict: 'held' as const,
  ...(chance && { chance }),
})
const baseline = (own: Partial<BaselineChanges>): BaselineChanges => ({
  name: 'main',
  run: 'r',
  startedAt: '',
  model: 'm',
  suites: {},
  ...own,
})
const DROP = [gate('maxDrop 0.02', 0.02)]

test('several rules say how often chance makes one of them red', () => {
  const gates = [gate('maxDrop 0.02', 0.02), gate('min 0.6', 0.1), gate('max 0.1')]
  expect(gateNotes({ gates, redByChance: 0.118 })).toEqual([
    'By these intervals a model that did not change is red by one of these 2 gates in about 12 % of runs.',
  ])
})

test('rules of which one was decided early, by the wider interval of few items, do not say it', () => {
  const early = { units: 4, ofUnits: 9, items: 4, ofItems: 9, risk: 0.05 }
  expect(gateNotes({ gates: [gate('min 0.6', 0.1), { ...gate('max 0.9', 0.1), early }], redByChance: 0.14 })).toEqual([])
})

test.each([
  [1, '2nd'],
  [2, '3rd'],
  [3, '4th'],
  [10, '11th'],
  [20, '21st'],
])('a run after %d gated ones is the %s', (earlier, which) =>
  expect(gateNotes({ gates: DROP, baseline: baseline({ earlier }) })).toEqual([
    expect.stringContaining(`This is the ${which} gated run of a candidate of this name against the baseline main. `),
  ]),
)

test('a baseline that was chosen says of how many, and the mean of several does not', () => {
  expect(gateNotes({ gates: DROP, baseline: baseline({ chosenOf: 4 }) })).toEqual([expect.stringContaining('was chosen of 4 runs')])
  expect(gateNotes({ gates: DROP, baseline: baseline({ chosenOf: 4, meanOf: 4 }) })).toEqual([])
})

test('rules that no baseline bears on say nothing of one', () =>
  expect(gateNotes({ gates: [gate('min 0.6')], baseline: baseline({ earlier: 3, chosenOf: 4 }) })).toEqual([]))

test.each([
  [0.0004, 'under 0.1 %'],
  [0.0246, 'about 2.5 %'],
  [0.118, 'about 12 %'],
])('%d is %s', (share, text) => expect(shareText(share)).toBe(text))
