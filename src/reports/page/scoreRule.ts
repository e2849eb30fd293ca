import { counted } from '../../core/base/text/counted.ts'
import type { ItemRecord } from '../../core/format/records.ts'
import { digitsApart } from '../decision/figureText.ts'
import type { SuiteView } from '../suiteView.ts'
import { reasonParts } from './shared/reasonParts.ts'

const OVER_MAXIMUM = 'made by points over their maximum'
/** The most that toFixed takes. */
const MOST_DIGITS = 100

/** An item's score with what it needs, in words: of several matchers each must pass. Undefined for an item without a score. */
export function scoreRule(record: ItemRecord, { rule }: SuiteView): string | undefined {
  const { scores, threshold, status, reason = '' } = record
  const { total } = scores
  if (total === undefined || (status !== 'passed' && status !== 'failed')) return undefined
  const own = rule?.(record)
  if (own !== undefined) return own
  const failed = status === 'failed' ? reasonParts(reason).length : 0
  if (failed === 1 && reason.includes(OVER_MAXIMUM)) return `score ${total.toFixed(3)}, ${OVER_MAXIMUM}`
  if (failed > 1 || (failed === 1 && threshold !== undefined && total >= threshold))
    return `${counted(failed, 'check')} failed, every check must pass; mean ${total.toFixed(3)}`
  if (threshold === undefined) return `score ${total.toFixed(3)}`
  const digits = digitsApart(total, threshold, 3, MOST_DIGITS)
  return `score ${total.toFixed(digits)}, needs ${threshold.toFixed(digits)}`
}
