import { mean } from '../../core/base/mean.ts'
import type { ItemRecord } from '../../core/format/records.ts'
import { kappasOf } from '../../core/stats/agreement/agreementFigures.ts'
import type { CombinedItem } from '../../core/stats/summary/combineTrials.ts'
import { type Figure, type FigureDescription, type Figures, meanOver, metric } from '../../core/stats/summary/metric.ts'
import { ORDERS } from './pair.ts'

/** Mean of a score over pairs, in percent. */
export function percentOf(pairs: readonly CombinedItem[], score: string, description: FigureDescription): Figure {
  const values = pairs.map(({ scores }) => scores[score]).filter((value) => value !== undefined)
  return metric(100 * mean(values), {
    n: pairs.length,
    range: [0, 100],
    mean: meanOver(pairs, {
      value: ({ scored, scores }) => (scored && scores[score] !== undefined ? 100 * scores[score] : undefined),
    }),
    ...description,
  })
}

/** Verdicts that name no output, in percent. */
export function nullRate(pairs: readonly CombinedItem[], score = 'null'): Figure {
  return percentOf(pairs, score, { label: 'verdicts without an answer', better: 'lower', compared: false })
}

/**
 * How the verdicts about pairs fell: those without an answer, ties, the lean to the output shown first, and kappa.
 *
 * @param records of the scored trials.
 * @param pairs the same, each pair once.
 */
export function verdictFigures(records: readonly ItemRecord[], pairs: readonly CombinedItem[]): Figures {
  return {
    null_rate: nullRate(pairs),
    tie_rate: percentOf(pairs, 'tie', { label: 'pairs rated alike', better: 'lower', compared: false }),
    ...firstBias(records, pairs.length),
    ...kappas(records, pairs.length),
  }
}

/** Winners of the two orders; 0 for a null verdict. */
function winners({ scores }: ItemRecord): readonly [number, number] {
  const named = (one: number | undefined) => (one === undefined ? 0 : one === 1 ? 1 : 2)
  return [named(scores.one_forward), named(scores.one_swapped)]
}

/**
 * Direction of position bias: pairs whose two verdicts both named the output shown first, minus those that both named the
 * second, as a share of all; 0 without bias, 100 for a judge that always takes the first. Ratings show one output at a time
 * and have none.
 */
function firstBias(records: readonly ItemRecord[], n: number): Figures {
  if (records.some(({ tags }) => String(tags.strategy).startsWith('Rating'))) return {}
  const directions = records.map((record) => {
    const [forward, swapped] = winners(record)
    if (forward === 1 && swapped === 2) return 1
    return forward === 2 && swapped === 1 ? -1 : 0
  })
  const label = 'preference for the output shown first'
  return { first_bias: metric(100 * mean(directions), { n, label, range: [-100, 100], better: 'lower', compared: false }) }
}

/**
 * Chance-corrected agreement of the verdicts with the labels and of the orders with each other. Unlike in LLMBar's official code, a
 * null is a verdict of its own (docs/suites/llmbar.md, Q2).
 */
function kappas(records: readonly ItemRecord[], n: number): Figures {
  const rated = records.map((record) => ({ label: Number(record.tags.label), verdicts: winners(record) }))
  const once = records.map(() => 1)
  const kappa = (part: string, label: string, pairs: readonly (readonly [number, number])[]): [string, Figure] => [
    `kappa.${part}`,
    metric(kappasOf(pairs.map(([human, judge]) => ({ human, judge })))(once).kappa, {
      n,
      label,
      range: [-1, 1],
      compared: false,
      group: 'kappa',
      part,
    }),
  ]
  return Object.fromEntries([
    ...ORDERS.map((order, at) =>
      kappa(
        order,
        `kappa with the labels, ${order} order`,
        rated.map(({ label, verdicts }) => [label, verdicts[at] as number] as const),
      ),
    ),
    kappa(
      'agreement',
      'kappa of both orders',
      rated.map(({ verdicts }) => verdicts),
    ),
  ])
}
