import { assertKnownOptions, type OptionNames } from '../src/core/base/knownOptions.ts'
import { assertThreshold, TOTALS } from '../src/core/base/scale.ts'
import { judgePair, type PairJudgement } from '../src/judging/pairwise/judgePair.ts'
import { ORDERS, type Order, type Pair, type Winner } from '../src/judging/pairwise/pair.ts'
import { STRATEGIES, type StrategyName } from '../src/judging/pairwise/strategies.ts'
import type { Calibration } from '../src/judging/rubric/rubric.ts'
import { judgingOf } from '../src/running/worker/itemScope.ts'
import { gradedVerdict, type Judge, misuse, readSubject } from './subject.ts'

/** How two outputs are compared. */
export interface PreferenceOptions {
  /** What both outputs answer. */
  readonly instruction: string
  /** Judging strategy. Default `Vanilla`. */
  readonly strategy?: StrategyName
  /** The official rule that replies to `CoT` are read by. Default `phrase`; `line` is what LLMBar's code has for PaLM 2. */
  readonly cotRule?: 'phrase' | 'line'
  /** The received output's number: 1 (default) is shown first in the forward order. */
  readonly place?: 1 | 2
  /** Share of the two orders, 0 to 1, in which it must win. Default 1: in both. */
  readonly threshold?: number
  /** Which output simulated judges prefer. */
  readonly calibration?: Calibration<'received' | 'other'>
}

const OPTIONS: OptionNames<PreferenceOptions> = {
  instruction: true,
  strategy: true,
  cotRule: true,
  place: true,
  threshold: true,
  calibration: true,
}

const MATCHER = 'toBePreferredOver'

/** Judges `toBePreferredOver`: whether a judge prefers the received output to another one, in both orders of showing them. */
export const preferredOver: Judge<[rival: unknown, options: PreferenceOptions]> = async (scope, received, rival, options) => {
  if (typeof options?.instruction !== 'string') throw misuse(MATCHER, 'no instruction. Give what both outputs answer as { instruction }.')
  assertKnownOptions(`apply ${MATCHER}`, options, OPTIONS)
  const { instruction, strategy = 'Vanilla', cotRule, place = 1, threshold = 1, calibration: { simulated } = {} } = options
  assertThreshold(`apply ${MATCHER}`, threshold, TOTALS)
  if (!Object.hasOwn(STRATEGIES, strategy))
    throw misuse(MATCHER, `no strategy ${JSON.stringify(strategy)}. Use one of ${Object.keys(STRATEGIES).join(', ')}.`)
  const [own, other] = [received, rival].map((subject) => readSubject(MATCHER, subject).answer) as [string, string]
  const pair: Pair = { instruction, outputs: place === 1 ? [own, other] : [other, own] }
  const { judge, votes } = judgingOf(scope)
  const judgement = await judgePair(judge(), pair, {
    strategy: STRATEGIES[strategy],
    votes,
    cotRule,
    simulatedWinner: simulated && (simulated === 'received' ? place : place === 1 ? 2 : 1),
  })
  const right = (order: Order) => (judgement[order].winner === place ? 1 : 0)
  const [forward, swapped] = [right('forward'), right('swapped')]
  const total = (forward + swapped) / 2
  // Points of a rubric, for the message: where the received output was shown.
  const points = ORDERS.map((name) => ({
    name,
    title: (name === 'forward') === (place === 1) ? 'shown first' : 'shown second',
    weight: 1,
  }))
  return gradedVerdict(
    'be preferred',
    { points },
    { points: { forward, swapped }, total },
    () => ({
      asked: instruction,
      expected: own,
      received: points
        .map(({ name, title }) => `${named(judgement[name].winner, place)} when ${title}`)
        .sort((one, two) => Number(one.endsWith('second')) - Number(two.endsWith('second')))
        .join('; '),
      evidence: Object.fromEntries(points.map(({ name }) => [name, `the judge said ${JSON.stringify(judgement[name].text)}`])),
    }),
    {
      passed: total >= threshold,
      scores: { forward, swapped, total },
      figures: factsOf(judgement, place),
      doubt: judgement.doubt,
      threshold,
      otherwise: `Expected it not to be preferred, and it was: in ${['no order', 'one order', 'both orders'][2 * total]}, threshold ${threshold}.`,
    },
  )
}

/** Figures of LLMBar's metrics (docs/suites/llmbar.md, R8): what the verdicts named, and whether the orders agree. */
function factsOf(judgement: PairJudgement, place: 1 | 2): Record<string, number> {
  const { forward, swapped, tie, unread } = judgement
  const share = (of: 'winner' | 'strictWinner', winner: Winner) => [forward, swapped].filter(({ [of]: own }) => own === winner).length / 2
  return {
    null: Math.max(unread, share('winner', null)),
    tie: Number(tie),
    // Whether output 1 won, absent for a null verdict.
    ...Object.fromEntries(
      ORDERS.flatMap((order) => (judgement[order].winner ? [[`one_${order}`, Number(judgement[order].winner === 1)]] : [])),
    ),
    strict: share('strictWinner', place),
    strict_null: share('strictWinner', null),
    agreement: Number(forward.winner === swapped.winner),
    strict_agreement: Number(forward.strictWinner === swapped.strictWinner),
  }
}

/** Whether a verdict names the better output. */
function named(winner: Winner, place: 1 | 2): string {
  if (winner === null) return 'no answer'
  return winner === place ? 'right' : 'wrong'
}
