import { combineTrials } from '../../summary/combineTrials.ts'
import { mean } from '../../summary/mean.ts'
import type { Markup } from '../markup.ts'
import { barChart } from './barChart.ts'
import { barOf, keysAfter, type PictureInput } from './input.ts'
import { scatter } from './scatter.ts'

const ASPECTS = ['accuracy', 'logic', 'relevance', 'coherence', 'conciseness', 'overall']

/** KIEval: aspects of the interviews, why they ended, and static accuracy against their score. */
export function kievalPictures(input: PictureInput): (Markup | undefined)[] {
  const { metrics, records } = input
  const stops = keysAfter(metrics, /^stop\.(.+)$/).sort(
    (one, other) => (metrics[`stop.${other}`]?.value ?? 0) - (metrics[`stop.${one}`]?.value ?? 0),
  )
  const scored = combineTrials(records).filter((item) => item.scored)
  const groupOf = ({ task, tags }: (typeof scored)[number]) => [tags.domain ?? task].flat()[0] ?? task
  const points = [...new Set(scored.map(groupOf))].flatMap((name) => {
    const own = scored.filter((item) => groupOf(item) === name)
    const [accuracy, score] = [own.flatMap(({ scores }) => scores.static ?? []), own.flatMap(({ scores }) => scores['score.overall'] ?? [])]
    return accuracy.length === 0 || score.length === 0 ? [] : [{ name, x: mean(accuracy), y: mean(score) }]
  })
  return [
    barChart({
      title: 'Aspects of the interviews',
      caption: 'Official score, 10 to 100, with 95 % intervals.',
      bars: ASPECTS.flatMap((name) => barOf(`score.${name}`, name, input)),
      domain: [0, 100],
      digits: 1,
    }),
    stops.length === 0
      ? undefined
      : barChart({
          title: 'Why interviews ended',
          caption: 'Share of the interviews by the reason of their last evaluation; none: all rounds were held.',
          bars: stops.flatMap((name) => barOf(`stop.${name}`, name === 'none' ? 'none, all rounds held' : name, input)),
          domain: [0, 1],
          digits: 2,
        }),
    points.length === 0
      ? undefined
      : scatter({
          title: 'Static accuracy against interviews',
          caption:
            'By field or question set. At the lower right: right answers that the interviews do not bear out, as of a test that was learnt by heart.',
          xLabel: 'share of static answers right',
          yLabel: 'interview score',
          xDomain: [0, 1],
          yDomain: [0, 100],
          points,
          digits: 2,
        }),
  ]
}
