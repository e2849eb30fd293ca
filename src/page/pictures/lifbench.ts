import type { Markup } from '../markup.ts'
import { barChart } from './barChart.ts'
import { heatMap } from './heatMap.ts'
import { barOf, keysAfter, type PictureInput } from './input.ts'
import { lineChart } from './lineChart.ts'
import { radar } from './radar.ts'

const CAPABILITIES = ['Ori', 'Num', 'Spat', 'Fmt', 'Logit', 'Recog']

/** LIFBench: score by length, capabilities, tasks by length, stability. */
export function lifbenchPictures(input: PictureInput): (Markup | undefined)[] {
  const { metrics, base } = input
  const lengths = keysAfter(metrics, /^length\.(.+)$/).sort((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10))
  const tasks = keysAfter(metrics, /^ars\.([A-Z]{2,3})$/)
  const curve = (of: PictureInput['metrics'], name: string, dashed: boolean) => ({
    name,
    dashed,
    points: lengths.flatMap((length) => {
      const found = of[`length.${length}`]
      return found ? [{ x: length, y: found.value, ci95: found.ci95 }] : []
    }),
  })
  const spokes = CAPABILITIES.flatMap((name) => {
    const found = metrics[`ifp.${name}`]
    return found ? [{ name, value: found.value, base: base?.[`ifp.${name}`]?.value }] : []
  })
  return [
    lengths.length === 0
      ? undefined
      : lineChart({
          title: 'Score by length',
          caption: 'Mean over tasks at each context length, with its 95 % interval.',
          xLabel: 'context length in tokens',
          yLabel: 'score',
          domain: [0, 1],
          digits: 3,
          series: [curve(metrics, 'this run', false), ...(base ? [curve(base, 'baseline', true)] : [])],
        }),
    spokes.length < 3
      ? undefined
      : radar({
          title: 'Six capabilities',
          caption: `Share of the points for original content, numbers, spatial order, format, logic and recognition.${base ? ' Dashed: the baseline.' : ''}`,
          spokes,
        }),
    tasks.length === 0
      ? undefined
      : heatMap({
          title: 'Tasks by length',
          caption: 'Score of each task at each length; deeper is better.',
          rows: tasks,
          columns: lengths,
          domain: [0, 1],
          digits: 2,
          cell: (task, length) => metrics[`task.${task}.length.${length}`],
        }),
    barChart({
      title: 'Stability',
      caption: 'How much scores vary with the wording, the variable and the length (deviation over mean). Lower is better.',
      bars: ['expression', 'variable', 'length', 'average'].flatMap((name) => barOf(`ifs.${name}`, name, input)),
      domain: [
        0,
        Math.max(
          0.25,
          ...['expression', 'variable', 'length'].map(
            (name) => 1.15 * (metrics[`ifs.${name}`]?.ci95?.[1] ?? metrics[`ifs.${name}`]?.value ?? 0),
          ),
        ),
      ],
      digits: 3,
    }),
  ]
}
