import type { SuiteView } from '../../src/report/suiteView.ts'
import { refutebenchFindings } from './findings.ts'
import { refutebenchPictures } from './pictures.ts'
import { answeredCall, readRating } from './ratingNames.ts'

/** RefuteBench 2.0 for people: ratings by what they are of. */
export const refutebenchView: SuiteView = {
  pictures: refutebenchPictures,
  findings: refutebenchFindings,
  judgedCall: (call) => {
    const rated = readRating(call)
    return rated && answeredCall(rated)
  },
  lostPoint: (point) => {
    const rated = readRating(point)
    if (!rated) return point
    const { answer, demand: objection, again } = rated
    const turn = Number(answer.slice(1))
    const asked = again ? ', asked again' : ''
    if (objection === undefined) return `the task itself in answer ${turn}`
    if (answer === 'c0') return `doing what the objection asks for${asked}`
    if (answer.startsWith('c')) return `keeping the objection over ${turn} other question${turn === 1 ? '' : 's'}${asked}`
    return turn === objection ? `doing what objection ${objection} asks for` : `keeping objection ${objection} in answer ${turn}`
  },
}
