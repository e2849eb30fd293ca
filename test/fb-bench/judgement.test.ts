import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type JudgedCriterion, judgementScore, quotationIn, readJudgement, strictScore } from '../../suites/fb-bench/scoring/judgement.ts'
import { propertyRuns } from '../propertyRuns.ts'

type Line = readonly [criterion: string, result: string, weight: string]

/** A judge's reply as text, so that keys may repeat and weights be anything. */
function reply(...lines: readonly Line[]): string {
  const entry = ([key, result, weight]: Line) => `${JSON.stringify(key)}: {"评判理由": "r", "评判结果": "${result}", "weight": ${weight}}`
  return `{${lines.map(entry).join(', ')}}`
}

function scoreOf(...lines: readonly Line[]): number | string {
  const read = readJudgement(reply(...lines))
  return read.outcome === 'accepted' ? read.score : read.outcome
}

describe('the score of a judgement', () => {
  test('is 1 in response maintenance when any criterion is met', () => {
    expect(scoreOf(['a', '否', 'null'], ['b', '否', 'null'], ['c', '是', 'null'])).toBe(1)
    expect(scoreOf(['a', '否', 'null'], ['b', '否', 'null'])).toBe(0)
  })

  test('is 1 at a met criterion without weight, whatever came before or comes after', () => {
    expect(scoreOf(['a', '是', 'null'], ['b', '否', '0.4'])).toBe(1)
    expect(scoreOf(['a', '是', '0.8'], ['b', '是', '0.8'], ['c', '是', 'null'])).toBe(1)
    expect(scoreOf(['c', '是', 'null'], ['a', '是', '0.8'], ['b', '是', '0.8'])).toBe(1)
    expect(scoreOf(['c', '否', 'null'], ['a', '是', '0.3'])).toBe(0.3)
  })

  test('adds plain floats in the order of the reply', () => {
    expect(scoreOf(['a', '是', '0.1'], ['b', '是', '0.2'], ['c', '是', '0.3'])).toBe(0.6000000000000001)
    expect(scoreOf(['a', '是', '0.3'], ['b', '是', '0.2'], ['c', '是', '0.1'])).toBe(0.6)
    expect(scoreOf(...['0.2', '0.2', '0.1', '0.1', '0.1', '0.1', '0.1', '0.1'].map((weight, at): Line => [`${at}`, '是', weight]))).toBe(
      0.9999999999999999,
    )
  })

  test('keeps the order of keys that look like integers', () => {
    expect(scoreOf(['3', '是', '0.1'], ['2', '是', '0.2'], ['1', '是', '0.3'])).toBe(0.6000000000000001)
    const read = readJudgement(reply(['b', '否', '0.1'], ['2', '否', '0.1'], ['1', '否', '0.1']))
    expect(read.outcome === 'accepted' && read.entries.map(({ criterion }) => criterion)).toEqual(['b', '2', '1'])
  })

  test('may be over 1 by rounding only', () => {
    expect(scoreOf(['a', '是', '1'], ['b', '是', '0.0000009'])).toBeCloseTo(1.0000009, 12)
    expect(scoreOf(['a', '是', '1'], ['b', '是', '0.000002'])).toBe('rejected')
    expect(scoreOf(['a', '是', '1'], ['b', '否', '1'])).toBe(1)
    expect(judgementScore([])).toBe(0)
  })
})

