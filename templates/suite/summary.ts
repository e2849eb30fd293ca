import type { Figure, SummaryInput, SummaryItems } from 'holdfast'

/** Figures of the suite from its scored items. Pure: intervals are found by asking for it again and again. */
export function summarize({ items, mean }: SummaryInput): Record<string, Figure> {
  // Every figure is a share: no interval goes beyond 0 and 1. `holdfast compare` tests the score; with --all it tests the others too.
  const share = (some: SummaryItems, score?: string): Figure => ({ ...mean(some, score), range: [0, 1], compared: false })
  return {
    score: { ...mean(items), range: [0, 1] },
    facts: share(items, 'facts'),
    brief: share(items, 'brief'),
    'kind.lookup': share(items.where({ kind: 'lookup' })),
    'kind.reasoning': share(items.where({ kind: 'reasoning' })),
    'kind.unknown': share(items.where({ kind: 'unknown' })),
    'lang.en': share(items.where({ lang: 'en' })),
    'lang.de': share(items.where({ lang: 'de' })),
  }
}
