import { describe, expect, test } from 'vitest'
import { fivePoints, YES_NO } from '../../../../judging/questions/labelQuestion.ts'
import { label } from '../../labels/label.ts'
import { madeQuestion, madeSheet } from '../../test/madeRatingSheet.ts'
import { packSheet } from '../ratingPage.ts'
import { keysOf, labelLines, pointOfKey, pointWords } from './sheetData.ts'

const FIVE = fivePoints('ignores it', 'in part', 'follows it')
const PAIR = [
  { value: 0, text: 'Output B' },
  { value: 1, text: 'Output A' },
]
const WIDE = [-1, 0.5, 1, 10].map((value) => ({ value, text: `${value}` }))

describe('a key', () => {
  test.each([
    ['0', 0],
    ['1', 1],
    ['n', 0],
    ['Y', 1],
    ['2', undefined],
    ['a', undefined],
    ['', undefined],
  ])('%j on a scale of yes and no answers %s', (key, value) => expect(pointOfKey(key, YES_NO)?.value).toBe(value))

  test('is the value of a point, not its place', () =>
    expect(['0', '1', '5', '6', 'y'].map((key) => pointOfKey(key, FIVE)?.value)).toEqual([undefined, 1, 5, undefined, undefined]))

  test('is a letter on no other scale of two', () => {
    expect(pointOfKey('y', PAIR)).toBeUndefined()
    expect(pointOfKey('1', PAIR)?.text).toBe('Output A')
  })

  test('is none for a value that is no single digit', () => expect(WIDE.map((point) => keysOf(point, WIDE))).toEqual([[], [], ['1'], []]))
})

test.each([
  [{ value: 1, text: '1: ignores it' }, 'ignores it'],
  [{ value: 2, text: '2' }, ''],
  [{ value: 1, text: '10: all' }, '10: all'],
  [{ value: 1, text: 'Yes' }, 'Yes'],
  [{ value: 0.5, text: '0.5: half' }, 'half'],
])('the words of %j beside its value are %j', (point, words) => expect(pointWords(point)).toBe(words))

const sha256 = 'ab'.repeat(32)

describe('exported labels', () => {
  test('are one a line in the order of the questions, in the form of a file of labels', () => {
    const sheet = packSheet(madeSheet([1, 2, 3].map((number) => madeQuestion(number, { sha256, trial: number - 1 }))))
    const lines = labelLines(
      sheet,
      new Map([
        [2, 0],
        [0, 1],
      ]),
    )
    expect(lines).toBe(
      `{"suite":"parcels","item":"parcel-1","trial":0,"question":"verdict/1","sha256":"${sha256}","rater":"ann","value":1}\n` +
        `{"suite":"parcels","item":"parcel-3","trial":2,"question":"verdict/1","sha256":"${sha256}","rater":"ann","value":0}\n`,
    )
    for (const line of lines.trimEnd().split('\n')) expect(label.safeParse(JSON.parse(line)).success).toBe(true)
  })

  test('are none where nothing is answered', () => expect(labelLines(packSheet(madeSheet([madeQuestion(1)])), new Map())).toBe(''))
})
