import {
  type BoardLayout,
  groupColumns,
  type ItemRecord,
  type LayOutBoard,
  lineChart,
  type Markup,
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
  const objections = `objection ${feedbacks.map((feedback) => feedback + 1).join(' and ')}`
  return kind === 'FA'
    ? { title: `Answer to ${objections}`, about: `feedback-${query}`, needs: FULFILLED }
    : { title: `Answer to query ${query + 1}, ${objections}`, about: `answer-${query}`, needs: FULFILLED }
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
  const findings: Record<string, string[]> = {}
  for (const [name, rating] of Object.entries(scores)) {
    const rated = readName(name)
    if (!rated) continue
    const { kind, feedbacks, query } = rated
    const met = rating >= FULFILLED
    const call = kind === 'FA' ? `feedback-${query}` : `answer-${query}`
    const word = kind === 'FA' ? (met ? 'met' : 'NOT MET') : met ? 'kept' : 'FORGOTTEN'
    findings[call] = [...(findings[call] ?? []), `objection ${feedbacks.map((feedback) => feedback + 1).join(' and ')} ${word}`]
  }
  return findings
}

/** RefuteBench 1.0: how much feedback is accepted and how much is kept, by task and by the irrelevant queries between. */
function refutebench1Pictures({ metrics, base }: PictureInput): (Markup | undefined)[] {
  const tasks = TASKS.filter((task) => metrics[`${task}.FA`] ?? metrics[`${task}.RR`])
  const kept = (kind: string, title: string, caption: string) => {
    const points = (of: PictureInput['metrics'], task: string) =>
      NCS.flatMap((nc) => {
        const found = of[`${task}.${kind}.nc${nc}.RR`]
        return found ? [{ x: nc, y: found.value, ci95: found.ci95 }] : []
      })
    const series = tasks
      .map((task) => ({ name: TASK_TITLES[task], points: points(metrics, task), base: base && points(base, task) }))
      .filter(({ points: own }) => own.length > 0)
    if (series.length === 0) return undefined
    return lineChart({
      title,
      caption,
      xLabel: 'irrelevant queries between',
      yLabel: 'share kept (RR)',
      domain: [0, 1],
      series,
      digits: 2,
    })
  }
  const pair = (name: string, [accepted, later]: readonly [string, string]) => ({
    name,
    one: metrics[accepted],
    other: metrics[later],
  })
  return [
    pairChart({
      title: 'Feedback accepted against feedback kept',
      caption: 'Share of the answers that do what was asked: at once (FA), and in later answers (RR). Far apart: accepted and forgotten.',
      names: ['accepted (FA)', 'kept (RR)'],
      pairs: [pair('all', ['FA', 'RR']), ...tasks.map((task) => pair(TASK_TITLES[task], [`${task}.FA`, `${task}.RR`]))],
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
