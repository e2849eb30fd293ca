import type { ItemMean, PlacedItem } from '../../src/kit.ts'
import { ADVERSARIAL, MAIN_SUBSETS } from './subsets.ts'

/** Scores that LLMBar's subset metrics are means of. */
const OF_SUBSETS: Readonly<Record<string, string>> = {
  accuracy: 'total',
  agreement: 'agreement',
  'strict.accuracy': 'strict',
  'strict.agreement': 'strict_agreement',
}

/** Scores that are averaged over all pairs alike. */
const OVER_ALL: Readonly<Record<string, string>> = { null_rate: 'null', tie_rate: 'tie', 'strict.null_rate': 'strict_null' }

/**
 * LLMBar's metrics as means of pairs (docs/suites/llmbar.md, R8): subsets, their unweighted means, and levels. Biases and kappas are
 * none.
 */
export function llmbarMeanOf(key: string): ItemMean | undefined {
  if (Object.hasOwn(OVER_ALL, key)) return percentOf(OVER_ALL[key] as string, () => 'all')
  const [, level, of] = /^level\.(.+)\.(accuracy|agreement)$/s.exec(key) ?? []
  if (level !== undefined && of) return percentOf(OF_SUBSETS[of] as string, ({ tags }) => (tags.level === level ? 'all' : undefined))
  const [, name, subset] = /^((?:strict\.)?(?:accuracy|agreement))\.(.+)$/s.exec(key) ?? []
  if (name === undefined || subset === undefined) return undefined
  const subsets: readonly string[] = subset === 'average' ? MAIN_SUBSETS : subset === 'adversarial' ? ADVERSARIAL : [subset]
  return percentOf(OF_SUBSETS[name] as string, ({ task }) => (subsets.includes(task) ? task : undefined), 'cells')
}

function percentOf(score: string, cellOf: (item: PlacedItem) => string | undefined, weigh: 'items' | 'cells' = 'items'): ItemMean {
  return {
    cellOf,
    weigh,
    valueOf: ({ scored, scores }) => {
      const value = scored ? scores[score] : undefined
      return value === undefined ? undefined : 100 * value
    },
    range: [0, 100],
  }
}
