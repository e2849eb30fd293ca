import type { Model } from '../../models/model.ts'
import type { Answer, Message } from '../../models/transport.ts'
import { asItIs, askJudge, type Parsed } from '../askJudge.ts'
import { castVotes, doubtOfRatings, doubtOfVotes, greatestDoubt } from '../doubt.ts'
import type { Known, Traces } from '../traces.ts'
import {
  evaluationForm,
  INTERVIEW_METRICS,
  type InterviewMetric,
  imitatesEvaluation,
  isExactEvaluation,
  parseEvaluation,
  type RoundEvaluation,
  STOP_REASONS,
} from './evaluation.ts'
import { exchange, FIRST_COMMENTS, type Opening, openingMessages } from './evaluatorPrompt.ts'

type Schema = Readonly<Record<string, unknown>>

/** In strict mode an object has all its fields, in this order, and no other. */
function objectOf(properties: Readonly<Record<string, Schema>>): Schema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

const score = { type: 'integer', enum: [1, 2, 3, 4] }
const comment = { type: 'string' }

/** The form of an evaluation as a JSON schema, for endpoints that take one: a comment stands before its score. */
export const EVALUATION_SCHEMA = {
  name: 'evaluation',
  schema: objectOf(
    evaluationForm<Schema>(() => objectOf({ comment, score }), comment, score, { type: 'boolean' }, { type: 'string', enum: STOP_REASONS }),
  ),
}

/** Overall score from which a reply counts as good: "above average" on the evaluator's scale. */
export const GOOD = 3

/** Cap on an evaluation, in tokens. */
export const MAX_TOKENS = 1024

/** What a simulated evaluator thinks of a reply. */
export interface SimulatedJudgement {
  readonly good: boolean
  readonly stopReason?: string | undefined
}

/**
 * The evaluator of one interview (docs/suites/kieval.md, R6 and R8): it sees problem, answers and its own evaluations, never the right
 * answer. A reply without JSON has no scores, and is asked for again only where what was said holds something like an evaluation.
 */
export class Evaluator {
  readonly #judge: Model
  readonly #callOf: (round: number) => string
  /** One history a vote: an evaluator sees what it said itself, and never another's evaluations (docs/suites/kieval.md, R1). */
  readonly #histories: readonly Message[][]
  #round = 0
  /** Whether anything that was said so far could be taken for an evaluation. */
  #imitated: boolean

  /** @param callOf names a round's call in the journal. */
  constructor(judge: Model, votes: number, opening: Opening, callOf: (round: number) => string = (round) => `evaluation-${round}`) {
    this.#callOf = callOf
    this.#judge = judge
    this.#histories = Array.from({ length: votes }, () => openingMessages(opening))
    this.#imitated = imitatesEvaluation([opening.problem, opening.firstAnswer])
  }

  /**
   * Evaluates a round; of several votes each score is their median, and the interview ends where most say so.
   * @param known of a reply that measures the evaluator: what is known of it.
   */
  async evaluate(
    { question, reply }: { readonly question: string; readonly reply: string },
    simulated: SimulatedJudgement | undefined,
    known?: Known,
  ): Promise<RoundEvaluation> {
    this.#round += 1
    this.#imitated ||= imitatesEvaluation([question, reply])
    // A vote that is not asked for would not know its own evaluation in the next round.
    const cast = await castVotes(this.#judge, this.#histories.length, async (vote) => {
      const history = this.#histories[vote] as Message[]
      history.push({ role: 'user', content: exchange(question, reply) })
      const simulation = simulated ? { verdict: (flipped: (index: number) => boolean) => simulatedEvaluation(simulated, flipped(0)) } : {}
      const content = await askJudge(this.#judge, {
        prompt: history,
        call: this.#callOf(this.#round),
        vote,
        options: { temperature: 0, maxTokens: MAX_TOKENS, json: EVALUATION_SCHEMA, simulation },
        traces: tracesOf(known),
        parse: this.#imitated ? readExact : asItIs,
      })
      // Kept as it was said, usable or not.
      history.push({ role: 'assistant', content })
      return parseEvaluation(content)
    })
    return mergeVotes(cast)
  }
}

/** The overall score, and comments that are those of the evaluation that stands in the prompt. */
function tracesOf(known: Known | undefined): Traces<string> {
  return {
    known,
    isNumber: true,
    verdict: (content) => {
      const { overall } = parseEvaluation(content)
      if (overall === null) return undefined
      return known ? Number(overall >= GOOD) : Math.min(1, Math.max(0, (overall - 1) / 3))
    },
    example: Object.values(FIRST_COMMENTS).join(' '),
    words: (content) => [...content.matchAll(/"comment"\s*:\s*"((?:[^"\\]|\\.)*)"/g)].map(([, comment]) => comment).join(' '),
  }
}

function readExact({ content }: Answer): Parsed<string> {
  if (isExactEvaluation(content) || !parseEvaluation(content).parsed) return { value: content }
  return { unusable: 'what was said holds an evaluation too, and yours is not one JSON object of exactly the form asked for' }
}

function simulatedEvaluation({ good, stopReason }: SimulatedJudgement, flipped: boolean): string {
  const score = good !== flipped ? 4 : 1
  const comment = score === 4 ? 'Simulated: right and well explained.' : 'Simulated: explains nothing.'
  const stops = stopReason !== undefined
  return JSON.stringify(evaluationForm<unknown>(() => ({ comment, score }), comment, score, stops, stopReason ?? 'none'))
}

function mergeVotes(votes: readonly RoundEvaluation[]): RoundEvaluation {
  const [first] = votes as [RoundEvaluation]
  if (votes.length === 1) return first
  const scores = Object.fromEntries(INTERVIEW_METRICS.map((metric) => [metric, median(votes.map((vote) => vote[metric]))]))
  // On the scale that an evaluator is shown.
  const doubtOf = (given: readonly number[]) => doubtOfRatings(given, 1, 4)
  const stopping = votes.filter(({ stop }) => stop)
  const stop = stopping.length > votes.length / 2
  const speaker = (stop ? stopping[0] : votes.find((vote) => !vote.stop && vote.parsed)) ?? votes.find((vote) => vote.parsed) ?? first
  return {
    ...(scores as Record<InterviewMetric, number | null>),
    stop,
    stopReason: speaker.stopReason,
    comment: speaker.comment,
    parsed: votes.some(({ parsed }) => parsed),
    // By the score on which the votes differ most, and by whether the interview is to end.
    doubt: greatestDoubt([
      ...INTERVIEW_METRICS.map((metric) => doubtOf(votes.flatMap((vote) => vote[metric] ?? []))),
      doubtOfVotes(votes.map(({ overall }) => (overall === null ? null : 'scored'))),
      doubtOfVotes(votes.map((vote) => vote.stop)),
    ]),
  }
}

/** The middle score; of two in the middle the lower, since the official values belong to whole scores. */
function median(scores: readonly (number | null)[]): number | null {
  const sorted = scores.filter((score) => score !== null).sort((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null
}
