import { assertKnownOptions, type OptionNames } from '../src/core/base/knownOptions.ts'
import { assertThreshold, RATINGS } from '../src/core/base/scale.ts'
import { shortened, singleLine } from '../src/core/base/text/singleLine.ts'
import type { Dialogue, Turn, TurnKind } from '../src/judging/dialogue/dialogue.ts'
import { judgeRating } from '../src/judging/ratingJudge.ts'
import { refutationPrompt } from '../src/judging/refutationPrompt.ts'
import { quoted } from '../src/judging/rubric/message.ts'
import { applyCheck, type Check, type ControlledCalibration, type Verdict, writtenCriterion } from '../src/judging/rubric/rubric.ts'
import { digitsApart } from '../src/reports/decision/suiteRow.ts'
import { judgingOf, type TestScope } from '../src/running/worker/itemScope.ts'
import { misuse, readDialogue, recallLine, scoresOfControls, verdictOf } from './subject.ts'

/** Ends of the scale of ratings. */
const LEAST = 1
/** The best rating. */
export const MOST = 5

/** How an answer is rated by how well it follows an objection. */
export interface RefutationOptions {
  /** Which objection of the dialogue, from 0; for `toRetainAfterTurns` instructions count too. */
  readonly objection?: number
  /** Rating from which the objection counts as followed: over 1, at most 5. Default 4. */
  readonly threshold?: number
  /** Name of the judge's call and of the rating among the item's scores. */
  readonly name?: string
  /** The rating is a figure beside the item's score: it cannot fail the item. */
  readonly recordOnly?: boolean
  /** Whether an answer follows the objection: what simulated judges rate by. The turn's `check` decides alone, without a judge. */
  readonly calibration?: ControlledCalibration<Check>
}

const OPTIONS: OptionNames<RefutationOptions> = { objection: true, threshold: true, name: true, recordOnly: true, calibration: true }

/** What is rated of a dialogue. */
export interface Rated {
  /** Position of the objection that the answer is held against. */
  readonly at: number
  readonly answer: string
  /** The query the answer answers, where it is another one than the dialogue began with. */
  readonly later?: string | undefined
  /** Where the answer stands, before "objection 2". */
  readonly where: string
  /** What is expected of it, before "follow it", where it is to pass and where it is not to. */
  readonly expected: readonly [passes: string, fails: string]
}

/**
 * Rates an answer against an objection, by its check, else by the judge (docs/suites/refutebench.md, R5). `choose` says what is rated, by
 * the positions of the objections and of the named one. Throws HoldfastError without a dialogue or that objection; UnscoredError for an
 * unusable judge.
 */
export async function rateRefutation(
  scope: TestScope | undefined,
  matcher: string,
  received: unknown,
  options: RefutationOptions,
  choose: (dialogue: Dialogue, objections: readonly number[], named: number | undefined) => Rated,
  kinds: readonly TurnKind[] = ['refutation'],
): Promise<Verdict> {
  assertKnownOptions(`apply ${matcher}`, options, OPTIONS)
  const { objection: index, name = 'rating', threshold = 4, recordOnly, calibration: { simulated, controls } = {} } = options
  const dialogue = readDialogue(matcher, received)
  const { turns } = dialogue
  const all = turns.flatMap(({ kind }, at) => (kinds.includes(kind) ? [at] : []))
  const named = index === undefined ? undefined : all[index]
  if (all.length === 0 || (index !== undefined && named === undefined)) {
    const wanted = index === undefined ? '' : `, not one of index ${index}`
    const each = kinds.includes('instruction') ? ['objection', 'instruction'] : ['objection']
    const nouns = each.map((noun) => (all.length === 1 ? noun : `${noun}s`)).join(' or ')
    const calls = each.length > 1 ? 'dialogue.refute(...) or dialogue.instruct(...)' : 'dialogue.refute(...)'
    throw misuse(matcher, `the dialogue has ${all.length} ${nouns}${wanted}. Call ${calls} first.`)
  }
  const { at, answer, later, where, expected } = choose(dialogue, all, named)
  assertThreshold(`apply ${matcher}`, threshold, RATINGS)
  const turn = turns[at] as Turn
  const { user: objection, check } = turn
  const what = turn.kind === 'instruction' ? 'instruction' : 'objection'
  const [passes, fails] = expected.map((verb) => `the answer ${where} ${what} ${all.indexOf(at) + 1} ${verb} follow it`) as [string, string]
  const told = { objection, turn: at + 1, kind: turn.kind, recall: recallLine(turn), received: answer }
  const facts = { expected: { passes, fails }, name, threshold, recordOnly, ...told }
  if (check) {
    const share = applyCheck(check, answer, `the check of turn ${at + 1}`)
    const failed = check instanceof RegExp ? `does not match ${check}` : `its check${options.name ? '' : nameOf(check)} does not hold`
    return ratingVerdict({ ...facts, rating: 1 + share * (MOST - 1), explanation: share === 1 ? '' : failed, check, scores: {} })
  }
  const { judge: bound, votes } = judgingOf(scope)
  const judge = bound()
  const [query, before] = [turns[0]?.user ?? '', turns[at - 1]?.assistant ?? '']
  const isRight = (by: Check) => applyCheck(by, answer, `\`calibration.simulated\` of ${matcher}`) === 1
  const { rating, agreement, decimal, explanation, doubt } = await judgeRating(judge, {
    prompt: refutationPrompt({ query, before, refutation: objection, later, after: answer }),
    shown: [query, before, objection, later ?? '', answer],
    call: name,
    least: LEAST,
    most: MOST,
    votes,
    options: { simulation: simulated ? { verdict: (flipped) => simulateRating(isRight(simulated))(flipped) } : {} },
  })
  const scores = {
    ...(votes > 1 && !judge.spare && { judge_agreement: agreement }),
    ...(decimal && { decimal_ratings: 1 }),
    ...(await scoresOfControls(scope, controls)),
  }
  return { ...ratingVerdict({ ...facts, rating, explanation: singleLine(explanation), scores }), doubt }
}

