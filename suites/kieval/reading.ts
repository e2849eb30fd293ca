import type { SuiteReading } from '../../src/config/suite.ts'
import { kievalPins } from './pins.ts'

/** KIEval for people: an evaluation is of the reply of its round. */
export const kievalReading: SuiteReading = {
  pins: kievalPins,
  judgedCall: (call) => (call.startsWith('evaluation-') ? call.replace('evaluation-', 'answer-') : undefined),
  lostPoint: (point) => point.replace(/^round (\d+)$/, 'explaining in round $1'),
}
