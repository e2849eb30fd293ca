import { describe, expect, test } from 'vitest'
import { decide, type Finding } from '../../suites/fb-bench/check/decide.ts'
import { checkSchema } from '../../suites/fb-bench/check/schema.ts'

/** What is found of each answer by one rule. */
function found(rule: unknown, answers: readonly string[]): Finding[] {
  const check = checkSchema.parse({ rules: [rule] })
  return answers.map((answer) => decide(check, answer))
}

/** All answers with the finding that each should have. */
function expectFindings(rule: unknown, expected: Readonly<Record<string, Finding>>): void {
  const answers = Object.keys(expected)
  expect(Object.fromEntries(found(rule, answers).map((finding, index) => [answers[index], finding]))).toEqual(expected)
}

describe('a number', () => {
  test('is read in digits, words, Chinese, fractions, percentages and LaTeX', () => {
    expectFindings(
      { number: 19 },
      {
        'You need nineteen socks.': 'met',
        '**19**': 'met',
        '一共要十九只。': 'met',
        '答案：19': 'met',
        'It is $\\boxed{19}$.': 'met',
        '20': 'unmet',
      },
    )
    expectFindings({ number: '3/4' }, { '0.75': 'met', '75 %': 'met', '$\\frac{3}{4}$': 'met', 四分之三: 'met', '0.7': 'unmet' })
    expectFindings({ number: 5780000000 }, { '5.78 billion': 'met', '57.8亿': 'met', '5,780,000,000': 'met', '57.8 billion': 'unmet' })
    expectFindings({ number: 299792458 }, { '299 792 458 m/s': 'met', '299\u202f792\u202f458': 'met', '$299{,}792{,}458$': 'met' })
    expectFindings({ number: -7 }, { 'x = −7': 'met', 'x = 7': 'unmet' })
  })

  test('that is denied, or beside a wrong one that is not, does not count', () => {
    expectFindings(
      { number: 2, unit: ['km', 'kilomet*'], wrong: [6] },
      {
        'Roughly 2 km.': 'met',
        'Two kilometres, not six.': 'met',
        'It was 6 km and not 2 km.': 'unmet',
        'It is 2 km. It is 6 km.': 'undecided',
        'It is 2 km or 6 km.': 'undecided',
        'If sound were slower, it would be 2 km.': 'undecided',
        'Is it 2 km?': 'undecided',
        'You say 6 km, but it is 2 km.': 'met',
        'The figure of 2 km is wrong.': 'unmet',
      },
    )
  })

  test('of a calculation claims nothing', () =>
    expectFindings({ number: 4, wrong: [12] }, { '3 · 4 = 12': 'unmet', '12 - 8 = 4': 'met', '84/21 = 3.5': 'undecided' }))
})

describe('a phrase', () => {
  const rule = { says: ['drive', 'take the car'], not: ['on foot'], topic: ['car'] }

  test('is read with its denials', () => {
    expectFindings(rule, {
      'Take the car.': 'met',
      'You should drive, not walk.': 'met',
      "Don't drive there.": 'unmet',
      'Go on foot.': 'unmet',
      'Go on foot, or drive.': 'undecided',
      'The car is what counts.': 'undecided',
      'Enjoy the weather.': 'unmet',
    })
  })

  test('may be a negation itself', () => {
    expectFindings(
      { says: ['not follow'], not: ['/^yes\\b/'] },
      { "It doesn't follow.": 'met', 'It is not true that it does not follow.': 'unmet', 'Yes, of course.': 'unmet', Hm: 'undecided' },
    )
  })

  test('with a gap in it is denied by a negation in the gap', () =>
    expectFindings({ says: ['null ... ignored'] }, { 'NULL values are ignored.': 'met', "NULL values aren't ignored.": 'unmet' }))

  test('is read of the one who is meant', () => {
    expectFindings(
      { says: ['knave', 'liar'], not: ['knight'], about: 'c', others: ['a', 'b'] },
      {
        '**Answer: knave**': 'met',
        'If A is a knight, B is a knave and C is a knave.': 'met',
        'C is a knight, A is a knave.': 'unmet',
        'C is not a knave.': 'unmet',
      },
    )
  })
})

test('dates and times are read in their usual forms', () => {
  expectFindings(
    { date: '05-23', wrong: ['05-30'] },
    { '23 May (not 30 May)': 'met', 'May 23rd': 'met', '5月23日': 'met', '2024-05-23': 'met', '30 May': 'unmet', 'the 23rd': 'undecided' },
  )
  expectFindings({ time: '19:00' }, { '7 p.m.': 'met', 晚上7点: 'met', '19:00': 'met', '18:00': 'unmet', '7:00': 'undecided' })
})

test('words and letters are counted in the part that is meant', () => {
  expectFindings(
    { count: { of: 'words', max: 3, in: 'code' } },
    { 'Here: `one two three`': 'met', '`one two three four`': 'unmet', None: 'undecided' },
  )
  expectFindings({ absent: ['letter:e'], in: 'last-line' }, { 'The line:\nA big cat': 'met', 'The line:\nThe cat': 'unmet' })
})

test('an answer that speaks of nothing but itself meets nothing', () => {
  const silent = ['', 'Thank you for pointing that out. I have corrected my answer.', '谢谢你的指正,我已经重新检查了。']
  expect(found({ any: [{ never: true }, { absent: ['x'] }] }, silent)).toEqual(['unmet', 'unmet', 'unmet'])
})

test('a rule that no program can read is undecided, and decides nothing beside others', () => {
  expectFindings({ all: [{ never: true }, { says: ['yes'], closed: true }] }, { 'yes indeed': 'undecided', 'it rains': 'unmet' })
  expectFindings({ any: [{ never: true }, { says: ['yes'], closed: true }] }, { 'yes indeed': 'met', 'it rains': 'undecided' })
})

test('a rule with a fault names it', () => {
  const message = (rule: unknown) => checkSchema.safeParse({ rules: [rule] }).error?.issues[0]?.message
  expect(message({ match: '(' })).toContain('expected a regular expression')
  expect(message({ say: ['x'] })).toContain('expected a rule with one of number, says')
  expect(message({ number: 'four' })).toBeDefined()
  expect(message({ says: ['(a'] })).toContain('expected a phrase')
})
