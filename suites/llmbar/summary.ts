import {
  type CombinedItem,
  combineTrials,
  type Figure,
  type FigureDescription,
  type Figures,
  type ItemRecord,
  mean,
  meanOver,
  metric,
  type SummaryInput,
} from '../../src/kit.ts'
import { cohenKappa } from './kappa.ts'
import { ADVERSARIAL, MAIN_SUBSETS } from './subsets.ts'

/**
 * All LLMBar metrics (docs/suites/llmbar.md, R8), in percent but for kappa: accuracy and positional agreement of every subset,
 * the means over the four adversarial and over all five, both by level, and how the verdicts fell.
 */
export function llmbarSummary({ records }: Pick<SummaryInput, 'records'>): Figures {
  const scored = records.filter(({ status }) => status === 'passed' || status === 'failed')
  const items = combineTrials(scored)
  const strict = scored.some(({ tags }) => tags.rules === 'strict')
  return {
    ...subsetMetrics('accuracy', items, 'total'),
    ...subsetMetrics('agreement', items, 'agreement'),
    ...(strict && {
      ...asStrict({
        ...subsetMetrics('accuracy', items, 'strict'),
        ...subsetMetrics('agreement', items, 'strict_agreement'),
        null_rate: percent(items, 'strict_null', NULL_RATE),
      }),
    }),
    ...levelMetrics(items),
    null_rate: percent(items, 'null', NULL_RATE),
    tie_rate: percent(items, 'tie', { label: 'verdicts that name a tie', better: 'lower', compared: false }),
    ...firstBias(scored, items.length),
    ...kappas(scored, items.length),
  }
}

/** What the rate of null verdicts is. */
export const NULL_RATE: FigureDescription = { label: 'verdicts without an answer', better: 'lower', compared: false }

/** Mean of a score over items, in percent. */
export function percent(items: readonly CombinedItem[], score: string, description: FigureDescription): Figure {
  const n = items.length
  return metric(100 * mean(valuesOf(items, score)), { n, range: [0, 100], mean: percentOver(items, score), ...description })
}

function percentOver(items: readonly CombinedItem[], score: string, weigh: 'items' | 'cells' = 'items') {
  return meanOver(items, {
    cell: ({ task }) => (weigh === 'cells' ? task : 'all'),
    weigh,
    value: ({ scored, scores }) => (scored && scores[score] !== undefined ? 100 * scores[score] : undefined),
  })
}

function valuesOf(items: readonly CombinedItem[], score: string): number[] {
  return items.map(({ scores }) => scores[score]).filter((value) => value !== undefined)
}

/** Figures by the strict reading. */
function asStrict(figures: Figures): Figures {
  return Object.fromEntries(
    Object.entries(figures).map(([key, { headline: _headline, ...figure }]) => [
      `strict.${key}`,
      { ...figure, label: `strict: ${figure.label}`, compared: false, group: 'strict', part: key },
    ]),
  )
}

/** What the two figures of a subset are called. */
const OF_SUBSETS = { accuracy: 'accuracy', agreement: 'agreement of both orders' } as const

/** A score's mean in each subset, and the unweighted means over the adversarial subsets and over the five; those only where all have items. */
function subsetMetrics(name: keyof typeof OF_SUBSETS, items: readonly CombinedItem[], score: string): Figures {
  const subsets = new Map<string, CombinedItem[]>()
  for (const item of items) subsets.set(item.task, [...(subsets.get(item.task) ?? []), item])
  const figure = (part: string, words: string, names: readonly string[], description?: FigureDescription): [string, Figure] => {
    const strata = names.map((subset) => valuesOf(subsets.get(subset) ?? [], score))
    return [
      `${name}.${part}`,
      metric(strata.some((values) => values.length === 0) ? Number.NaN : mean(strata.map((values) => mean(values) * 100)), {
        n: strata.reduce((sum, values) => sum + values.length, 0),
        label: `${OF_SUBSETS[name]}, ${words}`,
        range: [0, 100],
        ...(name === 'agreement' && { compared: false }),
        group: name,
        part,
        mean: percentOver(
          names.flatMap((subset) => subsets.get(subset) ?? []),
          score,
          'cells',
        ),
        ...description,
      }),
    ]
  }
  const average = name === 'accuracy' ? { headline: { unit: 'percent', digits: 1 } } : { compared: undefined }
  return Object.fromEntries([
    ...[...subsets.keys()].map((subset) => figure(subset, subset, [subset])),
    figure('adversarial', 'mean of the adversarial subsets', ADVERSARIAL),
    figure('average', 'mean of the five subsets', MAIN_SUBSETS, average),
  ])
}

/** Names of levels: how hard pairs are by blind solving. */
const LEVELS: Readonly<Record<string, string>> = { hard: 'hard pairs', other: 'other pairs', unmeasured: 'pairs not measured' }

/** Accuracy and agreement over all pairs of a level, where the pairs have one. */
function levelMetrics(items: readonly CombinedItem[]): Figures {
  const levels = new Set(items.flatMap(({ tags }) => tags.level ?? []))
  return Object.fromEntries(
    [...levels].sort().flatMap((level) => {
      const own = items.filter(({ tags }) => tags.level === level)
      const figure = (name: string, score: string) => {
        const part = `${level}.${name}`
        const label = `${name}, ${LEVELS[level] ?? level}`
        return [`level.${part}`, percent(own, score, { label, compared: false, group: 'level', part })] as const
      }
      return [figure('accuracy', 'total'), figure('agreement', 'agreement')]
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
export function firstBias(records: readonly ItemRecord[], n: number): Figures {
  if (records.some(({ tags }) => String(tags.strategy).startsWith('Rating'))) return {}
  const directions = records.map((record) => {
    const [forward, swapped] = winners(record)
    if (forward === '1' && swapped === '2') return 1
    return forward === '2' && swapped === '1' ? -1 : 0
  })
  const label = 'preference for the output shown first'
  return { first_bias: metric(100 * mean(directions), { n, label, range: [-100, 100], better: 'lower', compared: false }) }
}

/** Chance-corrected agreement of the verdicts with the labels and of the orders with each other; a null is a verdict of its own. */
export function kappas(records: readonly ItemRecord[], n: number): Figures {
  const rated = records.map((record) => ({ label: String(record.tags.label), verdicts: winners(record) }))
  const kappa = (part: string, label: string, pairs: readonly (readonly [string, string])[]): [string, Figure] => [
    `kappa.${part}`,
    metric(cohenKappa(pairs), { n, label, range: [-1, 1], compared: false, group: 'kappa', part }),
  ]
  return Object.fromEntries([
    ...(['forward', 'swapped'] as const).map((order, at) =>
      kappa(
        order,
        `kappa with the labels, ${order} order`,
        rated.map(({ label, verdicts }) => [label, verdicts[at] as string] as const),
      ),
    ),
    kappa(
      'agreement',
      'kappa of both orders',
      rated.map(({ verdicts }) => verdicts),
    ),
  ])
}
