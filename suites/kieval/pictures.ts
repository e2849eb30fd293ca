import {
  ASPECTS,
  barChart,
  barOf,
  type CombinedItem,
  combineTrials,
  INTERVIEW_METRICS,
  lineChart,
  type Markup,
  mean,
  type PictureInput,
  partsOf,
  scatter,
} from '../../src/kit.ts'

/** Reasons that are none. */
const STOPS: Readonly<Record<string, string>> = { none: 'all rounds held', missing: 'not said' }

/** Lowest and highest score of a round, and of an interview: no axis begins below what can be. */
const ROUND = [1, 4] as const
const OFFICIAL = [10, 100] as const

/** KIEval: aspects of the interviews, over all and by round, why they ended, and static accuracy against their score. */
export function kievalPictures(input: PictureInput): (Markup | undefined)[] {
  const scored = combineTrials(input.records).filter((item) => item.scored)
  return [
    barChart({
      title: 'Aspects of the interviews',
      caption: 'Official score, 10 to 100, with 95 % intervals.',
      bars: INTERVIEW_METRICS.flatMap((name) => barOf(`score.${name}`, name, input)),
      domain: OFFICIAL,
      digits: 1,
    }),
    aspectsByRound(scored),
    stopReasons(input),
    contamination(scored),
  ]
}

function aspectsByRound(scored: readonly CombinedItem[]): Markup | undefined {
  const last = Math.max(0, ...scored.map(({ scores }) => scores.rounds ?? 0))
  const rounds = Array.from({ length: last }, (_, index) => String(index + 1))
  const series = ASPECTS.map((name) => ({
    name,
    points: rounds.flatMap((round) => {
      const values = scored.flatMap(({ scores }) => scores[`round.${round}.${name}`] ?? [])
      return values.length === 0 ? [] : [{ x: round, y: mean(values), n: values.length }]
    }),
  }))
  return lineChart({
    title: 'Aspects by round',
    caption: 'Mean score of the evaluations of each round, 1 poor to 4 good. Interviews that had ended by then have none.',
    xLabel: 'round',
    yLabel: 'score, 1 to 4',
    domain: ROUND,
    series,
    digits: 2,
  })
}

function stopReasons(input: PictureInput): Markup | undefined {
  const shareOf = (reason: string) => input.metrics[`stop.${reason}`]?.value ?? 0
  const reasons = partsOf(input.metrics, 'stop').sort((one, other) => shareOf(other) - shareOf(one))
  return barChart({
    title: 'Why interviews ended',
    caption: 'Share of the interviews by the reason that the last evaluation gives for ending them.',
    bars: reasons.flatMap((reason) => barOf(`stop.${reason}`, STOPS[reason] ?? reason.replaceAll('_', ' '), input)),
    domain: [0, 1],
    digits: 2,
  })
}

function contamination(scored: readonly CombinedItem[]): Markup | undefined {
  const groupOf = ({ task, tags }: CombinedItem) => [tags.domain ?? task].flat()[0] ?? task
  const points = [...new Set(scored.map(groupOf))].flatMap((name) => {
    const own = scored.filter((item) => groupOf(item) === name)
    const valuesOf = (score: string) => own.flatMap(({ scores }) => scores[score] ?? [])
    const [accuracy, score] = [valuesOf('static'), valuesOf('score.overall')]
    return accuracy.length === 0 || score.length === 0 ? [] : [{ name, x: mean(accuracy), y: mean(score), n: score.length }]
  })
  if (points.length === 0) return undefined
  return scatter({
    title: 'Static accuracy against interviews',
    caption:
      'By field or question set. At the lower right: right answers that the interviews do not bear out, as of a test that was learnt by heart.',
    xLabel: 'share of static answers right',
    yLabel: 'interview score',
    xDomain: [0, 1],
    yDomain: OFFICIAL,
    points,
    digits: 2,
  })
}
