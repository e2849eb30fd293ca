import type { ResolvedConfig } from '../../core/config/resolve.ts'
import type { Pair } from '../../judging/pairwise/pair.ts'
import { renderCalls } from '../../judging/pairwise/renderCalls.ts'
import { type Comparison, STRATEGIES, type StrategyName } from '../../judging/pairwise/strategies.ts'
import { CallTally, capOf, tokenCounter, withMost } from './callTally.ts'
import type { PlannedCalls } from './suite.ts'

/**
 * How many tokens a reply of the judge has as a rule, for `holdfast plan`, by what it is asked for: the mean of the recorded
 * replies of GPT-4 to the official pairs (of ChatGPT for ratings), in o200k_base. Of debates there are no recordings: each
 * speech explains itself like a reasoned verdict.
 */
export const TYPICAL_TOKENS = { metrics: 63, reference: 85, direct: 4, reasoned: 100, rating: 1 } as const

/** What a reply is. */
type ReplyKind = keyof typeof TYPICAL_TOKENS

/** Tells what a pair takes: typically verdicts that agree, at most those that contradict each other. */
export function planPair(
  { roles, votes }: Pick<ResolvedConfig, 'roles' | 'votes'>,
  name: StrategyName,
): (item: Pair) => Promise<PlannedCalls> {
  const strategy = STRATEGIES[name]
  const { of } = tokenCounter(roles.judge)
  const tally = async (item: Pair, conflicting: boolean, lengthOf: (call: string, cap: number) => number) => {
    const counted = new CallTally()
    // What the judge says before its verdict stands in later prompts of some strategies.
    const rendered = await renderCalls(item, strategy, conflicting, (call, cap) => 'so '.repeat(lengthOf(call, cap)))
    for (const { call, messages, maxTokens } of rendered) {
      const prompt = messages.reduce((sum, { content }) => sum + of(content), 0)
      counted.add('judge', prompt, lengthOf(call, maxTokens), votes)
    }
    return counted.volumes
  }
  return async (item) => {
    const typical = await tally(item, false, (call) => TYPICAL_TOKENS[kindOf(call, strategy.comparison)])
    const most = await tally(item, true, (_call, cap) => capOf(roles.judge, cap))
    const { promptTokens = 0, calls: waves = 0 } = typical.judge ?? {}
    return { waves, roles: withMost(typical, most), distinct: promptTokens / votes }
  }
}

function kindOf(call: string, comparison: Comparison): ReplyKind {
  if (call === 'metrics' || call === 'reference') return call
  if (comparison.kind === 'rating') return 'rating'
  if (comparison.kind === 'synthesis' && call.endsWith('-2') && !comparison.reasoned) return 'direct'
  return comparison.kind === 'direct' ? 'direct' : 'reasoned'
}
