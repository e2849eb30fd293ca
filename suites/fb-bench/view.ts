import type { SuiteView } from '../../src/kit.ts'
import { fbBenchBoard } from './board.ts'
import { fbBenchJudgements } from './judgements.ts'
import { fbBenchPictures } from './pictures.ts'

/** FB-Bench for people: the verdict is on the only answer, and its criteria are the item's own. */
export const fbBenchView: SuiteView = {
  board: fbBenchBoard,
  pictures: fbBenchPictures,
  judgements: fbBenchJudgements,
  judgedCall: (call) => (call === 'verdict' ? 'answer' : undefined),
  lostPoint: (point) => (point === 'criteria' ? 'criteria of its checklist' : point),
}
