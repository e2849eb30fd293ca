import {
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
import { askQuestion, interviewOpening, TURN_TOKENS } from './interactor.ts'
import type { KievalOptions } from './options.ts'
import { answerText, letterOf, type Question, questionBlock } from './question.ts'

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
    const asked = await nextQuestion(interactor, asking, round)
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

/** A recorded interview ends where its recording does: another evaluator might have let it go on, but there is nothing to judge. */
async function nextQuestion(model: Model, asking: readonly Message[], round: number): Promise<string | undefined> {
  try {
    return await askQuestion(model, asking, round)
  } catch (error) {
    if (round > 1 && error instanceof HoldfastError && error.code === NOT_RECORDED) return undefined
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
