import {
  type BoardLayout,
  findingsOf,
  followedWord,
  type ItemRecord,
  type LayOutBoard,
  type Markup,
  metricLines,
  type PictureInput,
  type RatedThing,
  ratingJudgements,
  ratingRule,
  type SuiteView,
} from '../../src/kit.ts'
import { answeredCall, FOLLOWED, readRating } from './ratingNames.ts'
import { ASKED_AGAIN, TASK_TITLES, TASKS, upTo } from './tasks.ts'

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

/** What the ratings of an item say beside the answers they are about, by the candidate's call. */
export function refutebenchFindings({ scores }: ItemRecord): Readonly<Record<string, readonly string[]>> {
  return findingsOf(scores, (name, rating) => {
    const rated = readRating(name)
    if (!rated) return undefined
    const { answer, demand: objection, again } = rated
    const call = answeredCall(rated)
    if (objection === undefined) return [call, `task ${rating} of 5`]
    const word = followedWord(!again && (answer === 'c0' || answer === `a${objection}`), rating >= FOLLOWED)
    return [call, `objection ${objection} ${word} (${rating} of 5)`]
  })
}

/** RefuteBench 2.0 over several models: the transient and the persistent dialogue by task (paper, Tables 4 to 7). */
function refutebenchBoard(metrics: Parameters<LayOutBoard>[0]): BoardLayout {
  const tasks = Object.entries(TASK_TITLES)
  const columns = (protocol: string, figures: readonly (readonly [string, string])[]) =>
    tasks.flatMap(([task, title]) =>
      figures.map(([figure, label]) => ({ key: `${protocol}.${task}.${figure}`, label: `${title}: ${label}` })),
    )
  const counts = [...new Set(Object.values(metrics).flatMap(({ group, part }) => (group === ASKED_AGAIN ? (part ?? []) : [])))]
  return {
    tables: [
      {
        title: 'Objections followed, and forgotten (transient)',
        columns: columns('transient', [
          ['satisfaction', 'followed'],
          ['turn1', 'answer 1'],
          ['turn3', 'answer 3'],
          ['forgetting', 'forgetting'],
        ]),
      },
      {
        title: 'Quality of the task (transient)',
        columns: columns('transient', [
          ['initial', 'first'],
          ['final', 'last'],
          ['drift', 'drift'],
        ]),
      },
      {
        title: 'After other queries (persistent)',
        columns: columns('persistent', [...counts.map((name) => [`c${name}`, `C = ${name}`] as const), ['forgetting', 'forgetting']]),
      },
    ],
  }
}

/** RefuteBench 2.0: how long a demand is kept in both protocols, and what becomes of the task itself. */
function refutebenchPictures(input: PictureInput): (Markup | undefined)[] {
  const curve = (
    title: string,
    caption: string,
    xLabel: string,
    numbers: readonly number[],
    keyOf: (task: string, number: string) => string,
  ) =>
    metricLines(input, {
      title,
      caption,
      xLabel,
      yLabel: 'rating, 1 to 5',
      domain: [1, 5],
      digits: 2,
      places: numbers.map(String),
      lines: TASKS.map((task) => ({ name: TASK_TITLES[task], keyOf: (number) => keyOf(task, number) })),
    })
  return [
    curve(
      'Transient: the first demand over the turns',
      'Rating of each answer by the first demand, which answer 1 is the first to know. A line that falls has forgotten it.',
      'answer',
      upTo(1, 6),
      (task, turn) => `transient.${task}.curve.refutation.${turn}`,
    ),
    curve(
      'Transient: the task over the turns',
      'Rating of each answer by the task itself; answer 0 came before any demand. A line that falls has given it up for the demands.',
      'answer',
      upTo(0, 6),
      (task, turn) => `transient.${task}.curve.task.${turn}`,
    ),
    curve(
      'Persistent: the demand after distractions',
      'Rating by the demand when the question is put again after so many questions about other things.',
      'other questions between',
      upTo(0, 20),
      (task, count) => `persistent.${task}.c${count}`,
    ),
  ]
}
