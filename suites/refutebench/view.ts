import { type RatedThing, ratingJudgements, ratingRule, type SuiteView } from '../../src/kit.ts'
import { refutebenchBoard } from './board.ts'
import { refutebenchFindings } from './findings.ts'
import { refutebenchPictures } from './pictures.ts'
import { answeredCall, FOLLOWED, readRating } from './ratingNames.ts'

/** RefuteBench 2.0 for people: ratings by what they are of. */
export const refutebenchView: SuiteView = {
  board: refutebenchBoard,
  pictures: refutebenchPictures,
  findings: refutebenchFindings,
  judgements: (record, calls) => ratingJudgements(record, calls, ratedThing),
  rule: (record) => ratingRule(record, ratedThing),
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
    if (answer.startsWith('c')) return `keeping the objection over ${others(turn)}${asked}`
    return turn === objection ? `doing what objection ${objection} asks for` : `keeping objection ${objection} in answer ${turn}`
  },
}

/** What a rating is of, by its name: `R(aN,rM)` is of answer N against objection M + 1, `q` is the original task. */
function ratedThing(name: string): RatedThing | undefined {
  const rated = readRating(name)
  if (!rated) return undefined
  const { answer, demand: objection, again } = rated
  const turn = Number(answer.slice(1))
  const about = answeredCall(rated)
  if (objection === undefined) return { title: `${turn === 0 ? 'First answer' : `Answer ${turn}`}, the original task`, about }
  const of = answer.startsWith('a')
    ? `Answer ${turn}`
    : again
      ? 'Answer to the task asked again at once'
      : turn === 0
        ? 'Answer to the objection'
        : `Answer to the task asked again after ${others(turn)}`
  return { title: `${of}, objection ${objection}`, about, needs: FOLLOWED }
}

function others(count: number): string {
  return `${count} other question${count === 1 ? '' : 's'}`
}
