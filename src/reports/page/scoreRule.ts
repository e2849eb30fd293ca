import { counted } from '../../core/base/text/counted.ts'
import type { ItemRecord } from '../../core/format/records.ts'
import type { SuiteView } from '../suiteView.ts'
import { reasonParts } from './shared/reasonParts.ts'

const OVER_MAXIMUM = 'made by points over their maximum'

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
  const [shown, needed] = distinct(total, threshold)
  return `score ${shown}, needs ${needed}`
}

/** Two numbers with three decimals, or as many as it takes to tell them apart. */
function distinct(one: number, other: number): [string, string] {
  for (let decimals = 3; decimals <= 15; decimals += 1) {
    const pair: [string, string] = [one.toFixed(decimals), other.toFixed(decimals)]
    if (pair[0] !== pair[1] || one === other) return pair
  }
  return [String(one), String(other)]
}
