import { expect, test } from 'vitest'
import { type LabelQuestion, questionHash } from '../../../judging/questions/labelQuestion.ts'
import { copiesLast, type Label } from './label.ts'
import { LabelMatcher } from './matchLabels.ts'

const question: LabelQuestion = {
  question: 'verdict/1',
  kind: 'criterion',
  ask: 'Does the answer meet the criterion?',
  scale: [
    { value: 0, text: 'No' },
    { value: 1, text: 'Yes' },
  ],
  shown: [{ title: 'Assistant', text: 'Four.', isJudged: true }],
  judge: 1,
}
const record = { suite: 's', item: 'a', trial: 0 }
const label = (change: Partial<Label> = {}): Label => ({
  ...record,
  question: 'verdict/1',
  sha256: questionHash(question),
  rater: 'ann',
  value: 1,
  ...change,
})

test('a label counts for the text that it was given for, and for no other', () => {
  const matcher = new LabelMatcher([label(), label({ rater: 'ben', sha256: 'f'.repeat(64) })])
  expect(matcher.match(record, [question])[0]?.labels).toEqual([label()])
  expect(matcher.refused()).toEqual({ otherText: [label({ rater: 'ben', sha256: 'f'.repeat(64) })], unknown: [], offScale: [] })
})

test('labels of an item, a trial or a question that the run does not have are left over', () => {
  const others = [label({ item: 'b' }), label({ trial: 1 }), label({ question: 'verdict/2' })]
  const matcher = new LabelMatcher(others)
  expect(matcher.match(record, [question])[0]?.labels).toEqual([])
  expect(matcher.refused().unknown).toEqual(others)
})

test('a value that the scale does not have is left over', () => {
  const matcher = new LabelMatcher([label({ value: 2 })])
  expect(matcher.match(record, [question])[0]?.labels).toEqual([])
  expect(matcher.refused().offScale).toEqual([label({ value: 2 })])
})

test('of one rater the last label of a question counts', () => {
  const matcher = new LabelMatcher([label({ value: 0 }), label({ value: 1 })])
  expect(matcher.match(record, [question])[0]?.labels.map(({ value }) => value)).toEqual([1])
})

test('the hash changes with the sentence, the scale and the texts, and not with what the judge said', () => {
  const hash = questionHash(question)
  expect(questionHash({ ...question, judge: 0 } as LabelQuestion)).toBe(hash)
  const changed: Partial<LabelQuestion>[] = [
    { ask: 'Is it right?' },
    { scale: [{ value: 1, text: 'Yes' }] },
    { shown: [{ title: 'Assistant', text: 'Five.' }] },
    { shown: [{ title: 'User', text: 'Four.' }] },
  ]
  for (const change of changed) expect(questionHash({ ...question, ...change })).not.toBe(hash)
})

test('a file that a browser saved again comes after the one before, wherever its name stands', () => {
  const files = ['b (1).jsonl', 'a-ann (2).jsonl', 'a-ann (10).jsonl', 'a-ann.jsonl', 'a-ann(1).jsonl', 'b.jsonl', 'b.jsonl.gz']
  expect(copiesLast(files)).toEqual([
    'b.jsonl',
    'b (1).jsonl',
    'a-ann.jsonl',
    'a-ann(1).jsonl',
    'a-ann (2).jsonl',
    'a-ann (10).jsonl',
    'b.jsonl.gz',
  ])
})
