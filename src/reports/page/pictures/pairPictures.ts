import type { Markup } from '../markup.ts'
import { type PictureInput, partsOf } from './input.ts'
import { barChart, barOf, pairChart } from './rowCharts.ts'

/** A judge on pairs of known order: accuracy against agreement by subset, and how verdicts fell. @param comparedWith said of its accuracy. */
export function pairPictures(input: PictureInput, comparedWith: string): (Markup | undefined)[] {
  const { metrics } = input
  return [
    pairChart({
      title: 'Accuracy against agreement',
      caption: `Percent by subset. A judge that always takes the first output has an agreement of 0; ${comparedWith}.`,
      names: ['accuracy', 'agreement'],
      pairs: partsOf(metrics, 'accuracy').map((name) => ({ name, one: metrics[`accuracy.${name}`], other: metrics[`agreement.${name}`] })),
      domain: [0, 100],
      digits: 1,
    }),
    barChart({
      title: 'How verdicts fell',
      caption: 'Percent. First bias: pairs whose two verdicts both took the output shown first, less those that both took the second.',
      bars: [...barOf('null_rate', 'no verdict', input), ...barOf('tie_rate', 'ties', input), ...barOf('first_bias', 'first bias', input)],
      domain: [(metrics.first_bias?.value ?? 0) < 0 ? -100 : 0, 100],
      digits: 1,
    }),
  ]
}
