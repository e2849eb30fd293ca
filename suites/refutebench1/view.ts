import { type RatedThing, ratingJudgements, ratingRule, type SuiteView } from '../../src/kit.ts'
import { refutebench1Board } from './board.ts'
import { refutebench1Findings } from './findings.ts'
import { refutebench1Pictures } from './pictures.ts'
import { FULFILLED, readName } from './ratingNames.ts'

/** RefuteBench 1.0 for people: the script objects, without a refuter. */
export const refutebench1View: SuiteView = {
  board: refutebench1Board,
  pictures: refutebench1Pictures,
  findings: refutebench1Findings,
  judgements: (record, calls) => ratingJudgements(record, calls, ratedThing),
  rule: (record) => ratingRule(record, ratedThing),
  judgedCall: (call) => ratedThing(call)?.about,
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

/** What a rating is of, by its name: `FA` is the answer to an objection, `RR` the answer to a later query. */
function ratedThing(name: string): RatedThing | undefined {
  const rated = readName(name)
  if (!rated) return undefined
  const { kind, feedbacks, query } = rated
  const objections = `objection ${feedbacks.map((feedback) => feedback + 1).join(' and ')}`
  return kind === 'FA'
    ? { title: `Answer to ${objections}`, about: `feedback-${query}`, needs: FULFILLED }
    : { title: `Answer to query ${query + 1}, ${objections}`, about: `answer-${query}`, needs: FULFILLED }
}
