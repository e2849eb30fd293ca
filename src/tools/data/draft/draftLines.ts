import { columns, counted, grouped, isDoubtful, labelled, type PaidRole, paidTable, singleLine } from '../../../kit.ts'
import type { DraftedItems } from './draftItems.ts'

/** Reasons that are told; the others are counted. */
const TOLD = 5

/** What came of drafting, for a screen. Nothing of an item is shown here: it is in the review file. */
export function draftLines({ drafts, broken, repeated }: DraftedItems, paid: readonly PaidRole[], width: number): string[] {
  const count = (holds: (draft: DraftedItems['drafts'][number]) => boolean) => grouped(drafts.filter(holds).length)
  const failed = [...broken, ...repeated]
  return [
    ...columns([
      ['drafts', ''],
      ['fit the schema of the suite', grouped(drafts.length)],
      ['  the solver came to the key', count(({ solved }) => 'right' in solved && solved.right)],
      ['  the solver did not', count(({ solved }) => 'right' in solved && !solved.right)],
      ['  no usable reply of the solver', count(({ solved }) => 'failed' in solved)],
      ['  the judge has doubts', count(({ doubts }) => !('failed' in doubts) && isDoubtful(doubts))],
      ['  no usable reply of the judge', count(({ doubts }) => 'failed' in doubts)],
      ['broken, and left out', grouped(broken.length)],
      ['repeated, and left out', grouped(repeated.length)],
    ]),
    ...failed.slice(0, TOLD).flatMap(({ id, reason }) => labelled(id, singleLine(reason), width, 24)),
    ...(failed.length > TOLD ? [` and ${counted(failed.length - TOLD, 'draft')} more that came to nothing`] : []),
    '',
    ...paidTable(paid),
  ]
}
