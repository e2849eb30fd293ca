import type { SuiteScores } from '../../../format/scoresDocument.ts'
import { ownMetrics, type SuiteFacts } from '../../../stats/summary/suiteFacts.ts'
import type { Markup } from '../markup.ts'
import { barChart } from './barChart.ts'
import { fbBenchPictures } from './fbBench.ts'
import { barOf, type PictureInput } from './input.ts'
import { kievalPictures } from './kieval.ts'
import { lifbenchPictures } from './lifbench.ts'
import { llmbarPictures } from './llmbar.ts'
import { refutebenchPictures } from './refutebench.ts'
import { refutebench1Pictures } from './refutebench1.ts'

const PICTURES: Readonly<Record<string, (input: PictureInput) => (Markup | undefined)[]>> = {
  lifbench: lifbenchPictures,
  'fb-bench': fbBenchPictures,
  refutebench: refutebenchPictures,
  refutebench1: refutebench1Pictures,
  kieval: kievalPictures,
  llmbar: llmbarPictures,
}

/** Bars of a suite without pictures of its own. */
const MOST_BARS = 24

/** The pictures of a suite: those its paper uses, of a user's own benchmark its metrics as bars. */
export function suitePictures(suite: string, scores: SuiteScores, facts: SuiteFacts, input: PictureInput): Markup[] {
  const own = Object.hasOwn(PICTURES, suite) ? PICTURES[suite]?.(input) : undefined
  return (own ?? [metricBars(scores, facts, input)]).filter((picture) => picture !== undefined)
}

function metricBars({ metrics }: SuiteScores, { range, digits }: SuiteFacts, { base }: PictureInput): Markup | undefined {
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
