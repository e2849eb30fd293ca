import { describe, expect, test } from 'vitest'
import { fivePoints, type LabelQuestion, YES_NO } from '../../../judging/questions/labelQuestion.ts'
import { doubtSize } from './population.ts'

const SURE = Math.sqrt(0.1)
const base: LabelQuestion = { question: 'q', kind: 'criterion', ask: 'Is it?', scale: YES_NO, shown: [], judge: 1 }
const rating = (judge: number, votes?: number[]): LabelQuestion => ({ ...base, scale: fivePoints('a', 'b', 'c'), judge, votes })
const pair = (order: 'forward' | 'reverse', judge: number): LabelQuestion => ({
  ...base,
  question: order,
  kind: 'preference',
  judge,
  shown: (order === 'forward' ? ['one', 'two'] : ['two', 'one']).map((text) => ({ title: text, text, isJudged: true })),
})

describe('the size of a record', () => {
  test('is that of a sure verdict where one vote says yes or no, or the end of a scale', () => {
    expect(doubtSize([base], {})).toBeCloseTo(SURE, 12)
    expect(doubtSize([rating(1)], {})).toBeCloseTo(SURE, 12)
    expect(doubtSize([rating(5, [5, 5, 5])], {})).toBeCloseTo(SURE, 12)
    expect(doubtSize([{ ...base, judge: undefined }], {})).toBeCloseTo(SURE, 12)
    expect(doubtSize([], {})).toBeCloseTo(SURE, 12)
  })

  test('rises with how far the votes are from the judge’s value', () => {
    // One of three says otherwise: a third of the votes is off by the whole scale.
    expect(doubtSize([{ ...base, votes: [1, 1, 0] }], {})).toBeCloseTo(Math.sqrt(0.1 + 1 / 3), 12)
    expect(doubtSize([rating(3, [1, 3, 5])], {})).toBeCloseTo(Math.sqrt(0.1 + (2 * 0.25) / 3), 12)
    expect(doubtSize([rating(3, [3, 3, 3])], {})).toBeCloseTo(SURE, 12)
  })

  test('is larger the nearer a single rating is to the middle', () => {
    const [end, near, middle] = [1, 2, 3].map((value) => doubtSize([rating(value)], {})) as [number, number, number]
    expect(end).toBeLessThan(near)
    expect(near).toBeLessThan(middle)
    expect(doubtSize([rating(4)], {})).toBeCloseTo(near, 12)
  })

  test('is larger where the verdicts of both orders contradict each other', () => {
    // Output A is better in both orders: once the one, once the other.
    expect(doubtSize([pair('forward', 1), pair('reverse', 1)], {})).toBeCloseTo(Math.sqrt(0.1 + 0.5), 12)
    expect(doubtSize([pair('forward', 1), pair('reverse', 0)], {})).toBeCloseTo(SURE, 12)
  })

  test('is larger the more known answers the judge got wrong, and never above 1', () => {
    expect(doubtSize([base], { 'control_tp.empty': 1, 'control_fp.empty': 1, total: 1 })).toBeCloseTo(Math.sqrt(0.1 + 0.5), 12)
    expect(doubtSize([base], { 'control_tn.empty': 2 })).toBeCloseTo(SURE, 12)
    expect(doubtSize([{ ...base, votes: [1, 0] }], { 'control_fn.empty': 3 })).toBe(1)
  })

  test('is of the mean over its questions, however many there are', () => {
    const doubtful = { ...base, votes: [1, 1, 0] }
    expect(doubtSize([doubtful, doubtful, doubtful], {})).toBeCloseTo(doubtSize([doubtful], {}), 12)
    expect(doubtSize([doubtful, base], {})).toBeCloseTo(Math.sqrt(0.1 + 1 / 6), 12)
  })
})
