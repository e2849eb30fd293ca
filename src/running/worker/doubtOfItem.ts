import { DOUBTFUL, JUDGE_DOUBT } from '../../core/format/doubtKeys.ts'
import type { ItemRecord } from '../../core/format/records.ts'
import { doubtOfControls, greatestDoubt } from '../../judging/doubt.ts'
import type { Verdict } from '../../judging/rubric/verdict.ts'

/** Room for rounding: of five votes one is 0.4 against. */
const TOLERANCE = 1e-9

/**
 * What an item's record says of the doubt of its verdicts: the greatest as a score, and as a tag whether it is left to people.
 * Figures are computed from the tag, so that whoever has the records has the figures.
 *
 * @param scores of the item, those of known-answer controls among them.
 * @param above doubt from which on, itself excluded, a verdict is left to people; undefined where none is.
 * @returns nothing where none is, or where the judge showed no doubt and could not: one vote in one order, without controls.
 */
export function doubtOfItem(
  verdicts: readonly Pick<Verdict, 'doubt'>[],
  scores: Readonly<Record<string, number>>,
  above: number | undefined,
): Pick<ItemRecord, 'scores' | 'tags'> {
  const doubt = above === undefined ? undefined : greatestDoubt([...verdicts.map((verdict) => verdict.doubt), doubtOfControls(scores)])
  if (above === undefined || doubt === undefined) return { scores: {}, tags: {} }
  return { scores: { [JUDGE_DOUBT]: doubt }, tags: { [DOUBTFUL]: doubt > above + TOLERANCE ? 'yes' : 'no' } }
}
