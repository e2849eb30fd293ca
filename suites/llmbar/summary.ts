import {
  BLIND_LEVELS,
  byTag,
  type CombinedItem,
  combineTrials,
  type Figure,
  type FigureDescription,
  type Figures,
  groupBy,
  isScored,
  mean,
  meanOver,
  metric,
  nullRate,
  ofVerdicts,
  percentOf,
  renamed,
  type SummaryInput,
  sum,
  verdictFigures,
} from '../../src/kit.ts'
import { ADVERSARIAL, MAIN_SUBSETS, SUBSETS } from './names.ts'

/**
 * All LLMBar metrics (docs/suites/llmbar.md, R8), in percent but for kappa: accuracy and positional agreement of every subset,
 * the means over the four adversarial and over all five, both by level, and how the verdicts fell.
 */
export function llmbarSummary({ records }: Pick<SummaryInput, 'records'>): Figures {
  const scored = records.filter(isScored)
  const items = combineTrials(scored)
  const strict = {
    ...subsetMetrics('accuracy', items, 'strict'),
    ...subsetMetrics('agreement', items, 'strict_agreement'),
    null_rate: nullRate(items, 'strict_null'),
  }
  return {
    ...subsetMetrics('accuracy', items, 'total'),
    ...subsetMetrics('agreement', items, 'agreement'),
    ...renamed(strict, 'strict', ({ label }, part) => ({ label: `strict: ${label}`, compared: false, group: 'strict', part })),
    ...byTag(
      items,
      'level',
      (own, level) => ({
        accuracy: percentOf(own, 'total', { label: `accuracy, ${level} pairs`, part: `${level}.accuracy` }),
        agreement: percentOf(own, 'agreement', { label: `agreement, ${level} pairs`, part: `${level}.agreement`, stands: true }),
      }),
      BLIND_LEVELS,
    ),
    ...verdictFigures(scored, items),
  }
}

const HEADLINE = { unit: 'percent', digits: 1 } as const

/** What the two figures of a subset are called. */
const OF_SUBSETS = { accuracy: 'accuracy', agreement: 'agreement of both orders' } as const

/** A score's mean in each subset, and the unweighted means over the adversarial subsets and over the five; those only where all have items. */
function subsetMetrics(name: keyof typeof OF_SUBSETS, items: readonly CombinedItem[], score: string): Figures {
  const bySubset = groupBy(items, ({ task }) => task)
  const itemsOf = (subset: string) => bySubset.get(subset) ?? []
  const lacking = (names: readonly string[]) => names.find((subset) => !bySubset.has(subset))
  const valuesOf = (subset: string) => itemsOf(subset).flatMap(({ scores }) => scores[score] ?? [])
  const figure = (part: string, words: string, names: readonly string[], first: string): [string, Figure] => {
    const strata = names.map(valuesOf)
    const described: FigureDescription & { readonly n: number } = {
      n: sum(strata.map(({ length }) => length)),
      label: `${OF_SUBSETS[name]}, ${words}`,
      range: [0, 100],
      ...(name === 'agreement'
        ? { stands: true, compared: part === 'average' ? undefined : false }
        : part === first && { headline: HEADLINE }),
      none: `no pair of ${lacking(names) ?? part} was scored`,
      group: name,
      part,
      mean: meanOver(names.flatMap(itemsOf), {
        cell: ({ task }) => task,
        weigh: 'cells',
        value: ({ scored, scores }) => (scored && scores[score] !== undefined ? 100 * scores[score] : undefined),
      }),
    }
    const figure = metric(mean(strata.map((values) => mean(values) * 100)), described)
    return [`${name}.${part}`, ofVerdicts(figure, names.flatMap(itemsOf), score.startsWith('strict') ? 'strict_null' : 'null')]
  }
  // Of the means only one over subsets that are all there, else the first subset, in the order of the paper.
  const only = SUBSETS.find((subset) => bySubset.has(subset)) ?? 'average'
  const first = !lacking(MAIN_SUBSETS) ? 'average' : !lacking(ADVERSARIAL) ? 'adversarial' : only
  return Object.fromEntries([
    ...[...bySubset.keys()].map((subset) => figure(subset, subset, [subset], first)),
    figure('adversarial', 'mean of the adversarial subsets', ADVERSARIAL, first),
    figure('average', 'mean of the five subsets', MAIN_SUBSETS, first),
  ])
}
