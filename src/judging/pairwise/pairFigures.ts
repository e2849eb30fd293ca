import { mean } from '../../core/base/mean.ts'
import type { ItemRecord } from '../../core/format/records.ts'
import { kappasOf } from '../../core/stats/agreement/agreementFigures.ts'
import type { CombinedItem } from '../../core/stats/summary/combineTrials.ts'
import { type Figure, type FigureDescription, type Figures, meanOver, metric } from '../../core/stats/summary/metric.ts'

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
 * How the verdicts about pairs fell:
 *
 * - those without an answer, and ties;
 * - `first_bias`: pairs whose two verdicts both named the output shown first, minus those that both named the second, in percent; 100 for
 *   a judge that always takes the first. Ratings show one output at a time and have none;
 * - kappa of the verdicts with the labels, and of the orders with each other. Unlike in LLMBar's official code, a null is a verdict of
 *   its own (docs/suites/llmbar.md, Q2).
 *
 * @param records of the scored trials.
 * @param pairs the same, each pair once.
 */
export function verdictFigures(records: readonly ItemRecord[], pairs: readonly CombinedItem[]): Figures {
  // Winners by number; 0 for a null verdict.
  const named = (one: number | undefined) => (one === undefined ? 0 : one === 1 ? 1 : 2)
  const rated = records.map(({ scores, tags }) => ({
    label: Number(tags.label),
    forward: named(scores.one_forward),
    swapped: named(scores.one_swapped),
  }))
  const n = pairs.length
  const kappa = (part: string, label: string, human: 'label' | 'forward', judge: 'forward' | 'swapped') => {
    const { kappa: value } = kappasOf(rated.map((one) => ({ human: one[human], judge: one[judge] })))(rated.map(() => 1))
    return metric(value, { n, label, range: [-1, 1], compared: false, group: 'kappa', part })
  }
  const bias = 100 * mean(rated.map(({ forward, swapped }) => (forward && swapped ? swapped - forward : 0)))
  const label = 'preference for the output shown first'
  return {
    null_rate: nullRate(pairs),
    tie_rate: percentOf(pairs, 'tie', { label: 'pairs rated alike', better: 'lower', compared: false }),
    ...(!records.some(({ tags }) => String(tags.strategy).startsWith('Rating')) && {
      first_bias: metric(bias, { n, label, range: [-100, 100], better: 'lower', compared: false }),
    }),
    'kappa.forward': kappa('forward', 'kappa with the labels, forward order', 'label', 'forward'),
    'kappa.swapped': kappa('swapped', 'kappa with the labels, swapped order', 'label', 'swapped'),
    'kappa.agreement': kappa('agreement', 'kappa of both orders', 'forward', 'swapped'),
  }
}
