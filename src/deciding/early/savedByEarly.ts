import type { ItemResult } from '../../core/format/itemResult.ts'
import type { ModelEntry } from '../../core/format/modelEntry.ts'
import { isLeftOut } from '../../core/format/records.ts'
import type { Role } from '../../core/format/role.ts'
import { cost } from '../../models/budget.ts'

/** What items that were left out would have taken. */
export interface SavedByEarly {
  readonly calls: number
  /** US dollars, where every role that was called has a price. */
  readonly usd?: number | undefined
}

/** What items took, summed. */
interface Taken {
  items: number
  calls: number
  usd: number
}

/**
 * What each suite that ended early would have taken beside: of each task as many items as were left out, each as much as the mean of
 * those that ran.
 */
export function savedByEarly(
  results: readonly ItemResult[],
  roles: Readonly<Partial<Record<Role, ModelEntry>>>,
): Readonly<Record<string, SavedByEarly>> {
  const suites = [...new Set(results.flatMap(({ record }) => (isLeftOut(record) ? [record.suite] : [])))]
  return Object.fromEntries(suites.map((suite) => [suite, savedOf(results, suite, roles)]))
}

function savedOf(results: readonly ItemResult[], suite: string, roles: Readonly<Partial<Record<Role, ModelEntry>>>): SavedByEarly {
  const byTask = new Map<string, Taken>()
  const all: Taken = { items: 0, calls: 0, usd: 0 }
  const left = new Map<string, number>()
  let isPriced = true
  for (const { record, usage } of results) {
    if (record.suite !== suite) continue
    if (isLeftOut(record)) left.set(record.task, (left.get(record.task) ?? 0) + 1)
    if (record.status === 'skipped') continue
    const own = byTask.get(record.task) ?? { items: 0, calls: 0, usd: 0 }
    byTask.set(record.task, own)
    for (const sum of [own, all]) sum.items += 1
    for (const [role, counts] of Object.entries(usage)) {
      if (counts.calls === 0) continue
      const price = roles[role as Role]?.price
      if (!price) isPriced = false
      for (const sum of [own, all]) {
        sum.calls += counts.calls
        sum.usd += price ? cost(counts, price) : 0
      }
    }
  }
  const saved = (of: 'calls' | 'usd') =>
    [...left].reduce((sum, [task, count]) => {
      const { items, [of]: taken } = byTask.get(task) ?? all
      return sum + (items === 0 ? 0 : (count * taken) / items)
    }, 0)
  return { calls: Math.round(saved('calls')), ...(isPriced && { usd: saved('usd') }) }
}
