import { counted } from '../../core/base/text/counted.ts'
import { roughCount } from '../../core/base/text/roughCount.ts'
import { besideOf } from '../../core/format/figureBeside.ts'
import type { Metric } from '../../core/format/scoresDocument.ts'
import { LEAST_LABELLED } from '../../tools/people/agreement/correctedMetrics.ts'
import { labelsNeeded } from '../../tools/people/agreement/labelsNeeded.ts'
import type { PeopleCounts } from '../figures.ts'

/** How many labels would decide a rule about a corrected figure, in words; undefined for a figure of another kind. */
export function labelsToDecide({ value, ci95, n, ofLabels }: Metric, bound: number, records: number): string | undefined {
  if (ofLabels === undefined || !ci95) return undefined
  const has = `${counted(n, 'item')} of ${records} ${n === 1 ? 'is' : 'are'} labelled`
  if (value === bound) return `${has}. The figure is at its bound, which no number of labels decides`
  const needed = labelsNeeded(Math.abs(value - bound), { ci95, ofLabels, labelled: n, records })
  if (needed === undefined || needed <= n)
    return `${has}. Labels of all items would not decide it while the figure stays where it is. Run more items`
  return `${has}; ${roughCount(needed)} would decide it in 4 of 5 runs if the figure stayed where it is: npx holdfast annotate latest --items ${needed}`
}

/** Why a run has no corrected figure of this key, in words; undefined for a key of another kind. */
export function whyUncorrected(
  key: string,
  metrics: Readonly<Record<string, Metric>>,
  people: PeopleCounts | undefined,
): string | undefined {
  const { beside: kind, own } = besideOf(key, metrics) ?? {}
  if (kind !== 'corrected') return undefined
  if (!people) return `the project has no labels of it. Label ${LEAST_LABELLED} items or more, better 50: npx holdfast annotate latest`
  const { labelled, incomplete, withoutChance, ofOthers } = people
  const others = [
    ...(incomplete > 0 ? [`${counted(incomplete, 'item')} labelled in part`] : []),
    ...(withoutChance > 0 ? [`${counted(withoutChance, 'item')} of no sample of this run`] : []),
    ...(ofOthers > 0 ? [`${counted(ofOthers, 'label')} of another text`] : []),
  ]
  const beside = others.length > 0 ? ` (not counted: ${others.join(', ')})` : ''
  if (labelled >= LEAST_LABELLED) return `labels of people do not change ${own}, or too few of its items have one${beside}`
  return `${counted(labelled, 'item')} of this run ${labelled === 1 ? 'is' : 'are'} labelled${beside}. Label ${LEAST_LABELLED} or more, better 50: npx holdfast annotate latest`
}
