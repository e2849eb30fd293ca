import { describe, expect, test } from 'vitest'
import { type LabelQuestion, YES_NO } from '../../../judging/questions/labelQuestion.ts'
import { type AskedRecord, askingOrder, deal, overlapOf } from './asking.ts'

const question = (name: string, texts: readonly string[]): LabelQuestion => ({
  question: name,
  kind: 'kind',
  ask: 'Is it?',
  scale: YES_NO,
  shown: texts.map((text) => ({ title: 'Assistant', text, isJudged: true })),
})
const interview = (key: string): AskedRecord => ({
  key,
  questions: ['1', '2', '3'].flatMap((round) => ['a', 'b', 'c', 'd'].map((aspect) => question(round + aspect, [`${key} answer ${round}`]))),
})
const interviews = ['x', 'y', 'z', 'u', 'v'].map(interview)

describe('the order in which a rater is asked', () => {
  test('keeps items together and rounds as they were, and shuffles items and the questions of a round', () => {
    const asked = askingOrder(interviews, 0, 'ann')
    expect(asked).toHaveLength(60)
    const blocks = Array.from({ length: 15 }, (_, index) => asked.slice(4 * index, 4 * index + 4))
    for (const block of blocks) {
      expect(new Set(block.map(({ key, question: { question: name } }) => `${key} ${name[0]}`)).size).toBe(1)
      expect(block.map(({ question: { question: name } }) => name[1]).sort()).toEqual(['a', 'b', 'c', 'd'])
    }
    const items = blocks.map(([first]) => first?.key)
    for (let index = 0; index < 15; index += 3) expect(new Set(items.slice(index, index + 3)).size).toBe(1)
    expect(blocks.map(([first]) => first?.question.question[0]).join('')).toBe('123'.repeat(5))
    const aspects = blocks.map((block) => block.map(({ question: { question: name } }) => name[1]).join(''))
    expect(new Set(aspects).size).toBeGreaterThan(5)
  })

  test('is another for another rater or seed, and the same whatever order the items come in', () => {
    const names = (records: readonly AskedRecord[], seed: number, rater: string) =>
      askingOrder(records, seed, rater).map(({ key, question: { question: name } }) => key + name)
    const ann = names(interviews, 0, 'ann')
    expect(names([...interviews].reverse(), 0, 'ann')).toEqual(ann)
    expect(names(interviews, 0, 'ben')).not.toEqual(ann)
    expect(names(interviews, 1, 'ann')).not.toEqual(ann)
  })

  test('asks a comparison with the outputs changed about after all others', () => {
    const pairs = ['p', 'q', 'r'].map((key) => ({
      key,
      questions: [question('forward', [`${key}1`, `${key}2`]), question('reverse', [`${key}2`, `${key}1`])],
    }))
    const asked = askingOrder(pairs, 0, 'ann').map(({ question: { question: name } }) => name)
    expect(asked).toEqual(['forward', 'forward', 'forward', 'reverse', 'reverse', 'reverse'])
  })
})

const item = (work: number, ...raters: string[]) => ({ work, labelledBy: new Set(raters) })

describe('deal', () => {
  test('gives the first to every rater, and of the rest each to the one with the least to do', () =>
    expect(deal([item(3), item(1), item(5), item(1), item(1)], ['ann', 'ben'], 2)).toEqual([
      [0, 1, 2],
      [0, 1, 3, 4],
    ]))

  test('gives an item to who labelled some of it', () =>
    expect(deal([item(1), item(1, 'ben'), item(1, 'zoe')], ['ann', 'ben'], 0)).toEqual([[0, 2], [1]]))
})

test.each([
  [undefined, 100, 3, 20],
  [undefined, 10, 3, 5],
  [undefined, 3, 2, 3],
  [undefined, 100, 1, 0],
  [7, 100, 2, 7],
  [7, 5, 2, 5],
  [0, 100, 2, 0],
  [0.1, 25, 2, 3],
])('overlapOf of %j, %i items and %i raters is %i', (wanted, items, raters, expected) => {
  expect(overlapOf(wanted, items, raters)).toBe(expected)
})
