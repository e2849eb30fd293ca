import { lineChart, type Markup, type PictureInput, type Series } from '../../src/kit.ts'
import { TASKS } from './tasks.ts'

/** RefuteBench 2.0: how long a demand is kept in both protocols, and what becomes of the task itself. */
export function refutebenchPictures({ metrics, base }: PictureInput): (Markup | undefined)[] {
  const curve = (
    title: string,
    caption: string,
    xLabel: string,
    protocol: string,
    keys: readonly (readonly [key: string, x: string])[],
  ) => {
    const tasks = TASKS.filter((task) => metrics[`${protocol}.${task}.forgetting`])
    const points = (of: PictureInput['metrics'], task: string) =>
      keys.flatMap(([key, x]) => {
        const found = of[`${protocol}.${task}.${key}`]
        return found ? [{ x, y: found.value, ci95: found.ci95 }] : []
      })
    const series = tasks
      .map(
        (task): Series => ({ name: task === 'mt' ? 'translation' : task, points: points(metrics, task), base: base && points(base, task) }),
      )
      .filter(({ points: own }) => own.length > 0)
    if (series.length === 0) return undefined
    return lineChart({ title, caption, xLabel, yLabel: 'rating, 1 to 5', domain: [1, 5], series, digits: 2 })
  }
  return [
    curve(
      'Transient: the first demand over the turns',
      'Rating of each answer by the first demand, which answer 1 is the first to know. A line that falls has forgotten it.',
      'answer',
      'transient',
      upTo(1, 6).map((turn) => [`curve.refutation.${turn}`, String(turn)] as const),
    ),
    curve(
      'Transient: the task over the turns',
      'Rating of each answer by the task itself; answer 0 came before any demand. A line that falls has given it up for the demands.',
      'answer',
      'transient',
      upTo(0, 6).map((turn) => [`curve.task.${turn}`, String(turn)] as const),
    ),
    curve(
      'Persistent: the demand after distractions',
      'Rating by the demand when the question is put again after so many questions about other things.',
      'other questions between',
      'persistent',
      upTo(0, 20).map((count) => [`c${count}`, String(count)] as const),
    ),
  ]
}

/** Whole numbers; those without a figure have no point. */
function upTo(least: number, most: number): number[] {
  return Array.from({ length: most - least + 1 }, (_, index) => least + index)
}
