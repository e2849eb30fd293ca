import { noteOldName } from '../src/core/base/deprecated.ts'
import { HoldfastError } from '../src/core/base/errors.ts'
import { assertThreshold, RATINGS } from '../src/core/base/scale.ts'
import { counted } from '../src/core/base/text/counted.ts'
import { singleLine } from '../src/core/base/text/singleLine.ts'
import { type ControlledCalibration, calibrationOf, type FormerControlledCalibration } from '../src/judging/calibration.ts'
import { Dialogue, type Turn } from '../src/judging/dialogue/dialogue.ts'
import { judgeRating } from '../src/judging/ratingJudge.ts'
import { refutationPrompt } from '../src/judging/refutationPrompt.ts'
import { applyCheck, type Check } from '../src/judging/rubric/rubric.ts'
import type { Verdict } from '../src/judging/rubric/verdict.ts'
import { judgingOf, type TestScope } from '../src/running/worker/itemScope.ts'
import { type ExpectedAnswer, MOST, ratingVerdict } from './ratingVerdict.ts'
import { receivedText } from './receivedText.ts'

/** How an answer is rated by how well it follows an objection. */
export interface RefutationOptions extends FormerControlledCalibration<Check> {
  /** Which objection of the dialogue, from 0. */
  readonly objection?: number
  /** @deprecated Use `objection`. */
  readonly refutation?: number
  /** Rating from which the objection counts as followed: over 1, at most 5. Default 4. */
  readonly threshold?: number
  /** Name of the judge's call and of the rating among the item's scores. */
  readonly name?: string
  /** The rating is a figure beside the item's score: it cannot fail the item. */
  readonly recordOnly?: boolean
  /** Whether an answer follows the objection: what simulated judges rate by. The turn's `check` decides alone, without a judge. */
  readonly calibration?: ControlledCalibration<Check>
}

/** The dialogue a matcher is applied to. Throws HoldfastError for anything else. */
export function readDialogue(matcher: string, received: unknown): Dialogue {
  if (received instanceof Dialogue) return received
  const { received: what, advice = 'Pass the dialogue of the test.' } = receivedText(received)
  throw new HoldfastError('USAGE', `Failed to apply ${matcher}: expected a dialogue, received ${what}. ${advice}`)
}

/**
 * Positions of the objections among the turns, and of the one that the options name.
 *
 * @throws HoldfastError for a dialogue without an objection, or without the one that is named.
 */
export function findObjections(
  matcher: string,
  { turns }: Dialogue,
  { objection, refutation }: RefutationOptions,
): { readonly all: readonly [number, ...number[]]; readonly named: number | undefined } {
  if (refutation !== undefined) noteOldName(matcher, 'refutation', 'objection')
  const wanted = objection ?? refutation
  const all = turns.flatMap(({ kind }, index) => (kind === 'refutation' ? [index] : []))
  const named = wanted === undefined ? undefined : all[wanted]
  const [first, ...others] = all
  if (first === undefined || (wanted !== undefined && named === undefined)) {
    throw new HoldfastError(
      'USAGE',
      `Failed to apply ${matcher}: the dialogue has ${counted(all.length, 'objection')}${wanted === undefined ? '' : `, not one of index ${wanted}`}. Call dialogue.refute(...) first.`,
    )
  }
  return { all: [first, ...others], named }
}

/** What is rated: an answer, the objection it is held against, and what was answered before that. */
export interface RatedAnswer {
  readonly matcher: string
  /** What is expected of the answer, given the number of the objection from 1. */
  readonly expected: (objection: number) => ExpectedAnswer
  readonly turns: readonly Turn[]
  /** Position of the objection. */
  readonly at: number
  /** What the dialogue began with. */
  readonly query: string
  /** The query the answer answers, where it is another one. */
  readonly later?: string | undefined
  readonly answer: string
}

/** Rates an answer against an objection: by the objection's check where it has one, else by the judge (docs/suites/refutebench.md, R5). */
export async function rateRefutation(
  scope: TestScope | undefined,
  { matcher, expected, turns, at, query, later, answer }: RatedAnswer,
  options: RefutationOptions,
): Promise<Verdict> {
  const { name = 'rating', threshold = 4, recordOnly } = options
  const { simulated, controls } = calibrationOf<Check>(matcher, options)
  assertThreshold(`apply ${matcher}`, threshold, RATINGS)
  const refutation = turns[at] as Turn
  const before = turns[at - 1]?.assistant ?? ''
  const number = turns.slice(0, at + 1).filter(({ kind }) => kind === 'refutation').length
  const facts = {
    matcher,
    expected: expected(number),
    name,
    threshold,
    recordOnly,
    objection: refutation.user,
    turn: at + 1,
    received: answer,
  }
  if (refutation.check) {
    const share = applyCheck(refutation.check, answer, `the check of turn ${at + 1}`)
    const rating = 1 + share * (MOST - 1)
    return ratingVerdict({ ...facts, rating, explanation: share === 1 ? '' : failedCheck(refutation.check), scores: {} })
  }
  const isRight = (check: Check) => applyCheck(check, answer, `\`calibration.simulated\` of ${matcher}`) === 1
  const { judge, votes, controlled } = judgingOf(scope)
  const rated = await judgeRating(judge(), {
    prompt: refutationPrompt({ query, before, refutation: refutation.user, later, after: answer }),
    shown: [query, before, refutation.user, later ?? '', answer],
    call: name,
    least: 1,
    most: MOST,
    votes,
    options: { simulation: simulated ? { verdict: (flipped) => simulateRating(isRight(simulated))(flipped) } : {} },
  })
  const known = controlled && scope?.scored ? await controls?.(judge()) : {}
  const scores = {
    ...(votes > 1 && { judge_agreement: rated.agreement }),
    ...(rated.decimal && { decimal_ratings: 1 }),
    ...known,
  }
  return { ...ratingVerdict({ ...facts, rating: rated.rating, explanation: singleLine(rated.explanation), scores }), doubt: rated.doubt }
}

function failedCheck(check: Check): string {
  return check instanceof RegExp ? `does not match ${check}` : 'its check does not hold'
}

/** What a simulated judge says of an answer that is right or is not. */
export function simulateRating(right: boolean): (flipped: (index: number) => boolean) => string {
  return (flipped) =>
    right === flipped(0) ? 'Simulated: it is not what was asked for. Rating: [[1]]' : 'Simulated: it is what was asked for. Rating: [[5]]'
}