/** Most characters of the source of a check that messages show. */
const SOURCE = 60

/** How a message names a check that is a function: by its name, where it has another than that of the option, else by its source. */
function nameOf(check: Exclude<Check, RegExp>): string {
  const isNamed = check.name !== '' && check.name !== 'check'
  return ` ${singleLine(isNamed ? check.name : shortened(check.toString().replace(/\s+/g, ' '), SOURCE))}`
}

/** What a simulated judge says of an answer that is right or is not. */
export function simulateRating(right: boolean): (flipped: (index: number) => boolean) => string {
  return (flipped) =>
    right === flipped(0) ? 'Simulated: it is not what was asked for. Rating: [[1]]' : 'Simulated: it is what was asked for. Rating: [[5]]'
}

/** A rating and what it is about. */
export interface RatedFacts {
  /** What was expected, after "expected": of an answer that is to pass, and of one that is not to, under `.not`. */
  readonly expected: { readonly passes: string; readonly fails: string }
  readonly name: string
  readonly rating: number
  readonly threshold: number
  readonly recordOnly?: boolean | undefined
  /** The objection that the answer is held against, and its turn, from 1. */
  readonly objection: string
  readonly turn: number
  readonly kind?: TurnKind | undefined
  /** Whether it is known, as a line of the message; none where that says nothing. */
  readonly recall?: readonly string[]
  readonly received: string
  readonly explanation: string
  /** What decided it, where no judge did. */
  readonly check?: Check | undefined
  readonly scores: Readonly<Record<string, number>>
}

/** A rating from 1 to 5 as a verdict. Its share of an item's total is 0 for the worst and 1 for the best rating. */
export function ratingVerdict(facts: RatedFacts): Verdict {
  const { expected, name, rating, threshold, recordOnly, objection, recall = [], received, explanation, check } = facts
  const share = (value: number) => (value - LEAST) / (MOST - LEAST)
  // Two decimals, or as many as it takes to tell the two apart.
  const [shown, needed] = [rating, threshold].map((value) => Number(value.toFixed(digitsApart(rating, threshold, 2, 20))))
  const why = `rated ${shown} of ${MOST}${explanation && `: ${explanation}`}`
  return verdictOf(
    {
      passed: recordOnly === true || rating >= threshold,
      ...(recordOnly && { recordOnly }),
      scores: { [name]: rating, total: share(rating) },
      figures: { [name]: rating, ...facts.scores },
      threshold: share(threshold),
      otherwise: `Expected ${expected.fails}: rated ${shown} of ${MOST}, under ${needed} was expected.`,
    },
    () => ({
      lost: { [name]: 1 - share(rating) },
      ...(check && { criteria: { [name]: writtenCriterion({ weight: 1, check }) } }),
      message: [
        `Expected ${expected.passes}: rated ${shown} of ${MOST}, needs ${needed}.`,
        `  ${facts.kind === 'instruction' ? 'asked for' : 'objected '} ${quoted(objection)} (turn ${facts.turn})`,
        `  received  ${quoted(received)}`,
        ...recall,
        `  lost      ${name}: ${why}`,
      ].join('\n'),
    }),
  )
}
