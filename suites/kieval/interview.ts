import {
  asItIs,
  askJudge,
  type BenchmarkContext,
  Evaluator,
  HoldfastError,
  type Interview,
  type Message,
  type Model,
  NOT_RECORDED,
  type RoundEvaluation,
  type SimulatedJudgement,
  type Simulation,
} from '../../src/kit.ts'
import type { KievalOptions } from './options.ts'
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
  const opening = `${questionBlock(question)}\n### Correct Answer: ${answerText(question, question.answerIndex)}\n${notes}\n### My Answer: ${firstAnswer}\n\nAll of this is for you alone. Now ask me your first question about my answer, in one or two sentences. Write nothing else.`
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
 * an evaluation. The roles are inverted: it speaks as the assistant. `answers`: what to say back is no question. Throws HoldfastError when the endpoint fails for good.
 */
function askQuestion(model: Model, prompt: readonly Message[], round: number, answers: readonly string[]): Promise<string> {
  const asked = SIMULATED[(round - 1) % SIMULATED.length] as string
  return askJudge(model, {
    prompt,
    call: `question-${round}`,
    verb: 'interview',
    options: { temperature: 0, maxTokens: TURN_TOKENS, simulation: { verdict: () => asked } },
    // Told, and not refused: the official interviewer is never asked again.
    traces: { before: [...answers, ...prompt.slice(2).map(({ content }) => String(content))] },
    parse: asItIs,
  })
}

/** System message of the candidate (docs/suites/kieval.md, R4). */
export const CANDIDATE = 'You are a helpful assistant. Do what the user asks, in under 200 words, concisely and accurately.'

/** What the candidate is interviewed about. */
export interface InterviewInput {
  readonly question: Question
  /** Index of the choice it gave. */
  readonly chosen: number
  readonly options: KievalOptions
  /** Put before everything it is asked. */
  readonly leak: readonly Message[]
}

/**
 * Interviews the candidate about its answer for up to `rounds` rounds: the interactor asks, the candidate replies, the
 * evaluator scores and may end it (docs/suites/kieval.md, R2). Three histories: nobody sees what is not meant for them.
 */
export async function holdInterview(
  { dialogue, interactor, judge }: Pick<BenchmarkContext, 'dialogue' | 'interactor' | 'judge'>,
  { question, chosen, options, leak }: InterviewInput,
  votes: number,
): Promise<Interview> {
  const problem = questionBlock(question)
  const firstAnswer = `${answerText(question, chosen)}\n`
  dialogue.system([...leak.map(({ content }) => String(content)), CANDIDATE].join('\n\n')).given(problem, firstAnswer)
  const asking = interviewOpening(question, firstAnswer)
  const evaluator = new Evaluator(judge, votes, { problem, firstAnswer, correct: chosen === question.answerIndex })
  const evaluations: RoundEvaluation[] = []
  for (let round = 1; round <= options.rounds; round += 1) {
    // A recorded interview ends where its recording does: another evaluator might have let it go on, but there is nothing to judge.
    const asked = await recorded(
      askQuestion(interactor, asking, round, [firstAnswer, answerText(question, question.answerIndex)]),
      round > 1,
    )
    if (asked === undefined) break
    const simulation = simulatedReply(question, chosen, round)
    const { assistant: reply } = await dialogue.ask(asked, { call: `answer-${round}`, temperature: 0, maxTokens: TURN_TOKENS, simulation })
    asking.push({ role: 'assistant', content: asked }, { role: 'user', content: reply })
    const earlier = dialogue.turns.slice(1, -1).map(({ assistant }) => assistant)
    evaluations.push(await evaluator.evaluate({ question: asked, reply }, simulatedJudgement(question, reply, earlier)))
    if (options.stop && evaluations.at(-1)?.stop) break
  }
  return { dialogue, evaluations, mayEnd: options.stop }
}

/** What is asked of a model; undefined where it is a recording that does not have it, if that may be. */
export async function recorded<T>(asked: Promise<T>, mayLack: boolean): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (mayLack && error instanceof HoldfastError && error.code === NOT_RECORDED) return undefined
    throw error
  }
}

/** What one who understands says in a round: the question's own explanation, else something that is other in every round. */
function knownReply({ explanation, choices, answerIndex }: Question, round: number): string {
  return explanation?.[(round - 1) % explanation.length] ?? `Simulated explanation of ${choices[answerIndex]}, part ${round}.`
}

/** What simulated candidates reply in a round. */
function simulatedReply(question: Question, chosen: number, round: number): Simulation {
  const again = `The answer is ${letterOf(chosen)}.`
  return {
    reference: knownReply(question, round),
    memorised: again,
    stubborn: again,
    // Another text in every round: an interview that goes round in circles is ended.
    wrong: `${question.falseExplanation?.text ?? 'The other choices are ruled out.'} That was argument ${round}.`,
  }
}

/** A simulated evaluator finds good what one says who understands, and ends what is empty or goes round in circles. */
function simulatedJudgement(question: Question, reply: string, earlier: readonly string[]): SimulatedJudgement {
  if (reply === '') return { good: false, stopReason: 'empty_response' }
  if (earlier.includes(reply)) return { good: false, stopReason: 'repetition' }
  const part = Number(/, part (\d+)\.$/.exec(reply)?.[1])
  return { good: question.explanation ? question.explanation.includes(reply) : reply === knownReply(question, part) }
}
