import { type CombinedItem, combineTrials, type ItemRecord, type Metric, type Metrics, mean, metric } from '../../src/kit.ts'
import { cohenKappa } from './kappa.ts'
import { ADVERSARIAL, MAIN_SUBSETS } from './subsets.ts'

/**
 * All LLMBar metrics (docs/suites/llmbar.md, R8), in percent but for kappa: accuracy and positional agreement of every subset,
 * the means over the four adversarial and over all five, both by level, and how the verdicts fell.
 */
export function summarizeLlmbar(records: readonly ItemRecord[]): Metrics {
  const scored = records.filter(({ status }) => status === 'passed' || status === 'failed')
  const items = combineTrials(scored)
  const strict = scored.some(({ tags }) => tags.rules === 'strict')
  return {
    ...subsetMetrics('accuracy', items, 'total'),
    ...subsetMetrics('agreement', items, 'agreement'),
    ...(strict && {
      ...subsetMetrics('strict.accuracy', items, 'strict'),
      ...subsetMetrics('strict.agreement', items, 'strict_agreement'),
    }),
    ...(strict && { 'strict.null_rate': percent(items, 'strict_null') }),
    ...levelMetrics(items),
    null_rate: percent(items, 'null'),
    tie_rate: percent(items, 'tie'),
    ...firstBias(scored, items.length),
    ...kappas(scored, items.length),
  }
}

/** Mean of a score over items, in percent. */
export function percent(items: readonly CombinedItem[], score: string): Metric {
  return metric(100 * mean(valuesOf(items, score)), items.length)
}

function valuesOf(items: readonly CombinedItem[], score: string): number[] {
  return items.map(({ scores }) => scores[score]).filter((value) => value !== undefined)
}

/** A score's mean in each subset, and the unweighted means over the adversarial subsets and over the five; those only where all have items. */
function subsetMetrics(name: string, items: readonly CombinedItem[], score: string): Metrics {
  const subsets = new Map<string, CombinedItem[]>()
  for (const item of items) subsets.set(item.task, [...(subsets.get(item.task) ?? []), item])
  const figure = (names: readonly string[]): Metric => {
    const strata = names.map((subset) => valuesOf(subsets.get(subset) ?? [], score))
    const n = strata.reduce((sum, values) => sum + values.length, 0)
    if (strata.some((values) => values.length === 0)) return metric(Number.NaN, n)
    return metric(mean(strata.map((values) => mean(values) * 100)), n)
  }
  return {
    ...Object.fromEntries([...subsets.keys()].map((subset) => [`${name}.${subset}`, figure([subset])])),
    [`${name}.adversarial`]: figure(ADVERSARIAL),
    [`${name}.average`]: figure(MAIN_SUBSETS),
  }
}

/** Accuracy and agreement over all pairs of a level, where the pairs have one. */
function levelMetrics(items: readonly CombinedItem[]): Metrics {
  const levels = new Set(items.flatMap(({ tags }) => tags.level ?? []))
  return Object.fromEntries(
    [...levels].sort().flatMap((level) => {
      const own = items.filter(({ tags }) => tags.level === level)
      return [
        [`level.${level}.accuracy`, percent(own, 'total')],
        [`level.${level}.agreement`, percent(own, 'agreement')],
      ]
    }),
  )
}

/** Winners of the two orders, as text; `null` for a null verdict. */
function winners({ scores }: ItemRecord): readonly [string, string] {
  const named = (one: number | undefined) => (one === undefined ? 'null' : one === 1 ? '1' : '2')
  return [named(scores.one_forward), named(scores.one_swapped)]
}

/**
 * Direction of position bias: pairs whose two verdicts both named the output shown first, minus those that both named the
 * second, as a share of all; 0 without bias, 100 for a judge that always takes the first. Ratings show one output at a time
 * and have none.
 */
export function firstBias(records: readonly ItemRecord[], n: number): Metrics {
  if (records.some(({ tags }) => String(tags.strategy).startsWith('Rating'))) return {}
  const directions = records.map((record) => {
    const [forward, swapped] = winners(record)
    if (forward === '1' && swapped === '2') return 1
    return forward === '2' && swapped === '1' ? -1 : 0
  })
  return { first_bias: metric(100 * mean(directions), n) }
}

/** Chance-corrected agreement of the verdicts with the labels and of the orders with each other; a null is a verdict of its own. */
export function kappas(records: readonly ItemRecord[], n: number): Metrics {
  const rated = records.map((record) => ({ label: String(record.tags.label), verdicts: winners(record) }))
  return {
    'kappa.forward': metric(cohenKappa(rated.map(({ label, verdicts }) => [label, verdicts[0]])), n),
    'kappa.swapped': metric(cohenKappa(rated.map(({ label, verdicts }) => [label, verdicts[1]])), n),
    'kappa.agreement': metric(cohenKappa(rated.map(({ verdicts }) => verdicts)), n),
  }
}
