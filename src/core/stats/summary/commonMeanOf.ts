import { mean } from '../../base/mean.ts'
import type { ItemMean } from '../sequential/itemMean.ts'
import { isScored } from './combineTrials.ts'

/** Of the metrics that every suite has, those that are means of its items. */
export function commonMeanOf(key: string): ItemMean | undefined {
  const all = { cellOf: () => 'all', weigh: 'items', range: [0, 1] } as const
  if (key === 'pass_rate') {
    return {
      ...all,
      valueOf: (_, trials) => {
        const scored = trials.filter(isScored)
        return scored.length === 0 ? undefined : mean(scored.map(({ status }) => (status === 'passed' ? 1 : 0)))
      },
    }
  }
  if (key === 'cut_rate') {
    return {
      ...all,
      valueOf: (_, trials) => {
        const asked = trials.filter(({ status }) => status !== 'skipped')
        return asked.length === 0 ? undefined : asked.some(({ cut }) => cut) ? 1 : 0
      },
    }
  }
  return undefined
}
