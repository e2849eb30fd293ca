import { counted } from '../../core/base/text/counted.ts'
import { measuredRole } from '../../core/format/measuredRole.ts'
import type { ScoresDocument } from '../../core/format/scoresDocument.ts'
import { VERDICT_TEXTS } from '../../deciding/compare/suiteVerdict.ts'
import { itemName, suiteRow } from './suiteRow.ts'

/**
 * Whether a suite is better than in the last run of it that was made alike: `The last run of this suite had 55.2: better (paired interval
 * +2.1 to +17.9).` Undefined where there is none, or its judge does not judge.
 */
export function lastRunText(suite: string, { lastRun, suites, presentation, run }: ScoresDocument): string | undefined {
  const [last, scores] = [lastRun?.[suite], suites[suite]]
  if (!last?.metric || !scores || scores.judgeSigns) return undefined
  const { base, changeInterval, verdict = 'cannot-tell', told } = suiteRow(suite, scores, presentation, last)
  const other = last.model === measuredRole(run)?.model ? '' : `, of ${last.model},`
  const ran = Math.max(scores.items - scores.skipped, 0)
  const paired =
    last.paired === undefined || last.paired >= ran ? [] : [`on ${counted(last.paired, itemName(presentation?.[suite]))} that both scored`]
  const notes = [...paired, ...(changeInterval ? [`paired interval ${changeInterval}`] : []), ...(told ? [told] : [])]
  return `The last run of this suite${other} had ${base}: ${VERDICT_TEXTS[verdict]}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`
}
