import { fromKnown } from '../src/core/base/collections.ts'
import { isObject } from '../src/core/base/data/parseJson.ts'
import { UnscoredError } from '../src/core/base/errors.ts'
import { assertKnownOptions, type OptionNames } from '../src/core/base/knownOptions.ts'
import { assertThreshold, assertWhole, INTERVIEW_SCORES } from '../src/core/base/scale.ts'
import { counted } from '../src/core/base/text/counted.ts'
import { singleLine } from '../src/core/base/text/singleLine.ts'
import { Dialogue } from '../src/judging/dialogue/dialogue.ts'
import { greatestDoubt } from '../src/judging/doubt.ts'
import { ASPECTS, INTERVIEW_METRICS, type RoundEvaluation, STOP_REASONS } from '../src/judging/interview/evaluation.ts'
import { Evaluator, type SimulatedJudgement } from '../src/judging/interview/evaluator.ts'
import { type InterviewScoring, type ScoredInterview, scoreInterview } from '../src/judging/interview/score.ts'
import type { ControlledCalibration, Verdict } from '../src/judging/rubric/rubric.ts'
import { judgingOf, type TestScope } from '../src/running/worker/itemScope.ts'
import { type Judge, misuse, readDialogue, scoresOfControls, TOLERANCE, verdictOf } from './subject.ts'

const MATCHER = 'toSustainInterview'

/** An interview whose rounds have been evaluated while it was held. */
export interface Interview {
  readonly dialogue: Dialogue
  readonly evaluations: readonly RoundEvaluation[]
  /** False where an evaluator cannot end it, whatever it says. */
  readonly mayEnd?: boolean
}

/** How an interview is scored. */
export interface SustainInterviewOptions extends Partial<InterviewScoring> {
  /** Overall score from which the interview counts as sustained: over 10, at most 100. Default 70. */
  readonly threshold?: number
  /** Whether the dialogue's first answer is right; the evaluator learns that and no more. Default true. */
  readonly correct?: boolean
  /** What simulated evaluators think of a reply, by round from 1. */
  readonly calibration?: ControlledCalibration<SimulatedEvaluator>
}

const OPTIONS: OptionNames<SustainInterviewOptions> = { threshold: true, correct: true, calibration: true, maxRounds: true, weights: true }

/** What a simulated evaluator thinks of a reply, by round from 1. */
export type SimulatedEvaluator = (reply: string, round: number) => SimulatedJudgement

/**
 * Judges `toSustainInterview` by the evaluator's overall score over the rounds, by KIEval's official formula: of a dialogue, or of an
 * interview that was evaluated while it was held. Throws UnscoredError where no round has an overall score.
 */
export const sustainInterview: Judge<[options?: SustainInterviewOptions]> = async (scope, received, options = {}) => {
  assertKnownOptions(`apply ${MATCHER}`, options, OPTIONS)
  const { threshold = 70, maxRounds = 5, weights = 'decay', calibration } = options
  assertThreshold(`apply ${MATCHER}`, threshold, INTERVIEW_SCORES)
  assertWhole(`apply ${MATCHER}`, 'maxRounds', maxRounds)
  const { dialogue, evaluations, mayEnd = true } = isInterview(received) ? received : await evaluateDialogue(scope, received, options)
  const said = scoreInterview(evaluations, { maxRounds, weights })
  const scored = mayEnd ? said : { ...said, stopped: false, stopReason: 'none' }
  const { stopReason: reason } = scored
  const overall = scored.scores.overall?.kieval
  if (overall === undefined) {
    throw new UnscoredError(
      `Failed to score the interview: none of its ${counted(evaluations.length, 'evaluation')} has a usable overall score. Look at the judge's replies with npx holdfast show latest.`,
      countsOf(evaluations),
    )
  }
  const figures = { ...scoresOf(scored, evaluations), ...(await scoresOfControls(scope, calibration?.controls)) }
  return verdictOf(
    {
      // Room for rounding: ten 3s are 70.
      passed: overall >= threshold - TOLERANCE,
      scores: { ...figures, total: overall / 100 },
      figures,
      doubt: greatestDoubt(evaluations.map(({ doubt }) => doubt)),
      threshold: threshold / 100,
      // Reasons become names of metrics: what an evaluator makes up beyond its list is one.
      tags: { stop: reason === null ? 'missing' : (STOP_REASONS.find((known) => known === reason) ?? 'other') },
      otherwise: `Expected it not to sustain the interview, and it did: overall ${overall.toFixed(1)} of 100, threshold ${threshold}.`,
    },
    () => failureOf(dialogue, scored, evaluations, overall, threshold),
  )
}

