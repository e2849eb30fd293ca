import type { SuiteReading } from '../../src/config/suite.ts'

/** FB-Bench for people: the verdict is on the only answer, and its criteria are the item's own. */
export const fbBenchReading: SuiteReading = {
  judgedCall: (call) => (call === 'verdict' ? 'answer' : undefined),
  lostPoint: (point) => (point === 'criteria' ? 'criteria of its checklist' : point),
}
