import type { ResolvedConfig } from '../../src/config/resolve.ts'
import type { PlanSummary } from '../../src/config/suite.ts'
import { selectItems } from '../../src/worker/selectItems.ts'
import type { LoadedContext } from './items.ts'
import { planLifbench } from './plan.ts'
import { TASKS } from './tasks.ts'

/** What a LIFBench run would do, for `holdfast plan`. */
export function planSummary(config: ResolvedConfig): PlanSummary {
  const plan = planLifbench(config)
  const selectable = plan.items.map((item) => ({ item, id: item.id, task: item.task.id, stratum: item.length.name }))
  const items = selectItems(selectable, config.limit, config.seed)
    .map(({ item }) => item)
    .filter((item) => plan.skip(item) === undefined)
  const contexts = new Map<LoadedContext, number>()
  let own = 0
  for (const item of items) {
    const { total, prefix } = plan.tokens(item)
    contexts.set(item.context, prefix)
    own += total - prefix
  }
  const tasks = TASKS.map((task) => {
    const ofTask = items.filter((item) => item.task === task)
    return {
      task: task.id,
      title: task.title,
      items: ofTask.length,
      tokens: ofTask.reduce((sum, item) => sum + plan.tokens(item).total, 0),
    }
  })
  return {
    source: plan.source,
    sha256: plan.sha256,
    tasks: tasks.filter((task) => task.items > 0),
    calls: { candidate: items.length },
    distinctTokens: own + [...contexts.values()].reduce((sum, tokens) => sum + tokens, 0),
    notes: plan.notes,
  }
}
