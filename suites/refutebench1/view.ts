import type { SuiteView } from '../../src/report/suiteView.ts'
import { refutebench1Findings } from './findings.ts'
import { refutebench1Pictures } from './pictures.ts'
import { readName } from './ratingNames.ts'

/** RefuteBench 1.0 for people: the script objects, without a refuter. */
export const refutebench1View: SuiteView = {
  pictures: refutebench1Pictures,
  findings: refutebench1Findings,
  objectionOf: (call) => {
    const query = /^feedback-(\d+)$/.exec(call)?.[1]
    return query === undefined ? undefined : Number(query) + 1
  },
  lostPoint: (point) => {
    const rated = readName(point)
    if (!rated) return point
    return rated.kind === 'FA' ? 'following the objection' : 'keeping the objection in a later answer'
  },
}
