import { tokenizer } from '../../src/base/text/tokenizer.ts'
import type { ResolvedConfig } from '../../src/config/resolve.ts'
import type { PlanSummary } from '../../src/config/suite.ts'
import { type RenderedCall, renderCalls } from '../../src/judges/pairwise/renderCalls.ts'
import { STRATEGIES } from '../../src/judges/pairwise/strategies.ts'
import { selectItems } from '../../src/worker/selectItems.ts'
import { openPairs } from './openPairs.ts'
import type { LlmbarOptions } from './options.ts'

/** What an LLMBar run would do, for `holdfast plan`. A second stage depends on the verdicts and is named beside the calls. */
export async function planSummary(config: ResolvedConfig): Promise<PlanSummary> {
  const { strategy, subsets } = config.suites.llmbar as LlmbarOptions
  const { items, source, sha256 } = openPairs(config.data, subsets)
  const counter = tokenizer(config.roles.judge?.tokenizer ?? 'o200k_base')
  const planned = selectItems(
    items.map((item) => ({ item, id: item.id, task: item.subset, stratum: String(item.label) })),
    config.limit,
    config.seed,
  )
  const tokens = (calls: readonly RenderedCall[]) =>
    calls.reduce((sum, { messages }) => sum + messages.reduce((total, { content }) => total + counter.count(content), 0), 0)
  const tasks = new Map<string, { items: number; tokens: number }>()
  let calls = 0
  let distinct = 0
  let further = 0
  for (const { item, task } of planned) {
    const rendered = await renderCalls(item, STRATEGIES[strategy], false)
    const known = tasks.get(task) ?? { items: 0, tokens: 0 }
    known.items += 1
    known.tokens += tokens(rendered) * config.votes
    distinct += tokens(rendered)
    tasks.set(task, known)
    calls += rendered.length
    if (STRATEGIES[strategy].comparison.kind === 'synthesis') further += 2
  }
  const each = planned.length === 0 ? 0 : calls / planned.length
  const stage2 = further === 0 ? '' : `, and ${further / planned.length} more where the two orders contradict each other`
  const votes = config.votes === 1 ? '' : `; ${config.votes} votes, each with calls of its own`
  return {
    source,
    sha256,
    tasks: [...tasks].map(([task, counts]) => ({ task, title: task, ...counts })),
    calls: { judge: calls * config.votes },
    distinctTokens: distinct,
    notes: [`strategy ${strategy}: ${each} calls of the judge a pair${stage2}${votes}`],
  }
}
