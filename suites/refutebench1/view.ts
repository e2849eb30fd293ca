import { followedWord, groupColumns, metricLines, pairChart, type RatedThing, ratingView, type SuiteView } from '../../src/kit.ts'
import { NCS, TASK_TITLES, TASKS } from './names.ts'
import { FULFILLED, readName } from './ratingNames.ts'

/** RefuteBench 1.0 for people: the script objects, without a refuter. */
export const refutebench1View: SuiteView = {
  ...ratingView(ratedThing),
  objectionOf: (call) => {
    const query = /^feedback-(\d+)$/.exec(call)?.[1]
    return query === undefined ? undefined : Number(query) + 1
  },
  // Over several models: feedback accepted (FA) and kept (RR), by task and number of other queries.
  board: (metrics) => ({
    tables: [
      { title: 'Feedback accepted (FA)', columns: groupColumns(metrics, 'FA') },
      { title: 'Feedback kept later (RR)', columns: groupColumns(metrics, 'RR') },
    ],
  }),
  // How much feedback is accepted and how much is kept, by task and by the irrelevant queries between.
  pictures(input) {
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
  },
}

/** What a rating is of, by its name: `FA` is the answer to an objection, `RR` the answer to a later query. */
function ratedThing(name: string): RatedThing | undefined {
  const rated = readName(name)
  if (!rated) return undefined
  const { kind, feedbacks, query } = rated
  const isFirst = kind === 'FA'
  const objections = `objection ${feedbacks.map((feedback) => feedback + 1).join(' and ')}`
  return {
    title: isFirst ? `Answer to ${objections}` : `Answer to query ${query + 1}, ${objections}`,
    about: `${isFirst ? 'feedback' : 'answer'}-${query}`,
    needs: FULFILLED,
    lost: isFirst ? 'following the objection' : 'keeping the objection in a later answer',
    finding: (rating) => `${objections} ${followedWord(isFirst, rating >= FULFILLED)}`,
  }
}