function isInterview(received: unknown): received is Interview {
  return isObject(received) && 'evaluations' in received && received.dialogue instanceof Dialogue
}

async function evaluateDialogue(
  scope: TestScope | undefined,
  received: unknown,
  { correct = true, calibration }: SustainInterviewOptions,
): Promise<Interview> {
  const dialogue = readDialogue(MATCHER, received)
  const [opening, ...rounds] = dialogue.turns
  if (!opening || rounds.length === 0) throw misuse(MATCHER, 'the dialogue has no round. Ask about the first answer.')
  const { judge, votes } = judgingOf(scope)
  const evaluator = new Evaluator(judge(), votes, { problem: opening.user, firstAnswer: opening.assistant, correct })
  const evaluations: RoundEvaluation[] = []
  for (const [index, { user, assistant }] of rounds.entries()) {
    evaluations.push(await evaluator.evaluate({ question: user, reply: assistant }, calibration?.simulated?.(assistant, index + 1)))
    if (evaluations.at(-1)?.stop) break
  }
  return { dialogue, evaluations }
}

/** KIEval's scores of an item: official and paper's by aspect, each round's own, rounds, and replies that could not be read. */
function scoresOf({ scores }: ScoredInterview, evaluations: readonly RoundEvaluation[]): Record<string, number> {
  const all: Record<string, number | undefined> = {}
  for (const metric of INTERVIEW_METRICS) {
    all[`score.${metric}`] = scores[metric]?.kieval
    all[`paper.${metric}`] = scores[metric]?.paperMax
  }
  for (const [index, evaluation] of evaluations.entries())
    for (const metric of INTERVIEW_METRICS) all[`round.${index + 1}.${metric}`] = evaluation[metric] ?? undefined
  return { ...fromKnown(Object.entries(all)), ...countsOf(evaluations) }
}

function countsOf(evaluations: readonly RoundEvaluation[]): Record<'rounds' | 'unparsable', number> {
  return { rounds: evaluations.length, unparsable: evaluations.filter(({ parsed }) => !parsed).length }
}

/** What was lost, and the message: the worst round, the aspects from their scores, and how the interview ended. */
function failureOf(
  dialogue: Dialogue,
  { scores, rounds, stopped, stopReason }: ScoredInterview,
  evaluations: readonly RoundEvaluation[],
  overall: number,
  threshold: number,
): Pick<Verdict, 'lost' | 'message'> {
  const aspects = ASPECTS.flatMap((name) => (scores[name] ? [{ name, score: scores[name].kieval }] : []))
  const [worst] = aspects.toSorted((one, other) => one.score - other.score)
  const low = evaluations.reduce((least, { overall: own }, index) => ((own ?? 9) < (evaluations[least]?.overall ?? 9) ? index : least), 0)
  const turn = dialogue.turns[low + 1]
  const lines = [
    `Failed to sustain the interview: overall ${overall.toFixed(1)} of 100, threshold ${threshold}.`,
    `  asked     ${singleLine(turn?.user ?? '')}`,
    `  received  ${turn?.assistant ? `"${singleLine(turn.assistant)}"` : '(an empty answer)'}`,
    `  lost      round ${low + 1}: ${singleLine(evaluations[low]?.comment || 'no comment')}`,
    `            ${aspects.map(({ name, score }) => `${name} ${score.toFixed(0)}`).join(', ')}`,
    ...(stopped ? [`            ended in round ${rounds}: ${singleLine(stopReason ?? 'no reason given')}`] : []),
  ]
  return { lost: { [worst?.name ?? 'overall']: 1 - overall / 100 }, message: lines.join('\n') }
}
