import { describe, expect, test } from 'vitest'
import { anyNames, count, flag, listOf } from './optionTypes.ts'

describe('yes or no', () => {
  test.each([
    [true, true],
    [false, false],
    ['1', true],
    ['0', false],
  ])('%j is %s', (given, value) => expect(flag.parse(given)).toBe(value))

  test.each(['', 'yes', 'no', 'true', 'false', '2', ' 1', '01', 1, 0, null, undefined, []])('%j is neither', (given) => {
    expect(flag.safeParse(given).success).toBe(false)
  })
})

describe('a whole number from 1', () => {
  test.each([
    [1, 1],
    [200, 200],
    ['1', 1],
    ['200', 200],
    ['007', 7],
  ])('may be %j', (given, value) => expect(count.parse(given)).toBe(value))

  test.each(['', ' ', '0', '-1', '+1', '1.5', '1e3', '0x10', ' 5', '5 ', 'five', '1,000', '1_000', '٣', '9'.repeat(30)])(
    'is not the text %j',
    (given) => expect(count.safeParse(given).success).toBe(false),
  )

  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60, true, null, undefined, [1], '1n'])('is not the value %j', (given) =>
    expect(count.safeParse(given).success).toBe(false),
  )

  test('of another type is told that it is none', () => {
    for (const given of ['many', true, null])
      expect(count.safeParse(given).error?.issues).toMatchObject([{ message: 'expected a whole number' }])
  })
})

describe('a list of names out of some', () => {
  const list = listOf(['red', 'green', 'light-blue'])

  test.each<[unknown, readonly string[]]>([
    ['red', ['red']],
    ['green,red', ['green', 'red']],
    [' green ,\tred\n', ['green', 'red']],
    [['light-blue'], ['light-blue']],
    [
      ['light-blue', 'green'],
      ['light-blue', 'green'],
    ],
  ])('may be %j', (given, names) => expect(list.parse(given)).toEqual(names))

  test('has a name once that was given twice, where it came first', () => {
    expect(list.parse('red,green,red,red')).toEqual(['red', 'green'])
    expect(list.parse(['green', 'red', 'green'])).toEqual(['green', 'red'])
  })

  test.each<[unknown]>([
    [''],
    [','],
    ['red,'],
    [',red'],
    ['red;green'],
    ['Red'],
    [['red', ' green']],
    [[]],
    [[1]],
    [null],
    [undefined],
    [1],
    [{}],
  ])('is not %j', (given) => expect(list.safeParse(given).success).toBe(false))

  test('with a wrong name tells which one, and those there are', () => {
    const { issues = [] } = list.safeParse('red,blue').error ?? {}
    expect(issues).toHaveLength(1)
    expect(issues[0]?.path).toEqual([1])
    for (const name of ['red', 'green', 'light-blue']) expect(issues[0]?.message).toContain(`"${name}"`)
  })
})

describe('a list of any names', () => {
  test.each<[unknown, readonly string[]]>([
    ['arc', ['arc']],
    ['arc-challenge, mmlu , arc-challenge', ['arc-challenge', 'mmlu']],
    ['集合', ['集合']],
    [
      ['b', 'a'],
      ['b', 'a'],
    ],
  ])('may be %j', (given, names) => expect(anyNames.parse(given)).toEqual(names))

  test.each<[unknown]>([[''], [' '], ['a,,b'], ['a,'], [[]], [['']], [[1]], [7], [null]])('is not %j', (given) => {
    expect(anyNames.safeParse(given).success).toBe(false)
  })

  test('may be left out where it is optional', () => expect(anyNames.optional().parse(undefined)).toBeUndefined())
})
