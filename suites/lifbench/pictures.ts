import { barChart, barOf, heatMap, type Markup, metricLines, type PictureInput, partsOf } from '../../src/kit.ts'
import { CAPABILITY_TITLES, TASKS } from './tasks.ts'

/** What scores are to be stable over, and its name in the picture. */
const STABILITIES = [
  ['expression', 'wording'],
  ['variable', 'variable'],
  ['length', 'length'],
  ['average', 'mean of the three'],
] as const
/** Least end of the axis, so that small variations look small. */
const LEAST_VARIATION = 0.25

/** LIFBench: score by length, capabilities, tasks by length, stability. */
export function lifbenchPictures(input: PictureInput): (Markup | undefined)[] {
  const { metrics } = input
  const lengths = partsOf(metrics, 'length').sort((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10))
  const tasks = new Map(TASKS.filter(({ id }) => metrics[`ars.${id}`]).map(({ id, title }) => [`${id} ${title}`, id]))
  const bySampling = STABILITIES.flatMap(([key, name]) => {
    const floor = metrics[`ifs.${key}`]?.floor
    return floor === undefined ? [] : [`${name} ${floor.toFixed(3)}`]
  })
  const stability = STABILITIES.flatMap(([key, name]) => barOf(`ifs.${key}`, name, input))
  return [
    metricLines(input, {
      title: 'Score by length',
      caption: 'Mean over tasks at each context length, with its 95 % interval.',
      xLabel: 'context length in tokens',
      yLabel: 'score',
      domain: [0, 1],
      digits: 3,
      places: lengths,
      lines: [{ name: 'all tasks', keyOf: (length) => `length.${length}` }],
    }),
    barChart({
      title: 'Six capabilities',
      caption: 'Share of the points that are given for each, over all tasks.',
      bars: Object.entries(CAPABILITY_TITLES).flatMap(([key, name]) => barOf(`ifp.${key}`, name, input)),
      domain: [0, 1],
      digits: 3,
    }),
    heatMap({
      title: 'Tasks by length',
      caption: 'Score of each task at each length; deeper is better.',
      rows: [...tasks.keys()],
      columns: lengths,
      domain: [0, 1],
      digits: 2,
      cell: (task, length) => metrics[`task.${tasks.get(task)}.length.${length}`],
    }),
    barChart({
      title: 'Stability',
      caption: `How much scores vary with the wording, the variable and the length (deviation over mean). Lower is better.${bySampling.length > 0 ? ` Sampling alone gives: ${bySampling.join(', ')}.` : ''}`,
      bars: stability,
      domain: [0, Math.max(LEAST_VARIATION, ...stability.map(({ value, ci95 }) => 1.15 * (ci95?.[1] ?? value)))],
      digits: 3,
    }),
  ]
}