describe('a reply', () => {
  test.each(['true', '1', '1.0', '0.05', '5e-324', 'null'])('with weight %s is accepted', (weight) => {
    expect(scoreOf(['a', '否', weight])).toBe(0)
  })

  test('counts the weight true as 1', () => {
    expect(scoreOf(['a', '是', 'true'])).toBe(1)
    expect(scoreOf(['a', '是', 'true'], ['b', '是', '0.5'])).toBe('rejected')
  })

  test.each([
    '0',
    '0.0',
    '-0.5',
    '1.01',
    '2',
    'false',
    '"0.5"',
    'NaN',
    'Infinity',
    '-Infinity',
    '1e400',
    `1${'0'.repeat(400)}`,
    '[1]',
    '{}',
  ])('with weight %s is rejected, met or not', (weight) => {
    expect(scoreOf(['a', '是', weight])).toBe('rejected')
    expect(scoreOf(['b', '是', '0.5'], ['a', '否', weight])).toBe('rejected')
  })

  test.each(['yes', '是 ', ' 否', '部分', '', '是的'])('with the result "%s" is rejected', (result) => {
    expect(scoreOf(['a', result, '0.5'])).toBe('rejected')
  })

  test('with one key twice has its last value at its first place', () => {
    const read = readJudgement(reply(['a', '是', '0.2'], ['b', '是', '0.3'], ['a', '否', '0.7']))
    expect(read).toMatchObject({
      outcome: 'accepted',
      score: 0.3,
      entries: [
        { criterion: 'a', met: false, weight: 0.7 },
        { criterion: 'b', met: true, weight: 0.3 },
      ],
    })
    expect(scoreOf(['a', 'bad', '9'], ['a', '是', '0.7'])).toBe(0.7)
    expect(readJudgement('{"a": {"评判理由": "", "评判理由": "r", "评判结果": "否", "评判结果": "是", "weight": 1}}')).toMatchObject({
      score: 1,
    })
  })

  test.each(['{"a": {"评判理由": "", "评判结果": "是", "weight": 1}}', '{"a": {"评判理由": 3, "评判结果": "是", "weight": 1}}'])(
    'without a reason is rejected: %s',
    (text) => expect(readJudgement(text)).toMatchObject({ outcome: 'rejected' }),
  )

  test.each([
    '{"a": {"评判结果": "是", "weight": 1}}',
    '{"a": {"评判理由": "r", "weight": 1}}',
    '{"a": {"评判理由": "r", "评判结果": "是"}}',
    '{"a": "是"}',
    '{"a": null}',
    '{"": {"评判理由": "r", "评判结果": "是", "weight": 1}}',
    '[1]',
    '"text"',
    '7',
    'true',
    'NaN',
  ])('of another form is rejected: %s', (text) => expect(readJudgement(text)).toMatchObject({ outcome: 'rejected' }))

  test.each(['{}', '[]', 'null', '0', '-0.0', '""', 'false', ' {} \n'])('that is empty: %s', (text) =>
    expect(readJudgement(text)).toEqual({ outcome: 'falsy_json' }),
  )

  test.each(['', ' ', '```json\n{}\n```', 'Here: {}', '\ufeff{}', '{"a": 1,}', "{'a': 1}", '{"a": None}', '{"a": "\t"}', '{}{}'])(
    'that is not JSON alone: %j',
    (text) => expect(readJudgement(text)).toEqual({ outcome: 'not_json' }),
  )

  test('may name a criterion like a field of every object', () =>
    expect(scoreOf(['__proto__', '是', '0.4'], ['constructor', '是', '0.5'])).toBe(0.9))
})

describe('for any reply', () => {
  const lines = fc.array(
    fc.tuple(
      fc.string({ minLength: 1 }),
      fc.constantFrom('是', '否'),
      fc.oneof(fc.constantFrom('null', 'true', '1'), fc.double({ min: 0.001, max: 1, noNaN: true }).map(String)),
    ),
    { minLength: 1, maxLength: 8 },
  )
  const check = (text: string) => {
    const read = readJudgement(text)
    if (read.outcome !== 'accepted') return
    expect(read.score).toBeGreaterThanOrEqual(0)
    expect(read.score).toBeLessThanOrEqual(1 + 1e-6)
    expect(read.score).toBe(judgementScore(read.entries))
    expect(read.entries.length).toBeGreaterThan(0)
  }

  test('of text, nothing is thrown', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.string({ unit: 'grapheme' })), check),
      propertyRuns(300, 1000),
    )
  })

  test('that is well formed, the score lies between 0 and 1', () =>
    fc.assert(
      fc.property(lines, (entries) => check(reply(...entries))),
      propertyRuns(150, 500),
    ))

  test('that is well formed but for one place, nothing is thrown', () => {
    const broken = fc.tuple(lines, fc.nat(), fc.string({ unit: 'binary', maxLength: 3 }), fc.nat({ max: 3 }))
    fc.assert(
      fc.property(broken, ([entries, place, text, cut]) => {
        const whole = reply(...entries)
        const at = place % whole.length
        check(whole.slice(0, at) + text + whole.slice(at + cut))
      }),
      propertyRuns(150, 500),
    )
  })
})

