import { firstBias, kappas, percent } from '../../../../suites/llmbar/summary.ts'
import {
  type CombinedItem,
  combineTrials,
  type ItemRecord,
  isScored,
  type Metric,
  type Metrics,
  mean,
  metric,
  type Winner,
} from '../../../kit.ts'
import { decisionOverOrders } from './decisionOverOrders.ts'

/** Figures of all pairs and of each subset, by the score that they are the mean of: by the rule of the set, and by the other rule. */
const FIGURES = {
  orders: { accuracy: 'total', agreement: 'agreement', decision: 'decision' },
  judgebench: { accuracy: 'decision', agreement: 'agreement', orders: 'total' },
} as const

/**
 * The metrics of a file of pairs, in percent but for kappa, over all pairs and by subset: accuracy, which is the share of right
 * verdicts as for LLMBar, or of right decisions over both orders for JudgeBench; the same by the other rule, as `decision` or
 * `orders`; and the agreement of the two orders. Then what each order alone gets, and how the verdicts fell.
 */
export function summarizePairs(records: readonly ItemRecord[]): Metrics {
  const scored = records.filter(isScored).map(withDecision)
  const rule = scored[0]?.tags.rule === 'judgebench' ? 'judgebench' : 'orders'
  const items = combineTrials(scored)
  const bySubset = new Map<string, CombinedItem[]>()
  for (const item of items) bySubset.set(item.task, [...(bySubset.get(item.task) ?? []), item])
  const parts = [['all', items] as const, ...(bySubset.size > 1 ? bySubset : [])]
  return {
    ...Object.fromEntries(
      Object.entries(FIGURES[rule]).flatMap(([name, score]) => parts.map(([part, own]) => [`${name}.${part}`, percent(own, score)])),
    ),
    'order.forward': percent(items, 'forward'),
    'order.swapped': percent(items, 'swapped'),
    null_rate: percent(items, 'null'),
    tie_rate: tieRate(items),
    ...firstBias(scored, items.length),
    ...kappas(scored, items.length),
  }
}

/** With what JudgeBench's rule makes of the record. Kept by record: intervals ask for the same ones hundreds of times. */
const decided = new WeakMap<ItemRecord, ItemRecord>()

function withDecision(record: ItemRecord): ItemRecord {
  const known = decided.get(record)
  if (known) return known
  const { scores, tags } = record
  if (scores.total === undefined) return record
  const winner = (one: number | undefined): Winner => (one === undefined ? null : one === 1 ? 1 : 2)
  const decision = decisionOverOrders([winner(scores.one_forward), winner(scores.one_swapped)], tags.label === '1' ? 1 : 2)
  // Of a coin's scores, for the floor, it is told.
  const made = { ...record, scores: { decision: decision === 'right' ? 1 : 0, ...scores } }
  decided.set(record, made)
  return made
}

/** Pairs whose outputs got the same rating. */
function tieRate(items: readonly CombinedItem[]): Metric {
  return metric(100 * mean(items.map(({ scores }) => scores.tie ?? 0)), items.length)
}
