import type { Headline } from '../../../core/format/display.ts'
import type { SuiteScores } from '../../../core/format/scoresDocument.ts'
import { ownMetrics } from '../../../deciding/headline.ts'
import type { SuiteView } from '../../suiteView.ts'
import type { Markup } from '../markup.ts'
import { barOf, type PictureInput } from './input.ts'
import { barChart } from './rowCharts.ts'

/** Bars of a suite without pictures of its own. */
const MOST_BARS = 24

/** The pictures of a suite: those its paper uses, of a user's own benchmark its metrics as bars. */
export function suitePictures(view: SuiteView, scores: SuiteScores, headline: Headline, input: PictureInput): Markup[] {
  return (view.pictures?.(input) ?? [metricBars(scores, headline, input)]).filter((picture) => picture !== undefined)
}

function metricBars({ metrics }: SuiteScores, { range: scale, digits }: Headline, { base }: PictureInput): Markup | undefined {
  const ends = Object.values(metrics).flatMap(({ value, ci95 }) => [value, ...(ci95 ?? [])])
  // An axis is needed where no scale is known, too.
  const range = scale ?? ([Math.min(0, ...ends), Math.max(1, ...ends)] as const)
  const keys = ownMetrics(metrics).filter((key) => inRange(metrics[key]?.value, range))
  const bars = (keys.length > 0 ? keys : ['pass_rate']).flatMap((key) => barOf(key, key, { metrics, base }))
  if (bars.length === 0) return undefined
  const more = bars.length > MOST_BARS ? ` The first ${MOST_BARS} of ${bars.length}.` : ''
  return barChart({
    title: 'Metrics',
    caption: `With 95 % intervals where they are known.${more}`,
    bars: bars.slice(0, MOST_BARS),
    domain: range,
    digits,
  })
}

function inRange(value: number | undefined, [low, high]: readonly [number, number]): boolean {
  return value !== undefined && value >= low && value <= high
}
