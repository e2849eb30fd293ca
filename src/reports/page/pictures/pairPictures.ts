import type { Markup } from '../markup.ts'
import { barChart } from './barChart.ts'
import { barOf, type PictureInput, partsOf } from './input.ts'
import { pairChart } from './pairChart.ts'

/**
 * A judge on pairs whose better output is known: accuracy against agreement of the two orders by subset, and how the verdicts fell.
 *
 * @param comparedWith what its accuracy may be compared with.
 */
export function pairPictures(input: PictureInput, comparedWith: string): (Markup | undefined)[] {
  const { metrics } = input
  const subsets = partsOf(metrics, 'accuracy')
  return [
    pairChart({
      title: 'Accuracy against agreement',
      caption: `Percent by subset. A judge that always takes the first output has an agreement of 0; ${comparedWith}.`,
      names: ['accuracy', 'agreement'],
      pairs: subsets.map((name) => ({
        name,
        one: metrics[`accuracy.${name}`]?.value,
        other: metrics[`agreement.${name}`]?.value,
        oneCi95: metrics[`accuracy.${name}`]?.ci95,
        otherCi95: metrics[`agreement.${name}`]?.ci95,
      })),
      domain: [0, 100],
      digits: 1,
    }),
    barChart({
      title: 'How verdicts fell',
      caption: 'Percent. First bias: pairs whose two verdicts both took the output shown first, less those that both took the second.',
      bars: [...barOf('null_rate', 'no verdict', input), ...barOf('tie_rate', 'ties', input), ...barOf('first_bias', 'first bias', input)],
      domain: [Math.min(0, (metrics.first_bias?.value ?? 0) < 0 ? -100 : 0), 100],
      digits: 1,
    }),
  ]
}
