import { followedWord, metricLines, type RatedThing, ratingView, type SuiteView } from '../../src/kit.ts'
import { ASKED_AGAIN, TASK_TITLES, TASKS, upTo } from './names.ts'
import { answeredCall, FOLLOWED, readRating } from './ratingNames.ts'

/** RefuteBench 2.0 for people: ratings by what they are of. */
export const refutebenchView: SuiteView = {
  ...ratingView(ratedThing),
  // Over several models: the transient and the persistent dialogue by task (paper, Tables 4 to 7).
  board(metrics) {
    const tasks = Object.entries(TASK_TITLES)
    const columns = (protocol: string, figures: Readonly<Record<string, string>>) =>
      tasks.flatMap(([task, title]) =>
        Object.entries(figures).map(([figure, label]) => ({ key: `${protocol}.${task}.${figure}`, label: `${title}: ${label}` })),
      )
    const forgetting = { forgetting: 'forgetting' }
    const counts = [...new Set(Object.values(metrics).flatMap(({ group, part }) => (group === ASKED_AGAIN ? (part ?? []) : [])))]
    return {
      tables: [
        {
          title: 'Objections followed, and forgotten (transient)',
          columns: columns('transient', { satisfaction: 'followed', turn1: 'answer 1', turn3: 'answer 3', ...forgetting }),
        },
        {
          title: 'Quality of the task (transient)',
          columns: columns('transient', { initial: 'first', final: 'last', drift: 'drift' }),
        },
        {
          title: 'After other queries (persistent)',
          columns: columns('persistent', { ...Object.fromEntries(counts.map((name) => [`c${name}`, `C = ${name}`])), ...forgetting }),
        },
      ],
    }
  },
  // How long a demand is kept in both protocols, and what becomes of the task itself.
  pictures(input) {
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
  },
}

/** What a rating is of, by its name: `R(aN,rM)` is of answer N against objection M + 1, `q` is the original task. */
function ratedThing(name: string): RatedThing | undefined {
  const rated = readRating(name)
  if (!rated) return undefined
  const { answer, demand: objection, again } = rated
  const turn = Number(answer.slice(1))
  const about = answeredCall(rated)
  if (objection === undefined) {
    return {
      title: `${turn === 0 ? 'First answer' : `Answer ${turn}`}, the original task`,
      about,
      lost: `the task itself in answer ${turn}`,
      finding: (rating) => `task ${rating} of 5`,
    }
  }
  const isFirst = !again && (answer === 'c0' || answer === `a${objection}`)
  const [of, lost] = answer.startsWith('a')
    ? [`Answer ${turn}`, isFirst ? `doing what objection ${objection} asks for` : `keeping objection ${objection} in answer ${turn}`]
    : ofLater(turn, again)
  return {
    title: `${of}, objection ${objection}`,
    about,
    needs: FOLLOWED,
    lost,
    finding: (rating) => `objection ${objection} ${followedWord(isFirst, rating >= FOLLOWED)} (${rating} of 5)`,
  }
}

/** An answer after so many other questions: what it is, and what is lost with it. */
function ofLater(count: number, again: boolean): readonly [of: string, lost: string] {
  const asked = again ? ', asked again' : ''
  const others = `${count} other question${count === 1 ? '' : 's'}`
  if (count > 0) return [`Answer to the task asked again after ${others}`, `keeping the objection over ${others}${asked}`]
  return [again ? 'Answer to the task asked again at once' : 'Answer to the objection', `doing what the objection asks for${asked}`]
}
