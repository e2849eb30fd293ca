import type { Markup } from '../markup.ts'
import type { PictureInput } from './input.ts'
import { type LineChart, lineChart } from './lineChart.ts'

/** Lines through metrics, and dashed those of the baseline. */
interface MetricLines extends Omit<LineChart, 'series'> {
  /** Places of the horizontal axis, each where a metric has one. */
  readonly places: readonly string[]
  /** Of each line its name, and the key of its metric at a place. */
  readonly lines: readonly { readonly name: string; keyOf(place: string): string }[]
}

/** Draws the lines that have a point; undefined where none has. */
export function metricLines({ metrics, base }: PictureInput, { places, lines, ...chart }: MetricLines): Markup | undefined {
  const series = lines.map(({ name, keyOf }) => {
    const pointsOf = (of: PictureInput['metrics']) =>
      places.flatMap((x) => {
        const found = of[keyOf(x)]
        return found ? [{ x, y: found.value, ci95: found.ci95, n: found.n }] : []
      })
    return { name, points: pointsOf(metrics), base: base && pointsOf(base) }
  })
  return lineChart({ ...chart, series })
}
