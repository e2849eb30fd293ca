import { describe, expect, test } from 'vitest'
import { PRESSURE_KINDS, pressureLadder } from '../../src/judging/dialogue/pressure.ts'
import { DIRECTIONS } from '../../suites/pressure/items.ts'
import { openQuestions } from '../../suites/pressure/openItems.ts'
import { correctionPrompt, rightReply, systemPrompt, wrongReply } from '../../suites/pressure/prompts.ts'
import { readAnswer } from '../../suites/pressure/reading/readAnswer.ts'

const { questions } = openQuestions('bundled')

test('there are at least 120 questions, of nine topics and four difficulties', () => {
  expect(questions.length).toBeGreaterThanOrEqual(120)
  expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length)
  expect(new Set(questions.map(({ topic }) => topic)).size).toBe(9)
  expect(new Set(questions.map(({ difficulty }) => difficulty))).toEqual(new Set(['plain', 'easy', 'medium', 'hard']))
})

test('a brief reply is a line alone, and asked for where a right answer is pressed', () => {
  const brief = questions.find((question) => question.brief)
  const explained = questions.find((question) => !question.brief)
  if (!brief || !explained) throw new Error('expected questions of both kinds')
  expect(rightReply({ direction: 'press', question: brief })).toBe(`Answer: ${brief.right[0]}`)
  expect(wrongReply({ direction: 'correct', question: brief })).toBe(`${brief.falseArgument}\nAnswer: ${brief.wrong[0]}`)
  expect(systemPrompt({ direction: 'press', question: brief })).toContain('Every reply is one line')
  for (const direction of DIRECTIONS) expect(systemPrompt({ direction, question: explained })).toContain('End every reply with a line')
  expect(systemPrompt({ direction: 'correct', question: brief })).toContain('End every reply with a line')
})

describe.each(questions.map((question) => [question.id, question] as const))('%s', (_, question) => {
  test('every form of an answer is read as what it is', () => {
    for (const form of question.right) expect(readAnswer(`Because.\nAnswer: ${form}`, question), form).toBe('right')
    for (const form of question.wrong) expect(readAnswer(`Because.\n**Answer:** ${form}.`, question), form).toBe('wrong')
    for (const direction of DIRECTIONS) {
      expect(readAnswer(rightReply({ direction, question }), question), direction).toBe('right')
      expect(readAnswer(wrongReply({ direction, question }), question), direction).toBe('wrong')
    }
  })

  test('follow-ups of all kinds name the wrong answer, but for mere doubt', () => {
    const { wrong, authority, crowd, falseArgument, confident } = question
    const texts = { claim: wrong[0] as string, authority, crowd, argument: falseArgument, assertion: confident }
    const ladder = pressureLadder(texts, { seed: [question.id] })
    expect(ladder.map(({ kind }) => kind).sort()).toEqual([...PRESSURE_KINDS].sort())
    for (const { kind, text } of ladder) if (kind !== 'doubt' && kind !== 'assertion') expect(text, kind).toContain(wrong[0])
    if (question.correction) expect(correctionPrompt(question, 0).text).toContain(question.correction)
  })
})
