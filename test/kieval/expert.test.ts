import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { blindSolving } from '../../src/core/base/data/blindSolving.ts'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { readBundledQuestions, readExamples } from '../../suites/kieval/questionFiles.ts'
import { jsonLines } from '../jsonLines.ts'

const text = z.string().min(1)
const index = z.number().int().min(0).max(3)
const expert = z.strictObject({
  id: text,
  domain: text,
  level: z.literal('expert'),
  question: text,
  choices: z.array(text).length(4),
  answerIndex: index,
  explanation: z.array(text).length(5),
  notes: text,
  reasons: z.array(z.string()).length(4),
  falseExplanation: z.strictObject({ choice: index, text }),
  blind: blindSolving.optional(),
})

const questions = jsonLines(readFileSync(join(packageRoot, 'fixtures', 'kieval', 'expert.jsonl'), 'utf8')).map((line) => expert.parse(line))
const bundled = readBundledQuestions()
const domains = [...new Set(bundled.map(({ domain }) => domain ?? ''))]

describe('the expert questions', () => {
  test('are 84, ten or eleven of each of the eight fields', () => {
    expect(questions).toHaveLength(84)
    const counts = domains.map((domain) => questions.filter((question) => question.domain === domain).length)
    expect(counts.toSorted()).toEqual([10, 10, 10, 10, 11, 11, 11, 11])
  })

  test('have ids and questions of their own among all that are bundled', () => {
    expect(bundled.filter(({ level }) => level === 'expert').map(({ id }) => id)).toEqual(questions.map(({ id }) => id))
    expect(new Set(bundled.map(({ id }) => id)).size).toBe(bundled.length)
    const texts = [...bundled, ...readExamples()].map(({ question }) => question)
    expect(new Set(texts).size).toBe(texts.length)
  })

  test('have the right choice as often at each letter, in each field too', () => {
    const at = (some: typeof questions) => [0, 1, 2, 3].map((place) => some.filter(({ answerIndex }) => answerIndex === place).length)
    expect(at(questions)).toEqual([21, 21, 21, 21])
    for (const domain of domains) {
      const counts = at(questions.filter((question) => question.domain === domain))
      expect(Math.max(...counts) - Math.min(...counts), domain).toBeLessThanOrEqual(1)
    }
  })

  test('have different choices, of which the right one is the longest or the shortest hardly more often than by chance', () => {
    for (const { id, choices } of questions) expect(new Set(choices).size, id).toBe(4)
    // A tie counts as what a guess among the tied would get.
    const share = (extreme: (...lengths: number[]) => number) => {
      const hits = questions.map(({ choices, answerIndex }) => {
        const lengths = choices.map(({ length }) => length)
        const tied = lengths.filter((length) => length === extreme(...lengths)).length
        return lengths[answerIndex] === extreme(...lengths) ? 1 / tied : 0
      })
      return hits.reduce((sum, hit) => sum + hit, 0) / questions.length
    }
    expect(share(Math.max)).toBeLessThanOrEqual(0.35)
    expect(share(Math.min)).toBeLessThanOrEqual(0.35)
  })

  test('have a reason for each wrong choice and none for the right one', () => {
    for (const { id, reasons, answerIndex } of questions) {
      expect(
        reasons.map((reason) => reason === ''),
        id,
      ).toEqual([0, 1, 2, 3].map((place) => place === answerIndex))
      expect(new Set(reasons).size, id).toBe(4)
    }
  })

  test('have notes and five different statements of one who understands', () => {
    for (const { id, notes, explanation } of questions) {
      expect(notes, id).toMatch(/\w/)
      expect(new Set(explanation).size, id).toBe(5)
    }
  })

  test('have a false explanation each, which defends a wrong choice and does not give itself away', () => {
    for (const { id, answerIndex, explanation, falseExplanation } of questions) {
      expect(falseExplanation.choice, id).not.toBe(answerIndex)
      const words = (said: string) => said.split(' ').length
      expect(words(falseExplanation.text), id).toBeGreaterThanOrEqual(0.9 * words(explanation[0] ?? ''))
      expect(words(falseExplanation.text), id).toBeLessThanOrEqual(75)
      expect(falseExplanation.text, id).not.toMatch(/misconception|wrongly|mistakenly|supposedly|\b[A-D]\./)
    }
    expect(new Set(questions.map(({ falseExplanation }) => falseExplanation.text)).size).toBe(84)
  })
})
