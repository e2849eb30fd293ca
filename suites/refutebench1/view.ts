import {
  type BoardLayout,
  findingsOf,
  followedWord,
  groupColumns,
  type ItemRecord,
  type LayOutBoard,
  type Markup,
  metricLines,
  type PictureInput,
  pairChart,
  type RatedThing,
  ratingJudgements,
  ratingRule,
  type SuiteView,
} from '../../src/kit.ts'
import { NCS, TASK_TITLES, TASKS } from './names.ts'
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
  const objections = objectionsIn(feedbacks)
  return kind === 'FA'
    ? { title: `Answer to ${objections}`, about: `feedback-${query}`, needs: FULFILLED }
    : { title: `Answer to query ${query + 1}, ${objections}`, about: `answer-${query}`, needs: FULFILLED }
}

function objectionsIn(feedbacks: readonly number[]): string {
  return `objection ${feedbacks.map((feedback) => feedback + 1).join(' and ')}`
}

/** RefuteBench 1.0 over several models: feedback accepted (FA) and kept (RR), by task and number of other queries. */
function refutebench1Board(metrics: Parameters<LayOutBoard>[0]): BoardLayout {
  return {
    tables: [
      { title: 'Feedback accepted (FA)', columns: groupColumns(metrics, 'FA') },
      { title: 'Feedback kept later (RR)', columns: groupColumns(metrics, 'RR') },
    ],
  }
}

/** What the ratings of an item say beside the answers they are about, by the candidate's call. */
export function refutebench1Findings({ scores }: ItemRecord): Readonly<Record<string, readonly string[]>> {
  return findingsOf(scores, (name, rating) => {
    const rated = readName(name)
    if (!rated) return undefined
    const { kind, feedbacks, query } = rated
    const call = kind === 'FA' ? `feedback-${query}` : `answer-${query}`
    return [call, `${objectionsIn(feedbacks)} ${followedWord(kind === 'FA', rating >= FULFILLED)}`]
  })
}

/** RefuteBench 1.0: how much feedback is accepted and how much is kept, by task and by the irrelevant queries between. */
function refutebench1Pictures(input: PictureInput): (Markup | undefined)[] {
  const { metrics } = input
  const tasks = TASKS.filter((task) => metrics[`${task}.FA`] ?? metrics[`${task}.RR`])
  const kept = (kind: string, title: string, caption: string) =>
    metricLines(input, {
      title,
      caption,
      xLabel: 'irrelevant queries between',
      yLabel: 'share kept (RR)',
      domain: [0, 1],
      digits: 2,
      places: NCS,
      lines: tasks.map((task) => ({ name: TASK_TITLES[task], keyOf: (nc) => `${task}.${kind}.nc${nc}.RR` })),
    })
  const pair = (name: string, prefix: string) => ({ name, one: metrics[`${prefix}FA`], other: metrics[`${prefix}RR`] })
  return [
    pairChart({
      title: 'Feedback accepted against feedback kept',
      caption: 'Share of the answers that do what was asked: at once (FA), and in later answers (RR). Far apart: accepted and forgotten.',
      names: ['accepted (FA)', 'kept (RR)'],
      pairs: [pair('all', ''), ...tasks.map((task) => pair(TASK_TITLES[task], `${task}.`))],
      domain: [0, 1],
      digits: 3,
    }),
    kept('memory', 'Memory: the same query again', 'Share of the feedback that is kept when the query it was about is put again.'),
    kept(
      'generalization',
      'Generalization: another query',
      'Share of the feedback that is kept when another query comes that it applies to.',
    ),
  ]
}
