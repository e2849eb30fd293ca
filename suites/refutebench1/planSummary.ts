import { tokenizer } from '../../src/base/text/tokenizer.ts'
import type { ResolvedConfig } from '../../src/config/resolve.ts'
import type { PlanSummary } from '../../src/config/suite.ts'
import { selectItems } from '../../src/worker/selectItems.ts'
import { stratumOf } from './items.ts'
import { openItems } from './openItems.ts'
import type { Refutebench1Options } from './options.ts'

/** What a RefuteBench 1.0 run would do, for `holdfast plan`. Feedback depends on the answers: the calls are at most these. */
export async function planSummary(config: ResolvedConfig): Promise<PlanSummary> {
  const { items, source, sha256 } = await openItems(config.data, config.suites.refutebench1 as Refutebench1Options, config.seed)
  const counter = tokenizer(config.roles.candidate?.tokenizer ?? 'o200k_base')
  const planned = selectItems(
    items.map((item) => ({ item, id: item.id, task: item.task, stratum: stratumOf(item) })),
    config.limit,
    config.seed,
  )
  const tasks = new Map<string, { items: number; tokens: number }>()
  let calls = 0
  for (const { item, task } of planned) {
    const { script } = item
    const known = tasks.get(task) ?? { items: 0, tokens: 0 }
    known.items += 1
    known.tokens += [script.system, ...script.steps.flatMap((step) => (step.kind === 'slot' ? [] : [step.text]))].reduce(
      (sum, text) => sum + counter.count(text),
      0,
    )
    tasks.set(task, known)
    calls += script.steps.filter((step) => step.kind !== 'slot' && step.text !== '').length + script.feedbacks
  }
  return {
    source,
    sha256,
    tasks: [...tasks].map(([task, counts]) => ({ task, title: task, ...counts })),
    calls: { candidate: calls },
    distinctTokens: [...tasks.values()].reduce((sum, counts) => sum + counts.tokens, 0),
    notes: ['tokens of queries only, calls at most: what is objected to depends on the answers'],
  }
}
