import type { LabelReference } from '../../src/kit.ts'
import { answerText, type Question } from './question.ts'

/**
 * What a reply in the interview is compared with: what one who understands says in that round, of bundled questions, else the right
 * choice. The paper had GPT-4 write references (appendix A).
 */
export function kievalReference(question: Question, asked: string): LabelReference | undefined {
  const round = Number(/^evaluation-(\d+)\//.exec(asked)?.[1])
  const { explanation, answerIndex } = question
  if (Number.isNaN(round)) return undefined
  const said = explanation?.[(round - 1) % explanation.length]
  if (said !== undefined) return { text: said, of: "the question's own explanation for that round" }
  return { text: answerText(question, answerIndex), of: 'the right choice' }
}
