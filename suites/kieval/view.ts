import type { SuiteView } from '../../src/kit.ts'
import { kievalBoard } from './board.ts'
import { contaminationPicture } from './contaminationPicture.ts'
import { kievalFindings } from './findings.ts'
import { kievalJudgements, kievalRule } from './judgements.ts'
import { kievalPictures } from './pictures.ts'

/** KIEval for people: an evaluation is of the reply of its round. */
export const kievalView: SuiteView = {
  board: kievalBoard,
  pictures: kievalPictures,
  comparePicture: contaminationPicture,
  findings: kievalFindings,
  judgements: kievalJudgements,
  rule: kievalRule,
  judgedCall: (call) => (call.startsWith('evaluation-') ? call.replace('evaluation-', 'answer-') : undefined),
  lostPoint: (point) => point.replace(/^round (\d+)$/, 'explaining in round $1'),
}
