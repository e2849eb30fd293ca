import { mean, meanOfKnown } from '../../core/base/mean.ts'
import type { ItemRecord } from '../../core/format/records.ts'
import { kappasOf } from '../../core/stats/agreement/agreementFigures.ts'
import { type CombinedItem, isScored } from '../../core/stats/summary/combineTrials.ts'
import { type Figure, type FigureDescription, type Figures, meanOver, metric, scoreMean } from '../../core/stats/summary/metric.ts'

/** The winners of a pair by number; 0 for a null verdict. */
interface Verdicts {
  readonly label: number
  readonly forward: number
  readonly swapped: number
}

function verdictsOf({ scores, tags }: ItemRecord): Verdicts {
  const named = (one: number | undefined) => (one === undefined ? 0 : one === 1 ? 1 : 2)
  return { label: Number(tags.label), forward: named(scores.one_forward), swapped: named(scores.one_swapped) }
}

/** Kappa from the share of equal verdicts, and the shares of the first and the second output on both sides, those of one output together. */
function kappaOfShares([equal = 0, ...sides]: readonly number[]): number {
  const [one = 0, other = 0, two = 0, otherTwo = 0] = sides
  const byChance = one * other + two * otherTwo + Math.max(0, 1 - one - two) * Math.max(0, 1 - other - otherTwo)
  return (equal - byChance) / (1 - byChance)
}

/** A figure of pairs. Where no verdict about any of them names an output it has no value: orders that both say nothing agree in nothing. */
export function ofVerdicts(figure: Figure, pairs: readonly CombinedItem[], nulls = 'null'): Figure {
  const isSilent = pairs.length > 0 && pairs.every(({ scores }) => scores[nulls] === 1)
  return isSilent ? { ...figure, value: Number.NaN, none: 'no verdict names an output' } : figure
}

/** Mean of a score over pairs, in percent. */
export function percentOf(pairs: readonly CombinedItem[], score: string, description: FigureDescription): Figure {
  return ofVerdicts(scorePercent(pairs, score, description), pairs)
}

function scorePercent(pairs: readonly CombinedItem[], score: string, description: FigureDescription): Figure {
  return scoreMean(pairs, score, { n: pairs.length, range: [0, 100], ...description }, 100)
}

/** Verdicts that name no output, in percent. */
export function nullRate(pairs: readonly CombinedItem[], score = 'null'): Figure {
  return scorePercent(pairs, score, { label: 'verdicts without an answer', better: 'lower', compared: false, stands: true })
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
  const rated = records.map(verdictsOf)
  const n = pairs.length
  const meanOf = (of: (one: Verdicts) => number, description: FigureDescription, scale = 1) => {
    const value = (_: CombinedItem, trials: readonly ItemRecord[]) => {
      const own = meanOfKnown(trials.filter(isScored).map((trial) => of(verdictsOf(trial))))
      return own && scale * own
    }
    return ofVerdicts(metric(scale * mean(rated.map(of)), { n, mean: meanOver(pairs, { value }), ...description }), pairs)
  }
  const kappa = (part: string, label: string, human: 'label' | 'forward', judge: 'forward' | 'swapped') => {
    const { kappa: value } = kappasOf(rated.map((one) => ({ human: one[human], judge: one[judge] })))(rated.map(() => 1))
    const shareOf = (holds: (one: Verdicts) => boolean) => meanOf((one) => Number(holds(one)), { range: [0, 1] })
    const sides = ([1, 2] as const).flatMap((name) => [shareOf((one) => one[human] === name), shareOf((one) => one[judge] === name)])
    const composed = { parts: [shareOf((one) => one[human] === one[judge]), ...sides], of: kappaOfShares }
    const described = { n, label, range: [-1, 1], compared: false, group: 'kappa', part, composed } as const
    return ofVerdicts(metric(value, part === 'agreement' ? { ...described, stands: true } : described), pairs)
  }
  const bias = ({ forward, swapped }: Verdicts) => (forward && swapped ? swapped - forward : 0)
  const label = 'preference for the output shown first'
  return {
    null_rate: nullRate(pairs),
    tie_rate: percentOf(pairs, 'tie', { label: 'pairs rated alike', better: 'lower', compared: false, stands: true }),
    ...(!records.some(({ tags }) => String(tags.strategy).startsWith('Rating')) && {
      first_bias: meanOf(bias, { label, range: [-100, 100], better: 'none', compared: false, stands: true }, 100),
    }),
    'kappa.forward': kappa('forward', 'kappa with the labels, forward order', 'label', 'forward'),
    'kappa.swapped': kappa('swapped', 'kappa with the labels, swapped order', 'label', 'swapped'),
    'kappa.agreement': kappa('agreement', 'kappa of both orders', 'forward', 'swapped'),
  }
}
