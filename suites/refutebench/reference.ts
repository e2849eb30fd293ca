import type { LabelReference } from '../../src/kit.ts'
import type { RefuteItem } from './openSeeds.ts'
import { answeredCall, readRating } from './ratingNames.ts'

/** What simulated models say to seeds that come without a reference: no text to compare with. */
const STAND_IN = /^(?:模拟译文（|Simulated answer to )/

/**
 * What a rated answer is compared with: the reference of the request that it answers, as it is before any objection. What a
 * refuter asks for is not known beforehand, so no reference follows it. The release of WMT sentences has none.
 */
export function refutebenchReference({ seed, again }: RefuteItem, asked: string): LabelReference | undefined {
  const rating = readRating(asked)
  if (!rating) return undefined
  const { reference } = answeredCall(rating).startsWith('requery') ? again : seed
  return STAND_IN.test(reference) ? undefined : { text: reference, of: 'the reference of the seed, which follows no objection' }
}
