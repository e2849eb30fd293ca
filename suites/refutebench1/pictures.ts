import { lineChart, type Markup, type PictureInput, pairChart } from '../../src/kit.ts'
import { NCS, TASKS } from './names.ts'
import { taskTitle } from './taskTitle.ts'

/** RefuteBench 1.0: how much feedback is accepted and how much is kept, by task and by the irrelevant queries between. */
export function refutebench1Pictures({ metrics, base }: PictureInput): (Markup | undefined)[] {
  const tasks = TASKS.filter((task) => metrics[`${task}.FA`] ?? metrics[`${task}.RR`])
  const kept = (kind: string, title: string, caption: string) => {
    const points = (of: PictureInput['metrics'], task: string) =>
      NCS.flatMap((nc) => {
        const found = of[`${task}.${kind}.nc${nc}.RR`]
        return found ? [{ x: nc, y: found.value, ci95: found.ci95 }] : []
      })
    const series = tasks
      .map((task) => ({ name: taskTitle(task), points: points(metrics, task), base: base && points(base, task) }))
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
      pairs: [pair('all', ['FA', 'RR']), ...tasks.map((task) => pair(taskTitle(task), [`${task}.FA`, `${task}.RR`]))],
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
