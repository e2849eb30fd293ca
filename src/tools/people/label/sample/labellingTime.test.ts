import { expect, test } from 'vitest'
import type { LabelQuestion } from '../../../../judging/questions/labelQuestion.ts'
import { YES_NO } from '../../../../judging/questions/scales.ts'
import { labellingTime } from './labellingTime.ts'

const asked = (...texts: string[]): LabelQuestion => ({
  question: 'q',
  kind: 'k',
  ask: '',
  scale: YES_NO,
  shown: texts.map((text) => ({ title: 'User', text })),
})
const words = (count: number) => Array(count).fill('word').join(' ')

test('238 words are a minute, and each judgement ten seconds', () => {
  expect(labellingTime([{ questions: [asked(words(238))] }])).toBeCloseTo(70, 9)
})

test('a text that several questions of an item show is read once, and again for another item', () => {
  const one = { questions: [asked(words(238)), asked(words(238))] }
  expect(labellingTime([one])).toBeCloseTo(80, 9)
  expect(labellingTime([one, one])).toBeCloseTo(160, 9)
})

test('a Chinese character counts as a word', () => {
  expect(labellingTime([{ questions: [asked('这是一个 test。')] }])).toBeCloseTo((5 / 238) * 60 + 10, 9)
})
