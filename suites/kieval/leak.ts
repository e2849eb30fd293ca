import type { Message } from '../../src/kit.ts'
import { answerText, type Question, questionBlock } from './question.ts'

/**
 * The leak test: the whole test with its answers, as a message before everything the candidate is asked. A model that then
 * answers better and is interviewed no better shows what KIEval is for. In the context, not in training.
 */
export function leakMessages(questions: readonly Question[]): Message[] {
  const solved = questions.map((question) => `${questionBlock(question)}\n### Answer: ${answerText(question, question.answerIndex)}`)
  return [{ role: 'system', content: `Material you have seen before:\n\n${solved.join('\n\n')}` }]
}
