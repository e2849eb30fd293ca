import { counted } from '../../core/base/text/counted.ts'
import { DOUBT_RATE } from '../../core/format/doubtKeys.ts'
import { besideOf } from '../../core/format/figureBeside.ts'
import type { Metric } from '../../core/format/scoresDocument.ts'
import type { DoubtCounts } from '../doubtMetrics.ts'

/**
 * Why a run has no figure of doubtful verdicts of this key, in words and with what to do; undefined for a key of another kind.
 *
 * @param counts verdicts that are left to people; undefined where none tells a doubt.
 */
export function whyNoDoubt(key: string, metrics: Readonly<Record<string, Metric>>, counts: DoubtCounts | undefined): string | undefined {
  const { beside, own = key } = besideOf(key, metrics) ?? {}
  if (key !== DOUBT_RATE && (beside === undefined || beside === 'corrected')) return undefined
  if (!counts)
    return 'no verdict of this run tells how doubtful it is. Set HOLDFAST_DOUBT, for instance to 0.5, and HOLDFAST_VOTES to 3 or more'
  const { judged, doubtful, labelled } = counts
  if (beside === 'with people' && labelled === undefined) return 'labels of people change no score of this suite'
  if (beside === 'with people' && labelled !== undefined && labelled < doubtful)
    return `people labelled ${labelled} of ${counted(doubtful, 'doubtful verdict')}. Label the others: npx holdfast annotate latest --by doubtful`
  if (beside === 'sure' && doubtful === judged) return `all ${counted(judged, 'verdict')} are doubtful`
  return `no judgement decides ${own}, or none of its items is left`
}
