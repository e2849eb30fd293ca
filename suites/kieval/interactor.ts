import { asItIs, askJudge, type Message, type Model } from '../../src/kit.ts'
import { answerText, letterOf, type Question, questionBlock } from './question.ts'

/** Cap on what interactor and candidate say, in tokens (docs/suites/kieval.md, R11). */
export const TURN_TOKENS = 400

const INSTRUCTIONS = [
  'You are an expert interviewer. Lead a reflective dialogue in which the user gives the reasons behind an answer to a multiple-choice question.',
  'Keep to under 200 words. Encourage the user to reply succinctly and precisely.',
  'Bring misconceptions to light, and have the user examine their own thinking; the answer you are given may well be wrong, and what the user says too.',
  'Do not just ask for an explanation of the choice: probe the assumptions, so that it shows how deep the understanding goes.',
  'Never confirm what is wrong; make it something to ask about. Stay neutral: you do not teach and do not comment, since others evaluate.',
  'Do not ask too many questions before the user replies. No greetings and nothing else: questions only.',
].join('\n')

/** What a simulated interviewer asks in each round. */
const SIMULATED = [
  'What makes that answer right rather than any other?',
  'Take the answer that tempts you most apart from yours. Where exactly does it go wrong?',
  'Which general principle is at work here?',
  'Give me a consequence of it, or an example with numbers.',
  'Under which assumptions does it hold, and where would it fail?',
] as const

/** What the interviewer is told before its first question. */
export function interviewOpening(question: Question, firstAnswer: string): Message[] {
  const notes = question.notes === undefined ? '' : `\n### Notes for you: ${question.notes}\n${errorsBehind(question)}`
  const opening = `${questionBlock(question)}\n### Correct Answer: ${answerText(question, question.answerIndex)}\n${notes}\n### My Answer: ${firstAnswer}\n\nBegin to ask at once, questions only.`
  return [
    { role: 'system', content: INSTRUCTIONS },
    { role: 'user', content: opening },
  ]
}

/** The errors that lead to the wrong choices, a line each; nothing where they are not known. */
function errorsBehind({ reasons = [] }: Question): string {
  const lines = reasons.flatMap((reason, choice) => (reason === '' ? [] : [`${letterOf(choice)}. ${reason}\n`]))
  return lines.length === 0 ? '' : `Errors behind the other choices:\n${lines.join('')}`
}

/**
 * The interviewer's next question (docs/suites/kieval.md, R1, R5). It sees question, right answer and the candidate's first answer, never
 * an evaluation. The roles are inverted: it speaks as the assistant. Throws HoldfastError when the endpoint fails for good.
 */
export function askQuestion(model: Model, prompt: readonly Message[], round: number): Promise<string> {
  const asked = SIMULATED[(round - 1) % SIMULATED.length] as string
  return askJudge(model, {
    prompt,
    call: `question-${round}`,
    verb: 'interview',
    options: { temperature: 0, maxTokens: TURN_TOKENS, simulation: { verdict: () => asked } },
    parse: asItIs,
  })
}
