import { describe, expect, test } from 'vitest'
import type { Gates } from '../../core/format/gates.ts'
import type { Metric } from '../../core/format/scoresDocument.ts'
import type { DoubtCounts } from '../doubtMetrics.ts'
import { itemsToBreak, itemsToDecide, refusal, unmeantGate } from './reasons.ts'

/** A figure with an interval of 0.1 to either side: an error of 0.051. */
const metric = (range: readonly [number, number] | undefined): Metric => ({ value: 0.7, n: 100, ci95: [0.6, 0.8], ...(range && { range }) })
const took = (seen: string, items: string) => `100 items ran. To tell ${seen} in 4 of 5 runs takes about ${items} items`

// 2.802 errors are to be the distance: items times (2.802 x 0.05102 / distance) squared.
test.each([
  [[0, 1], 0.75, undefined, took('a figure one point (0.01) from the bound', '20,000')],
  [[0, 10], 0.75, undefined, took('a figure one point (0.1) from the bound', '210')],
  // Without a scale a hundredth of the bound is a point; of a bound of 0 nothing is.
  [undefined, 50, undefined, took('a figure one point (0.5) from the bound', '9')],
  [undefined, 0, undefined, '100 items ran'],
  // Of a drop that is allowed no change is the distance.
  [[0, 1], 0.05, -1, took('that nothing changed', '820')],
] as const)('on the scale %j a rule of %d asks for so many items', (range, bound, worse, text) => {
  expect(itemsToDecide(metric(range), bound, [0.6, 0.8], 100, worse)).toBe(text)
})

// 0.8416 errors are to be the point that it falls further, 2.802 of them all that it falls.
test.each([
  [0.02, '2,300'],
  [0, '20,000'],
])('a drop of %d that is undecided asks for about %s items', (allowed, items) => {
  const said = took('a fall one point (0.01) larger than allowed', items)
  expect(itemsToBreak(metric([0, 1]), allowed, [-0.1, 0.1], 100, -1)).toContain(said)
})

const whyNoDoubt = (key: string, doubt: DoubtCounts | undefined) =>
  refusal(key, 'min', 0, { metrics: { score: { value: 0.5, n: 4, ci95: null } } }, { people: undefined, doubt })

test('a run whose verdicts tell no doubt says what to set', () => {
  for (const key of ['doubt_rate', 'sure.score', 'with_people.score'])
    expect(whyNoDoubt(key, undefined), key).toContain('Set HOLDFAST_DOUBT')
})

test('labels that are missing are counted', () => {
  const counts = { judged: 9, doubtful: 3, labelled: 1 }
  expect(whyNoDoubt('with_people.score', counts)).toBe(
    'people labelled 1 of 3 doubtful verdicts. Label the others: npx holdfast judge label latest --by doubtful',
  )
})

test('labels are not asked for where they change no score', () =>
  expect(whyNoDoubt('with_people.score', { judged: 9, doubtful: 3 })).toBe('labels of people change no score of this suite'))

test('a judge that is sure of nothing has no sure figure', () =>
  expect(whyNoDoubt('sure.score', { judged: 3, doubtful: 3, labelled: 0 })).toBe('all 3 verdicts are doubtful'))

test('a figure that no judge decides has none beside it', () =>
  expect(whyNoDoubt('sure.score', { judged: 3, doubtful: 1, labelled: 0 })).toMatch(/^no judgement decides score/))

test('other keys, and those beside a metric that is not there, are of another kind', () => {
  expect(whyNoDoubt('score', undefined)).toBeUndefined()
  expect(whyNoDoubt('corrected.score', undefined)).toContain('the project has no labels of it')
  for (const key of ['sure.scroe', 'surely']) expect(whyNoDoubt(key, undefined), key).toContain(`the run has no metric ${key}`)
})

describe('before a run a gate is refused for', () => {
  const score: Metric = { value: Number.NaN, n: 0, ci95: null, range: [0, 100] }
  const known = { overall: score, 'turn.4': score }
  const why = (rules: Gates[string]) => unmeantGate('demo', known, { demo: rules } as Gates)

  test.each<[string, object, string | undefined]>([
    ['nearly the name of a figure', { overal: { min: 50 } }, 'it has no figure overal. Did you mean overall?'],
    [
      'a bound off the scale',
      { overall: { min: 500 } },
      'overall runs from 0 to 100, so no run can keep min 500. Give a bound on that scale.',
    ],
    [
      'a share of percent',
      { overall: { min: 0.8 } },
      'overall runs from 0 to 100, so nearly every run keeps min 0.8. Give a bound on that scale.',
    ],
    ['two letters in another order', { ovreall: { min: 50 } }, 'it has no figure ovreall. Did you mean overall?'],
    ['a group of figures', { turn: { min: 50 } }, 'it has no figure turn. Did you mean one like turn.4?'],
    ['nearly a group of figures', { trn: { min: 50 } }, 'it has no figure trn. Did you mean one like turn.4?'],
    ['and not another number in the name', { 'turn.5': { min: 50 } }, undefined],
    ['nor more digits', { 'turn.14': { min: 50 } }, undefined],
    ['nor another letter, as of a task that is left out', { overalk: { min: 50 } }, undefined],
    ['nor a figure beside one', { 'corrected.overall': { min: 50 } }, undefined],
    ['nor a small drop', { overall: { maxDrop: 0.5 } }, undefined],
  ])('%s', (_name, rules, reason) => expect(why(rules as Gates[string])).toBe(reason))
})