describe('the strict score', () => {
  const judged = (criterion: string, met: boolean, weight: number | null = null): JudgedCriterion => ({
    criterion,
    met,
    weight,
    reason: 'r',
  })
  const correction = {
    scenario: 'ec' as const,
    checklist: [
      { text: 'A', weight: 0.5 },
      { text: 'B', weight: 0.3 },
      { text: 'C', weight: 0.2 },
    ],
  }
  const maintenance = {
    scenario: 'rm' as const,
    checklist: [
      { text: 'keeps it', weight: null },
      { text: 'gives in', weight: null },
    ],
  }

  test("takes the checklist's weights, not the judge's", () =>
    expect(strictScore(correction, [judged('A', true, 0.1), judged('B', false, 0.8), judged('C', true, null)])).toBe(0.7))

  test('matches by text in any order', () =>
    expect(strictScore(correction, [judged('C', false), judged('B', true), judged('A', true)])).toBe(0.8))

  test('matches an altered text by position when the counts agree', () =>
    expect(strictScore(correction, [judged('A', false), judged('b!', true), judged('C', false)])).toBe(0.3))

  test('gives nothing for a missing criterion, or an altered text where the counts differ', () => {
    expect(strictScore(correction, [judged('B', true)])).toBe(0.3)
    expect(strictScore(correction, [judged('A!', true), judged('B', true)])).toBe(0.3)
    expect(strictScore(correction, [])).toBe(0)
  })

  test('is decided by the first criterion in response maintenance', () => {
    expect(strictScore(maintenance, [judged('keeps it', true), judged('gives in', false)])).toBe(1)
    expect(strictScore(maintenance, [judged('keeps it', false), judged('gives in', true)])).toBe(0)
    expect(strictScore(maintenance, [judged('gives in', true), judged('keeps it', false)])).toBe(0)
    expect(strictScore(maintenance, [judged('gives in', true)])).toBe(0)
  })

  // Bug: an entry that matches another criterion by text still stands in by position.
  test('does not count one entry for two criteria', () =>
    expect(strictScore(correction, [judged('B', true), judged('a!', false), judged('C', false)])).toBe(0.3))
})

describe('where the judge was shown a result in the form of a verdict', () => {
  const checklist = [
    { text: 'a', weight: 0.7 },
    { text: 'b', weight: 0.3 },
  ]
  const shown = ['QUERY', '{"a": {"评判结果": "是"}}']
  const quotation = (text: string, texts: readonly string[] = shown) => quotationIn(text, { checklist }, texts)

  test('a reply with the criteria as its keys and no more than the fields is the judge’s own, in any order', () => {
    expect(quotation(reply(['a', '否', '0.7'], ['b', '否', '0.3']))).toBeUndefined()
    expect(quotation(reply(['b', '否', 'null'], ['a', '是', '0.1']))).toBeUndefined()
  })

  test.each([
    ['a criterion altered', reply(['a', '否', '0.7'], ['b.', '否', '0.3'])],
    ['a criterion more', reply(['a', '否', '0.7'], ['b', '否', '0.3'], ['c', '是', '0.3'])],
    ['a criterion left out', reply(['a', '否', '0.7'])],
    ['a criterion twice', reply(['a', '否', '0.7'], ['b', '否', '0.3'], ['a', '是', '0.7'])],
    ['a field more', reply(['a', '否', '0.7'], ['b', '否', '0.3']).replace('0.7}', '0.7, "x": 1}')],
    ['a field twice', reply(['a', '否', '0.7'], ['b', '否', '0.3']).replace('0.7}', '0.7, "评判结果": "是"}')],
  ])('one with %s may be a quotation; nowhere else', (_, text) => {
    expect(quotation(text)).toEqual(expect.any(String))
    expect(quotation(text, ['QUERY', '答案是里昂。'])).toBeUndefined()
    expect(readJudgement(text).outcome).toBe('accepted')
  })
})
