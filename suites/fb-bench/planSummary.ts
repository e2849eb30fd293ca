import { tokenizer } from '../../src/base/text/tokenizer.ts'
import type { ResolvedConfig } from '../../src/config/resolve.ts'
import type { PlanSummary } from '../../src/config/suite.ts'
import { selectItems } from '../../src/worker/selectItems.ts'
import { openItems } from './openItems.ts'
import type { FbBenchOptions } from './options.ts'

/** What an FB-Bench run would do, for `holdfast plan`. Tokens are the candidate's; the judge's prompt holds its answer too. */
export function planSummary(config: ResolvedConfig): PlanSummary {
  const { items, source, sha256 } = openItems(config.data)
  const { control } = config.suites['fb-bench'] as FbBenchOptions
  const counter = tokenizer(config.roles.candidate?.tokenizer ?? 'o200k_base')
  const planned = selectItems(
    items.map((item) => ({ item, id: item.id, task: `${item.scenario}/${item.task}`, stratum: item.subtask })),
    config.limit,
    config.seed,
  )
  const tokens = (texts: readonly string[]) => texts.reduce((sum, text) => sum + counter.count(text), 0)
  const tasks = new Map<string, { items: number; tokens: number }>()
  for (const { item, task } of planned) {
    const known = tasks.get(task) ?? { items: 0, tokens: 0 }
    known.items += 1
    known.tokens += tokens([item.query, item.firstResponse, item.feedback, ...(control ? [item.query] : [])])
    tasks.set(task, known)
  }
  const calls = planned.length * (control ? 2 : 1)
  return {
    source,
    sha256,
    tasks: [...tasks].map(([task, counts]) => ({ task, title: task, ...counts })),
    calls: { candidate: calls, judge: calls * config.votes },
    distinctTokens: [...tasks.values()].reduce((sum, counts) => sum + counts.tokens, 0),
    notes: [],
  }
}
