import { describe, expect, test } from 'vitest'
import type { LabelQuestion } from '../../../../judging/questions/labelQuestion.ts'
import { YES_NO } from '../../../../judging/questions/scales.ts'
import { type AskedRecord, askingOrder } from './askingOrder.ts'

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
