import type { Metric, SummaryInput } from 'holdfast'

/** Figures of the suite from its scored items. Pure: intervals are found by asking for it again and again. */
export function summarize({ items, mean }: SummaryInput): Record<string, Metric> {
  return {
    score: mean(items),
    facts: mean(items, 'facts'),
    brief: mean(items, 'brief'),
    'kind.lookup': mean(items.where({ kind: 'lookup' })),
    'kind.reasoning': mean(items.where({ kind: 'reasoning' })),
    'kind.unknown': mean(items.where({ kind: 'unknown' })),
    'lang.en': mean(items.where({ lang: 'en' })),
    'lang.de': mean(items.where({ lang: 'de' })),
  }
}
