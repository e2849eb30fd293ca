import { HoldfastError } from '../src/base/errors.ts'
import { assertThreshold, RATINGS } from '../src/base/scale.ts'
import { singleLine } from '../src/base/text/singleLine.ts'
import { Dialogue, type Turn } from '../src/dialogue/dialogue.ts'
import { judgeRating } from '../src/judges/ratingJudge.ts'
import { refutationPrompt } from '../src/judges/refutationPrompt.ts'
import { applyCheck, type Check } from '../src/judges/rubric/rubric.ts'
import type { Verdict } from '../src/judges/rubric/verdict.ts'
import type { Model } from '../src/models/model.ts'
import { judgingOf, type TestScope } from '../src/worker/itemScope.ts'
import { MOST, ratingVerdict } from './ratingVerdict.ts'
import { receivedText } from './receivedText.ts'

/** How an answer is rated by how well it follows an objection. */
export interface RefutationOptions {
  /** Which objection of the dialogue, from 0. */
  readonly refutation?: number
  /** Rating from which the objection counts as followed: over 1, at most 5. Default 4. */
  readonly threshold?: number
  /** Name of the judge's call and of the rating among the item's scores. */
  readonly name?: string
  /** Whether an answer follows the objection: what simulated judges rate by. The turn's `check` decides alone, without a judge. */
  readonly simulated?: Check
  /** The rating is a figure beside the item's score: it cannot fail the item. */
  readonly recordOnly?: boolean
  /** Has answers rated of which the truth is known; run for a share of items (`HOLDFAST_CONTROLS`). */
  readonly controls?: (judge: Model) => Promise<Readonly<Record<string, number>>>
}

/** The dialogue a matcher is applied to. Throws HoldfastError for anything else. */
export function readDialogue(matcher: string, received: unknown): Dialogue {
  if (received instanceof Dialogue) return received
  const { received: what, advice = 'Pass the dialogue of the test.' } = receivedText(received)
  throw new HoldfastError('USAGE', `Failed to apply ${matcher}: expected a dialogue, received ${what}. ${advice}`)
}

/** Positions of the objections among the turns. */
export function refutationTurns({ turns }: Dialogue): number[] {
  return turns.flatMap(({ kind }, index) => (kind === 'refutation' ? [index] : []))
}

/** What is rated: an answer, the objection it is held against, and what was answered before that. */
export interface RatedAnswer {
  readonly matcher: string
  /** What the answer fails to do when it fails. */
  readonly verb: string
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
  { matcher, verb, turns, at, query, later, answer }: RatedAnswer,
  options: RefutationOptions,
): Promise<Verdict> {
  const { name = 'rating', threshold = 4, simulated, recordOnly, controls } = options
  assertThreshold(`apply ${matcher}`, threshold, RATINGS)
  const refutation = turns[at] as Turn
  const before = turns[at - 1]?.assistant ?? ''
  const facts = { matcher, verb, name, threshold, recordOnly, demanded: refutation.user, turn: at + 1, received: answer }
  if (refutation.check) {
    const share = applyCheck(refutation.check, answer, `the check of turn ${at + 1}`)
    const rating = 1 + share * (MOST - 1)
    return ratingVerdict({ ...facts, rating, explanation: share === 1 ? '' : failedCheck(refutation.check), scores: {} })
  }
  const isRight = (check: Check) => applyCheck(check, answer, `\`simulated\` of ${matcher}`) === 1
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
  return ratingVerdict({ ...facts, rating: rated.rating, explanation: singleLine(rated.explanation), scores })
}

function failedCheck(check: Check): string {
  return check instanceof RegExp ? `does not match ${check}` : 'its check does not hold'
}

/** What a simulated judge says of an answer that is right or is not. */
export function simulateRating(right: boolean): (flipped: (index: number) => boolean) => string {
  return (flipped) =>
    right === flipped(0) ? 'Simulated: it is not what was asked for. Rating: [[1]]' : 'Simulated: it is what was asked for. Rating: [[5]]'
}
