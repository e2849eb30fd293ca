import {
  type CombinedItem,
  combineTrials,
  type Figure,
  type Figures,
  type ItemRecord,
  isScored,
  percentOf,
  type SummaryInput,
  verdictFigures,
  type Winner,
} from '../../../kit.ts'
import { decisionOverOrders } from './decisionOverOrders.ts'

/** Figures of all pairs and of each subset, by the score that they are the mean of: by the rule of the set, and by the other rule. */
const FIGURES = {
  orders: { accuracy: 'total', agreement: 'agreement', decision: 'decision' },
  judgebench: { accuracy: 'decision', agreement: 'agreement', orders: 'total' },
} as const

const LABELS: Readonly<Record<string, string>> = {
  accuracy: 'accuracy',
  agreement: 'agreement of both orders',
  decision: 'right over both orders',
  orders: 'right verdicts',
}

/**
 * The metrics of a file of pairs, in percent but for kappa, over all pairs and by subset: accuracy, which is the share of right
 * verdicts as for LLMBar, or of right decisions over both orders for JudgeBench; the same by the other rule, as `decision` or
 * `orders`; and the agreement of the two orders. Then what each order alone gets, and how the verdicts fell.
 */
export function pairFileSummary({ records }: Pick<SummaryInput, 'records'>): Figures {
  const scored = records.filter(isScored).map(withDecision)
  const rule = scored[0]?.tags.rule === 'judgebench' ? 'judgebench' : 'orders'
  const items = combineTrials(scored)
  const bySubset = new Map<string, CombinedItem[]>()
  for (const item of items) bySubset.set(item.task, [...(bySubset.get(item.task) ?? []), item])
  const parts = [['all', items] as const, ...(bySubset.size > 1 ? bySubset : [])]
  const figure = (group: string, part: string, own: readonly CombinedItem[], score: string): [string, Figure] => {
    const isCompared = group === 'accuracy' || (group === 'agreement' && part === 'all')
    return [
      `${group}.${part}`,
      percentOf(own, score, {
        label: `${LABELS[group]}, ${part === 'all' ? 'all pairs' : part}`,
        ...(!isCompared && { compared: false }),
        ...(group === 'accuracy' && part === 'all' && { headline: { unit: 'percent', digits: 1 } }),
        group,
        part,
        mean: undefined,
      }),
    ]
  }
  const ofOrder = (part: string, label: string) => percentOf(items, part, { label, compared: false, group: 'order', part, mean: undefined })
  return {
    ...Object.fromEntries(
      Object.entries(FIGURES[rule]).flatMap(([name, score]) => parts.map(([part, own]) => figure(name, part, own, score))),
    ),
    'order.forward': ofOrder('forward', 'accuracy, output 1 shown first'),
    'order.swapped': ofOrder('swapped', 'accuracy, output 2 shown first'),
    ...verdictFigures(scored, items),
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
