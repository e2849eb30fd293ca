import type { Markup } from '../markup.ts'
import { keysAfter, type PictureInput } from './input.ts'
import { lineChart, type Series } from './lineChart.ts'

/** RefuteBench 2.0: how long a demand is kept in both protocols, and what becomes of the task itself. */
export function refutebenchPictures({ metrics, base }: PictureInput): (Markup | undefined)[] {
  const curve = (
    title: string,
    caption: string,
    xLabel: string,
    protocol: string,
    keys: readonly (readonly [key: string, x: string])[],
  ) => {
    const tasks = keysAfter(metrics, new RegExp(`^${protocol}\\.(\\w+)\\.forgetting$`))
    const line = (of: PictureInput['metrics'], task: string, name: string, dashed: boolean): Series => ({
      name,
      dashed,
      points: keys.flatMap(([key, x]) => {
        const found = of[`${protocol}.${task}.${key}`]
        return found ? [{ x, y: found.value, ci95: found.ci95 }] : []
      }),
    })
    const series = [
      ...tasks.map((task) => line(metrics, task, task, false)),
      ...(base ? tasks.map((task) => line(base, task, `${task}, base`, true)) : []),
    ].filter(({ points }) => points.length > 0)
    if (series.length === 0) return undefined
    return lineChart({ title, caption, xLabel, yLabel: 'rating, 1 to 5', domain: [1, 5], series, digits: 2 })
  }
  return [
    curve(
      'Transient: the first demand over the turns',
      'Rating of each answer by the first demand. A line that falls has forgotten it.',
      'answer',
      'transient',
      [1, 2, 3].map((turn) => [`curve.refutation.${turn}`, `a${turn}`] as const),
    ),
    curve(
      'Transient: the task over the turns',
      'Rating of each answer by the task itself. A line that falls has given it up for the demands.',
      'answer',
      'transient',
      [0, 1, 2, 3].map((turn) => [`curve.task.${turn}`, `a${turn}`] as const),
    ),
    curve(
      'Persistent: the demand after distractions',
      'Rating by the demand when the question is put again after so many other turns.',
      'turns between',
      'persistent',
      [0, 1, 2, 3].map((count) => [`c${count}`, String(count)] as const),
    ),
  ]
}
