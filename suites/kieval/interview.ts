import {
  asItIs,
  askJudge,
  type BenchmarkContext,
  Evaluator,
  HoldfastError,
  INTERVIEW_METRICS,
  type Interview,
  type InterviewMetric,
  type InterviewScoring,
  type ItemRecord,
  type Message,
  type Model,
  NOT_RECORDED,
  officialValue,
  type RoundEvaluation,
  type SimulatedJudgement,
  type Simulation,
  scoreMetric,
} from '../../src/kit.ts'
import { answerText, type KievalOptions, kievalOptions, letterOf, type Question, questionBlock } from './question.ts'

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

/** Most rounds that are looked for in a record's scores. */
const MOST_ROUNDS = 100
/** Two sums of the same scores differ by rounding alone. */
const TOLERANCE = 1e-9
/** Room for rounding where an item passes, as the matcher has it. */
const PASS_TOLERANCE = 1e-8

/** Where the scores of a round are in a record, and what the question about it is called. */
const scoreName = (round: number, metric: InterviewMetric) => `round.${round}.${metric}`
const questionName = (round: number, metric: InterviewMetric) => `evaluation-${round}/${metric}`

/**
 * The record with the scores that these values of its rounds would give. A metric that lacks the value of a round is left out, and
 * with the overall one the total. What the static answer is worth, and how many rounds there were, does not change.
 *
 * A value between two points of the scale that is not the judge's own counts by its place between what they count. Officially it
 * counts by its share of 4, and so 1.5 more than 2 (docs/suites/kieval.md, R9): a mean of raters would be worth more than either.
 */
export function relabelInterview(record: ItemRecord, values: ReadonlyMap<string, number>): ItemRecord {
  const { rounds: count = 0 } = record.scores
  // Without an interview there is nothing to label.
  if (count === 0) return record
  const rounds = Array.from({ length: count }, (_, index) => index + 1)
  const scoring = scoringOf(record, rounds)
  const entries: [string, number][] = []
  for (const metric of INTERVIEW_METRICS) {
    const given = rounds.flatMap((round) => {
      const [own, value] = [record.scores[scoreName(round, metric)], values.get(questionName(round, metric))]
      return own === undefined && value === undefined ? [] : [{ round, own, value }]
    })
    for (const { round, value } of given) if (value !== undefined) entries.push([scoreName(round, metric), value])
    const whole = given.flatMap(({ value }) => value ?? [])
    if (whole.length < given.length) continue
    const worthOf = (value: number, place: number) => (value === given[place]?.own ? officialValue(value) : between(value))
    const score = scoreMetric(whole, count, scoring, worthOf)
    if (!score) continue
    entries.push([`score.${metric}`, score.kieval], [`paper.${metric}`, score.paperMax])
    if (metric === 'overall') entries.push(['total', score.kieval / 100])
  }
  const isInterview = (name: string) => name === 'total' || /^(?:score|paper|round)\./.test(name)
  const others = Object.entries(record.scores).filter(([name]) => !isInterview(name))
  const scores = Object.fromEntries([...others, ...entries])
  if (scores.total === undefined) return { ...record, scores }
  const { threshold = 0.7 } = record
  return { ...record, scores, status: scores.total >= threshold - PASS_TOLERANCE ? 'passed' : 'failed' }
}

/** What a value counts by its place between two points of the scale. */
function between(value: number): number {
  const [below, above] = [Math.floor(value), Math.ceil(value)]
  return officialValue(below) + (value - below) * (officialValue(above) - officialValue(below))
}

/**
 * How the rounds were weighted, which a record does not say: the options with which its rounds give its scores. Where several do, for
 * instance because all rounds have one score, the default ones count if they are among them.
 */
function scoringOf({ scores }: ItemRecord, rounds: readonly number[]): InterviewScoring {
  const defaults = kievalOptions.parse({})
  const isNear = (name: string, value = 0) => Math.abs(value - (scores[name] ?? value)) < TOLERANCE
  const fits = (scoring: InterviewScoring) =>
    INTERVIEW_METRICS.every((metric) => {
      const own = rounds.map((round) => scores[scoreName(round, metric)] ?? null)
      const again = scoreMetric(own, rounds.length, scoring)
      return isNear(`score.${metric}`, again?.kieval) && isNear(`paper.${metric}`, again?.paperMax)
    })
  const most = [defaults.rounds, ...Array.from({ length: MOST_ROUNDS }, (_, index) => index + 1)].filter(
    (number) => number >= rounds.length,
  )
  const scorings = (['decay', 'constant'] as const).flatMap((weights) => most.map((maxRounds) => ({ maxRounds, weights })))
  return scorings.find(fits) ?? { maxRounds: defaults.rounds, weights: defaults.weights }
}
