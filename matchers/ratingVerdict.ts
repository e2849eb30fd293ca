import { redactSecrets } from '../src/core/base/secrets.ts'
import { singleLine } from '../src/core/base/text/singleLine.ts'
import type { Verdict } from '../src/judging/rubric/verdict.ts'

/** Ends of the scale of ratings. */
const LEAST = 1
/** The best rating. */
export const MOST = 5

/** Longest quotation in a message. */
const QUOTED = 400

/** What was expected of an answer, after "expected". */
export interface ExpectedAnswer {
  /** Of one that is to pass: `the answer to objection 2 to follow it`. */
  readonly passes: string
  /** Of one that is not to, under `.not`. */
  readonly fails: string
}

/** A rating and what it is about. */
export interface RatedFacts {
  readonly matcher: string
  readonly expected: ExpectedAnswer
  /** Name of the rating among the item's scores. */
  readonly name: string
  readonly rating: number
  readonly threshold: number
  readonly recordOnly?: boolean | undefined
  /** The objection that the answer is held against, and its turn, from 1. */
  readonly objection: string
  readonly turn?: number
  readonly received: string
  /** The judge's words. */
  readonly explanation: string
  /** Further scores. */
  readonly scores: Readonly<Record<string, number>>
}

/** A rating from 1 to 5 as a verdict. Its share of an item's total is 0 for the worst and 1 for the best rating. */
export function ratingVerdict(facts: RatedFacts): Verdict {
  const { matcher, expected, name, rating, threshold, recordOnly, objection, turn, received, explanation, scores } = facts
  const share = (value: number) => (value - LEAST) / (MOST - LEAST)
  const passed = recordOnly === true || rating >= threshold
  const shown = distinct(rating, threshold)
  const why = `rated ${shown[0]} of ${MOST}${explanation ? `: ${explanation}` : ''}`
  const lines = [
    `Expected ${expected.passes}: rated ${shown[0]} of ${MOST}, needs ${shown[1]}.`,
    `  objected  ${quote(objection)}${turn === undefined ? '' : ` (turn ${turn})`}`,
    `  received  ${quote(received)}`,
    `  lost      ${name}: ${why}`,
  ]
  return {
    matcher,
    passed,
    ...(recordOnly && { recordOnly }),
    scores: { [name]: rating, total: share(rating), ...scores },
    neutral: [name, ...Object.keys(scores)],
    threshold: share(threshold),
    lost: passed ? {} : { [name]: 1 - share(rating) },
    explanation: passed ? {} : { asked: objection, received, evidence: { [name]: why } },
    message: passed ? `Expected ${expected.fails}: rated ${shown[0]} of ${MOST}, under ${shown[1]} was expected.` : lines.join('\n'),
  }
}

/** Two numbers with two decimals, or as many as it takes to tell them apart. */
function distinct(one: number, other: number): [string, string] {
  for (let decimals = 2; decimals <= 15; decimals += 1) {
    const [first, second] = [Number(one.toFixed(decimals)), Number(other.toFixed(decimals))]
    if (first !== second || one === other) return [String(first), String(second)]
  }
  return [String(one), String(other)]
}

function quote(text: string): string {
  if (text === '') return '(an empty answer)'
  // Before it is cut: half a key is still a key's half.
  const line = singleLine(redactSecrets(text))
  return line.length > QUOTED ? `"${line.slice(0, QUOTED)}…" (${text.length.toLocaleString('en')} characters)` : `"${line}"`
}
